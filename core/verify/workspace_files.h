#pragma once
// From a patch to the files that are laid over the base tree, and from a quick run to a trial.

#include "core/model/patch.h"
#include "core/ports/sandbox.h"
#include "core/ports/verifier.h"

#include <string>
#include <vector>

namespace vouchsafe {

std::vector<WorkspaceFile> workspaceFiles(const Patch &patch);

/// Passed only where the runner succeeded and every asked test is reported as passed. An asked id that stands
/// for a file has passed when the file's tests are there and none of them failed.
Trial trialOf(const CheckResult &result, const std::vector<std::string> &tests);

} // namespace vouchsafe
