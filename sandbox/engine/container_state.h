#pragma once
// What an engine's `inspect` says of one container, and what that means for the command that ran in it.

#include "core/base/result.h"
#include "core/ports/sandbox.h"
#include "sandbox/inside_frames.h"

#include <optional>
#include <string>
#include <string_view>

namespace vouchsafe {

struct ContainerState {
    std::string status; ///< `created`, `running`, `exited`, …
    bool running = false;
    bool memoryKill = false; ///< OOMKilled
    int exitCode = 0;
    std::string error;   ///< of the runtime, where it could not start
    std::string runtime; ///< the one that was really used

    bool operator==(const ContainerState &) const = default;
};

/// Reads the list that `docker inspect NAME` or `podman inspect NAME` prints for one container.
Result<ContainerState> containerState(std::string_view json);

/// ErrorCode::SandboxBackend where another runtime than `asked` was used; empty: any will do.
Status sameRuntime(const ContainerState &state, const std::string &asked);

/// Fills in ending, exit code, signal, limit and setupError. The engine's record and the helper's last words
/// must say the same; a record that is missing, unfinished or contradicted is Ending::SetupFailed and never
/// an exit. `clientWords`: what the client printed, for people alone.
void judgeContainer(RunResult &result, const ContainerState &state,
                    const std::optional<inside::LastWords> &words, std::string_view clientWords);

} // namespace vouchsafe
