#pragma once
// What really holds inside a sandbox, seen by a probe that runs there.

#include "core/model/verdict.h"
#include "core/ports/sandbox.h"

#include <string_view>

namespace vouchsafe {

/// Runs the helper's probe in the sandbox and completes `attestation` with what it saw. It tries forbidden
/// acts in harmless forms; one that succeeds is ErrorCode::SandboxSetup, as is everything else that is no
/// isolation. SandboxDenied with the launcher's words where the sandbox does not start, SandboxBackend where
/// another runtime than the requested one holds.
Result<Attestation> attestedBy(Sandbox &sandbox, Attestation attestation, std::stop_token stop);

/// The same from the probe's words. `attestation.runtime` says what has to hold.
Result<Attestation> attestedBy(std::string_view probe, Attestation attestation);

} // namespace vouchsafe
