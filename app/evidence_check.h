#pragma once
// Whether a run's evidence is whole: the chain, the outcome, every stored output and report, every verdict.

#include "app/run_store.h"
#include "core/base/result.h"

#include <string>
#include <vector>

namespace vouchsafe {

struct EvidenceReport {
    RunState state;                     ///< as the journal told it when the run finished
    std::vector<std::string> confirmed; ///< one line per thing that was checked
    std::vector<HumanActed> actsAfter;  ///< by people, after the run had finished; listed, not judged
};

/// Removes outputs and reports that no event names: an interrupted check left them before it was recorded.
void removeUnrecorded(const RunFolder &folder, const std::vector<Event> &events);

/// Reads only what is stored. ErrorCode::Evidence names the first thing that is not as it was recorded;
/// a run without outcome.json that never finished is ErrorCode::RunActive.
Result<EvidenceReport> checkEvidence(const RunFolder &folder);

} // namespace vouchsafe
