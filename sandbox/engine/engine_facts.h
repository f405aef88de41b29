#pragma once
// What engines say of themselves in JSON, read into an Engine.

#include "core/base/result.h"
#include "sandbox/engine/engine.h"

#include <string>
#include <string_view>

namespace vouchsafe {

/// This machine, as its own kernel names it: an engine that says otherwise is another machine's, whatever its
/// socket looks like.
struct MachineName {
    std::string host;
    std::string kernel;
};
MachineName machineName();

/// `docker version` and `docker info`, both with `--format {{json .}}`. ErrorCode::SandboxSetup where the
/// daemon did not answer, or is older than 20.10.
Status readDocker(std::string_view version, std::string_view info, const MachineName &machine,
                  Engine &engine);

/// `podman info --format json`.
Status readPodman(std::string_view info, Engine &engine);

/// Runtimes of podman in the folders of the system, by the names that it has for them.
std::vector<std::string> installedRuntimes();

} // namespace vouchsafe
