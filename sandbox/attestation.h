#pragma once
// What a probe inside a sandbox saw, for the evidence.

#include "core/ports/sandbox.h"

namespace vouchsafe {

/// Completes `attestation` by running a program of /usr inside. ErrorCode::SandboxSetup or SandboxDenied with
/// the launcher's words where it does not start; SandboxSetup too where what it sees is no isolation.
Result<Attestation> attestedBy(Sandbox &sandbox, Attestation attestation, std::stop_token stop);

} // namespace vouchsafe
