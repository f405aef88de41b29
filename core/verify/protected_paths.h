#pragma once
// Which files of a tree decide what the tests say, and what of a patch touches them.

#include "core/model/patch.h"
#include "core/ports/base_tree.h"
#include "core/verify/plan_checks.h"

#include <string>
#include <vector>

namespace vouchsafe {

/// Test files and runner configuration of the checks' toolchains, the files that a command names, the tests
/// and checks that a Makefile runs, and the person's own globs. For a command of no known runner the globs of
/// all toolchains count.
std::vector<std::string> protectedGlobs(const BaseTree &tree, const std::vector<PlannedCheck> &checks,
                                        const std::vector<std::string> &own);

/// The entries of the tree that these globs protect, for mounts: a folder in which all are protected stands
/// for them. Sorted, none below another; links and submodules are left out. ErrorCode::SandboxSetup for more
/// than 500.
Result<std::vector<std::string>> protectedEntries(const BaseTree &tree,
                                                  const std::vector<std::string> &globs);

struct SplitPatch {
    Patch tests; ///< the changes of protected paths
    Patch rest;
};
/// A rename counts as protected when either of its names is.
SplitPatch splitPatch(const Patch &patch, const std::vector<std::string> &globs);

} // namespace vouchsafe
