#pragma once
// The system call filter of every sandbox, compiled once.

#include "core/base/result.h"

#include <string>

namespace vouchsafe {

/// The program as the kernel takes it (struct sock_filter array). A deny list: what tests need in daily life
/// is open, ptrace included (leak checkers and debuggers; the pid namespace contains it), but not of
/// process 1. x86_64 and arm64; elsewhere ErrorCode::NotAvailable.
Result<std::string> seccompFilter();

} // namespace vouchsafe
