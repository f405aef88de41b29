#pragma once
// How long the search may go on.

#include <chrono>

namespace vouchsafe {

struct RepairBudget {
    std::chrono::milliseconds time{120'000};
    int candidates = 20'000; ///< that are run; those that do not parse or repeat cost nothing

    /// For `auto`, where a model stands ready behind the search.
    static RepairBudget small() { return {std::chrono::milliseconds{20'000}, 20'000}; }
};

} // namespace vouchsafe
