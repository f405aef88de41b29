#pragma once
// From a policy to the factory of its sandboxes: which backend, proven by starting one, never another than
// asked.

#include "core/base/result.h"
#include "core/model/policy.h"
#include "core/ports/host_program.h"
#include "core/ports/sandbox.h"
#include "sandbox/identity.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// What a choice was made of, for people.
struct SandboxChoice {
    std::unique_ptr<SandboxFactory> factory;
    std::vector<std::string> notes; ///< which one `auto` took, and the stronger tier that this machine offers
};

/// Completes `policy.backend`. `auto` is bubblewrap where a sandbox of it starts, else podman, else docker;
/// it never takes an engine where no image is set. A runtime under `auto` means an engine that has it, podman
/// before docker. What was asked for is had or this fails, with the remedy: SandboxMissing, SandboxDenied,
/// SandboxSetup, or SandboxBackend for a runtime or an image that is not there; all of exit status 3.
/// `policy.image` is set by the caller before; `run` names the containers' owner; `environment` is the
/// user's.
Result<SandboxChoice> chooseSandboxes(SandboxPolicy &policy, const Identity &identity,
                                      const std::map<std::string, std::string> &environment,
                                      const std::string &run, std::stop_token stop);

} // namespace vouchsafe
