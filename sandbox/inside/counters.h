#pragma once
// The own control group as far as it is shown inside: its limits, and what it counted.

#include "sandbox/inside/bytes.h"

namespace vouchsafe::inside {

/// A file of the own control group of this controller (version 1), or of the only one (version 2: empty).
bool readGroupFile(std::string_view controller, const char *file, Bytes &into);

/// -1 where the kernel does not tell inside.
struct Counters {
    long pids = -1;
    long oom = -1;
};
Counters readCounters();

} // namespace vouchsafe::inside
