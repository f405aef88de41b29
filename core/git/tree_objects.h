#pragma once
// The git tree objects of a list of entries, made in memory.

#include "core/ports/base_tree.h"

#include <string>
#include <vector>

namespace vouchsafe {

struct TreeObject {
    std::string oid;
    std::string bytes; ///< as git stores them, without the header
};

/// One object per folder, each once; the root's is last, so there is always one. Entries sorted by path
/// bytes, none of them below another.
std::vector<TreeObject> treeObjects(const std::vector<TreeEntry> &entries);

/// 20 raw bytes of 40 hexadecimal digits.
std::string rawId(std::string_view hexadecimal);

} // namespace vouchsafe
