#pragma once
// What a person has to know to weigh a verdict, beside its reason.

#include "core/model/patch.h"
#include "core/model/verdict.h"
#include "core/ports/base_tree.h"
#include "core/verify/plan_checks.h"

#include <string>
#include <vector>

namespace vouchsafe {

/// `tests` holds the patch's changes of protected paths.
std::vector<std::string> notesOf(const Verdict &verdict, const Patch &patch, const Patch &tests,
                                 const BaseTree &tree, const std::vector<PlannedCheck> &checks);

} // namespace vouchsafe
