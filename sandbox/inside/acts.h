#pragma once
// Acts that every sandbox must refuse, in harmless forms: one that succeeds changes nothing that lasts.

namespace vouchsafe::inside {

/// Tries all of them and writes a line each to stdout: `refused NAME ERRNO`, or `done NAME` where it was not.
/// False where some were not tried.
bool tryActs();

} // namespace vouchsafe::inside
