#pragma once
// Runs one check in an open sandbox and records it: exit status, output, and the report it was asked for.

#include "core/ports/event_sink.h"
#include "core/ports/sandbox.h"
#include "core/verify/plan_checks.h"

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>

namespace vouchsafe {

/// Where and as what a run is recorded.
struct RunPlace {
    std::string run;        ///< ProofRun::name
    int iteration = 0;      ///< 0: baseline
    std::size_t number = 0; ///< of the check, from 0
    bool sentinels = false; ///< surround the suite with them where the runner has any
};

struct RunSettings {
    std::filesystem::path folder; ///< the run's own, with output/ and reports/; empty: nothing is stored
    std::chrono::milliseconds timeout{300'000};
    std::uint64_t outputBytes = std::uint64_t{256} << 20;
    std::map<std::string, std::string> environment; ///< for every command
};

/// The files of resources/runners that any of the checks may need, to be shown under insideTools.
Result<std::vector<WorkspaceFile>> runnerFiles(const std::vector<PlannedCheck> &checks);

/// The report lands under a name that nobody can know before, is collected once after every process of the
/// command is gone, and is parsed as it is stored. A broken one is kept as `….broken` and counts as none.
/// An Error means that nothing could be recorded; how the command ended is in the result.
Result<CheckResult> runCheck(Sandbox &sandbox, const PlannedCheck &check, const RunPlace &place,
                             const RunSettings &settings, Reporter *reporter, std::stop_token stop);

} // namespace vouchsafe
