#pragma once
// Which of several interpreters starts a check: the first that can, inside the sandbox.

#include "core/ports/host_toolchain.h"
#include "core/ports/sandbox.h"
#include "core/verify/plan_checks.h"

#include <string>
#include <vector>

namespace vouchsafe {

/// One way to start the check and the command that shows whether it works (exit status 0).
struct StartCandidate {
    std::vector<std::string> start;
    std::vector<std::string> probe; ///< empty: not known, take it

    bool operator==(const StartCandidate &) const = default;
};

/// Whose programs stand inside.
enum class Programs {
    Host,  ///< this machine's, below /usr
    Image, ///< a container image's, found by its own PATH
};

/// In the order: the project's own mounted environment, the user's toolchains, then /usr/bin or what the
/// image has. A program that the person named by a path is the only candidate. `insideRoot` is where the
/// workspace stands.
std::vector<StartCandidate> startCandidates(const PlannedCheck &check,
                                            const std::vector<HostToolchain> &toolchains,
                                            const std::vector<HostMount> &mounts,
                                            const std::string &insideRoot,
                                            Programs programs = Programs::Host);

} // namespace vouchsafe
