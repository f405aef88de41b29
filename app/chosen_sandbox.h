#pragma once
// The sandbox of a run or a preparation, from the settings and the checks: image, backend, and what a person
// should know of the choice.

#include "core/base/result.h"
#include "core/model/task.h"
#include "core/ports/sandbox.h"
#include "core/settings/settings.h"
#include "core/verify/plan_checks.h"
#include "sandbox/identity.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

struct ChosenSandbox {
    std::unique_ptr<SandboxFactory> factory;
    std::vector<std::string> notes; ///< sentences for people
};

/// Completes `task.policy`: its image by the checks' languages where none is named, then its backend. `owner`
/// is what containers are labelled with. What a flag asks for is had or this fails, with the remedy; what
/// only the settings say and the chosen backend has no use for is named in the notes.
Result<ChosenSandbox> chosenSandbox(Task &task, const Settings &settings,
                                    const std::vector<PlannedCheck> &checks, const Identity &identity,
                                    const std::string &owner, const std::stop_token &stop);

} // namespace vouchsafe
