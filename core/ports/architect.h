#pragma once
// Makes the plan. Never executes anything.

#include "core/base/result.h"
#include "core/events/run_state.h"
#include "core/ports/event_sink.h"

#include <optional>
#include <stop_token>
#include <string>

namespace vouchsafe {

struct PlanReply {
    std::optional<Plan> plan;
    std::string refusal; ///< the model's words where it declined; else empty
    std::string nothing; ///< why there is nothing to plan, from the built-in engineer; else empty
    Cost cost;
};

class Architect {
public:
    virtual ~Architect() = default;
    /// `state` holds task, baseline, context and every earlier iteration. An Error stops the run.
    virtual Result<PlanReply> plan(const RunState &state, Reporter &reporter, std::stop_token stop) = 0;
};

} // namespace vouchsafe
