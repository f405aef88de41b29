#pragma once
// What really holds inside a sandbox, seen by a probe that runs there.

#include "core/model/verdict.h"
#include "core/ports/sandbox.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// What has to hold inside.
struct WantedInside {
    bool gvisor = false; ///< its kernel was asked for
    /// Where something may be mounted beside what the kernel mounts below /proc, /sys and /dev; `/usr/` with
    /// all that is below. Empty: not judged.
    std::vector<std::string> mounts = {};
    /// Limits that were set by a control group and are to be seen there; 0: not judged. They fill
    /// memoryLimit, and what shows no limit of processes is noted as unseen.
    std::uint64_t memoryBytes = 0;
    std::uint64_t pids = 0;
};

/// Runs the helper's probe in the sandbox and completes `attestation` with what it saw. It tries forbidden
/// acts in harmless forms; one that succeeds is ErrorCode::SandboxSetup, as is everything else that is no
/// isolation. SandboxDenied with the launcher's words where the sandbox does not start, SandboxBackend where
/// another runtime than the requested one holds.
Result<Attestation> attestedBy(Sandbox &sandbox, Attestation attestation, const WantedInside &wanted,
                               std::stop_token stop);

/// The same from the probe's words.
Result<Attestation> attestedBy(std::string_view probe, Attestation attestation, const WantedInside &wanted);

} // namespace vouchsafe
