#pragma once
// What `run`, `verify` and `resume` share: carry a run in this process and say how it ended.

#include "app/cli/command.h"
#include "app/cli/run_flags.h"
#include "app/run_assembly.h"

#include <optional>
#include <string>

namespace vouchsafe::cli {

struct NewRun {
    std::string repository; ///< as it was named
    FlagValues flags;
    std::string request;                   ///< the person's words
    std::optional<std::string> givenPatch; ///< judge it instead of looking for one
};

/// Opens the repository, lays settings and flags together, and runs in a new folder of the data folder.
/// What was carried out, or the error that came before anything was.
Result<RunState> startRun(const Context &context, const NewRun &run);

/// Builds and runs; a folder in which nothing was recorded is removed again.
Result<RunState> carryOut(const Context &context, RunRequest request);

/// The last line, or for people where the run is kept and what can be done with it; the exit status.
int tellOutcome(const Context &context, const RunState &state);

} // namespace vouchsafe::cli
