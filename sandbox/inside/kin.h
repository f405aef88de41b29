#pragma once
// Everything that lives because of this process: signalled together, and waited for.

#include <sys/types.h>

namespace vouchsafe::inside {

/// Orphans come to this process. Call first.
void adoptOrphans();

/// Process 1 reaches all that is inside. Another process must not try that (as real root it would mean the
/// whole machine), so it looks its descendants up.
void signalKin(int number);

/// Kills until nothing is left to wait for.
void endKin();

} // namespace vouchsafe::inside
