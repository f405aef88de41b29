#pragma once
// The processes below one: what a sandbox is made of, as the host sees it.

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace vouchsafe {

/// All descendants, parents before children. A snapshot: processes come and go.
std::vector<pid_t> descendants(pid_t ancestor);

/// Memory of these processes in bytes, shared pages counted once (PSS). Where their plain sizes together stay
/// below `enough`, that cheaper and larger sum is given.
std::uint64_t memoryOf(const std::vector<pid_t> &processes, std::uint64_t enough);

} // namespace vouchsafe
