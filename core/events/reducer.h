#pragma once
// The one pure fold that the loop, the command line, replay and the window share.

#include "core/events/run_state.h"

#include <vector>

namespace vouchsafe {

/// Pure and total: an event that does not fit the state is counted and changes nothing else.
RunState reduce(RunState state, const Event &event);
RunState fold(const std::vector<Event> &events);

} // namespace vouchsafe
