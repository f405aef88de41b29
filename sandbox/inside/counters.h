#pragma once
// What the own control group counted: refused forks and kills for memory.

namespace vouchsafe::inside {

/// -1 where the kernel does not tell inside.
struct Counters {
    long pids = -1;
    long oom = -1;
};
Counters readCounters();

} // namespace vouchsafe::inside
