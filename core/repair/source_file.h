#pragma once
// A Python file of the base tree, parsed once.

#include "core/ports/base_tree.h"
#include "core/repair/screen.h"
#include "core/syntax/tree.h"

#include <optional>
#include <string>
#include <vector>

namespace vouchsafe::repair {

struct SourceFile {
    std::string path;
    unsigned mode = 0100644;
    Tree tree;
    Original original;
};

/// Absent where the file is not there, may not be edited (see editable.h) or cannot be parsed in time.
std::optional<SourceFile> loadSource(const BaseTree &base, const std::string &path,
                                     const std::vector<std::string> &protect);

} // namespace vouchsafe::repair
