#pragma once
// The container image of a run, worked out before its backend is: without one no engine can be taken.

#include "core/base/result.h"
#include "core/model/policy.h"
#include "core/verify/plan_checks.h"

#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

/// Completes `policy.image` from the checks' languages, and returns what may be missing in it, for people, or
/// nothing. Where no image is known that is an error only if the policy asks for an engine or a runtime.
Result<std::string> chooseImage(const std::vector<PlannedCheck> &checks,
                                const std::map<std::string, std::string> &byLanguage, SandboxPolicy &policy);

} // namespace vouchsafe
