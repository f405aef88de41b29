#include "core/model/stop_reason.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace vouchsafe {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 10> names{
    "verified",    "attempts",      "no_progress",      "budget",    "time",
    "environment", "nothing_found", "refused_by_model", "cancelled", "error"};

} // namespace

std::string_view stopReasonName(StopReason reason)
{
    return names.at(static_cast<std::size_t>(reason));
}

std::optional<StopReason> stopReasonFromName(std::string_view name)
{
    const auto it = std::find(names.begin(), names.end(), name);
    if (it == names.end())
        return std::nullopt;
    return static_cast<StopReason>(it - names.begin());
}

} // namespace vouchsafe
