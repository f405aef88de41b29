#pragma once
// Turns the newest plan into a patch.

#include "core/base/result.h"
#include "core/events/run_state.h"
#include "core/model/patch.h"
#include "core/ports/event_sink.h"
#include "core/ports/patch_reader.h"

#include <optional>
#include <stop_token>
#include <string>

namespace vouchsafe {

/// Exactly one of patch, refusal, declined and nothing is set.
struct PatchReply {
    std::optional<Patch> patch;
    std::optional<PatchRefusal> refusal; ///< the reply held no patch or one that cannot be placed
    std::string declined;                ///< the model refused the task, in its words
    std::string nothing;                 ///< the search ended without a find: what was tried, with counts
    std::string raw;                     ///< what was received
    Cost cost;
};

class Engineer {
public:
    virtual ~Engineer() = default;
    /// Reads plan, context, verdicts and refusals of earlier attempts from `state`. An Error stops the run.
    virtual Result<PatchReply> propose(const RunState &state, Reporter &reporter, std::stop_token stop) = 0;
};

} // namespace vouchsafe
