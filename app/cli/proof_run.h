#pragma once
// What `run`, `verify` and `resume` share: carry a run in this process and say how it ended.

#include "app/cli/command.h"
#include "app/cli/run_flags.h"
#include "app/run_assembly.h"
#include "app/run_requests.h"

namespace vouchsafe::cli {

/// Carries out a new run: what it came to, or the error that came before anything was.
Result<RunState> startRun(const Context &context, const NewRun &run);

/// Builds and runs; a folder in which nothing was recorded is removed again.
Result<RunState> carryOut(const Context &context, RunRequest request);

/// The last line, or for people where the run is kept and what can be done with it; the exit status.
int tellOutcome(const Context &context, const RunState &state);

} // namespace vouchsafe::cli
