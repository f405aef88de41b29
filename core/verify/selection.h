#pragma once
// Runs chosen tests in place of a whole check.

#include "core/ports/base_tree.h"
#include "core/verify/plan_checks.h"

#include <string>
#include <vector>

namespace vouchsafe {

/// Whether the check's runner can be told which ids to run.
bool canSelect(const PlannedCheck &check);

/// The check with `ids` in place of the paths that it named; its other options stay. `quick` adds the
/// toolchain's own flags for a try that may end at the first failure. Unchanged where the runner cannot
/// choose, or where there are more ids than an argv should carry.
PlannedCheck selected(const PlannedCheck &check, const BaseTree &tree, const std::vector<std::string> &ids,
                      bool quick);

} // namespace vouchsafe
