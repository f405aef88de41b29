#pragma once
// The governor's limits and what was spent of them.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace vouchsafe {

struct Limits {
    int attempts = 3;
    std::chrono::seconds check{300}; ///< one check
    std::chrono::seconds run{3600};  ///< the whole run, wall clock
    std::optional<double> costUsd;
    std::optional<std::int64_t> tokens; ///< prompt and completion together, over the run

    bool operator==(const Limits &) const = default;
};

/// What one act of a model cost; all zero for the built-in engineer.
struct Cost {
    std::int64_t promptTokens = 0;
    std::int64_t cachedTokens = 0; ///< part of promptTokens
    std::int64_t completionTokens = 0;
    double usd = 0; ///< 0 where the price is not known
    int calls = 0;

    bool operator==(const Cost &) const = default;
    Cost &operator+=(const Cost &other);
};

struct Spent {
    int attempts = 0; ///< verdicts that cost an attempt
    std::chrono::milliseconds time{0};
    Cost cost;

    bool operator==(const Spent &) const = default;
};

} // namespace vouchsafe
