#pragma once
// Which files pip reads for a requirements file, and whether all that they ask for has one version.

#include "core/ports/base_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct RequirementFiles {
    std::vector<std::string> read; ///< sorted; with those that `-r` and `-c` lead to
    /// Each line names one package and one version, and each option is known to change nothing of that.
    bool locked = false;
};

/// `pinnedBy` stands between a name and its version. What leads out of the tree, or is no file, is not
/// locked.
RequirementFiles requirementFiles(const BaseTree &tree, const std::vector<std::string> &files,
                                  std::string_view pinnedBy);

} // namespace vouchsafe
