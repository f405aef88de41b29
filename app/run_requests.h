#pragma once
// From what a person asked for to a run that can be put together: for the command line and the window alike.

#include "app/run_assembly.h"
#include "app/run_store.h"
#include "core/base/result.h"

#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

struct NewRun {
    std::string repository;                                ///< as it was named
    std::map<std::string, std::vector<std::string>> flags; ///< those of `run`, by name without dashes
    std::string request;                                   ///< the person's words
    std::optional<std::string> givenPatch = {};            ///< judge it instead of looking for one
    std::string forkedFrom = {};                           ///< the run that this one starts from, or empty
};

/// Opens the repository, lays settings and flags together, and makes the run's folder. Without sinks and
/// gate.
Result<RunRequest> newRun(const NewRun &run, const std::filesystem::path &dataFolder,
                          const std::stop_token &stop);

/// The same for a run that was interrupted or cancelled, or whose patch a person rejected since.
/// ErrorCode::RunActive where a process has it under way, Usage where it came to its end, TreeStale where its
/// tree is gone.
Result<RunRequest> resumedRun(const LoadedRun &run, const std::stop_token &stop);

/// Where nothing was recorded nothing is kept.
void removeUnused(const RunFolder &folder);

} // namespace vouchsafe
