#pragma once
// Why a run ended.

#include <optional>
#include <string_view>

namespace vouchsafe {

enum class StopReason {
    Verified,
    Attempts,
    NoProgress,
    Budget,
    Time,
    Environment,
    NothingFound,
    RefusedByModel,
    Cancelled,
    Error,
};

std::string_view stopReasonName(StopReason reason); ///< `no_progress`
std::optional<StopReason> stopReasonFromName(std::string_view name);

} // namespace vouchsafe
