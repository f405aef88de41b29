#pragma once
// Carries a run in this process: signals and the control socket cancel it, the event loop waits for it.

#include "core/base/result.h"
#include "core/events/run_state.h"
#include "core/loop/session.h"

#include <string>

namespace vouchsafe {

/// Runs `work` on a thread of its own until it ends. Needs a QCoreApplication; call from its thread.
/// Where the control socket cannot be had the run goes on without it, and `notice` says so.
Result<RunState> hostRun(const std::string &run, Session::Work work, std::string &notice);

} // namespace vouchsafe
