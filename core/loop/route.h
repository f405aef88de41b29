#pragma once
// Where the run goes after a verdict, and why. Pure, so that a table can test it whole.

#include "core/base/errors.h"
#include "core/events/run_state.h"

#include <optional>
#include <string>

namespace vouchsafe {

struct RouteDecision {
    Route route = Route::Stop;
    std::optional<StopReason> stop; ///< set exactly where route is Stop
    std::string rationale;          ///< never empty

    bool operator==(const RouteDecision &) const = default;
};

/// Decides from the newest iteration's verdict, those before it, the limits and what was spent.
RouteDecision nextRoute(const RunState &state);

/// The outcome that a refusal of that class stands for: `no-patch`, `not-applied` or `refused`.
Outcome outcomeOfRefusal(ErrorCode code);

/// The stop reason for an error that ended a phase.
StopReason stopReasonOfError(ErrorCode code);

} // namespace vouchsafe
