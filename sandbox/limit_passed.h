#pragma once
// The names of limits that both families of backends find out for themselves, as CheckResult::limit has them.

#include "sandbox/workspace.h"

#include <csignal>
#include <string>

namespace vouchsafe {

/// `file-size` for the signal that the kernel sends at RLIMIT_FSIZE, which nobody sets but us; empty: no
/// limit.
inline std::string limitOfSignal(int signal)
{
    return signal == SIGXFSZ ? "file-size" : "";
}

/// `disk` for bytes, `files` for their number; empty: neither was passed.
inline std::string diskLimitPassed(const DiskUse &use, const DiskUse &limit)
{
    return use.bytes > limit.bytes ? "disk" : use.files > limit.files ? "files" : "";
}

} // namespace vouchsafe
