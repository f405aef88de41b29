#pragma once
// Whether the last attempts got anywhere.

#include "core/events/run_state.h"

namespace vouchsafe {

/// How many of the newest judged iterations in a row share the newest one's failure signature (1: it is new).
/// 0 where the newest has none.
int repeatedFailures(const RunState &state);

/// Whether the newest patch was proposed before, byte for byte.
bool repeatsAPatch(const RunState &state);

/// How many of the newest iterations in a row ended without a patch.
int repliesWithoutPatch(const RunState &state);

} // namespace vouchsafe
