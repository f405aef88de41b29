#pragma once
// Starts programs of the system on the host, for what is not repository code.

#include "core/ports/host_program.h"

namespace vouchsafe {

/// Runs with this program's own rights, environment and descriptors left out. ErrorCode::Timeout and
/// Cancelled end it and what it started; a program that is not there is ErrorCode::NotAvailable. Safe from
/// several threads.
class SystemProgram final : public HostProgram {
public:
    Result<HostResult> run(const HostCommand &command, std::stop_token stop) override;
};

} // namespace vouchsafe
