#pragma once
// Tests of a known result that the repetition of a proof runs around the suite.

#include "core/model/verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Whether the repetition of this check carries sentinels: its runner has them and reports by name.
bool hasSentinels(const CheckResult &check);
bool isSentinel(std::string_view id);

struct SentinelFinding {
    std::vector<TestCase> tests; ///< the suite's own
    std::string fault;           ///< what is wrong with the sentinels; empty: all four behave
};

/// Both pairs must be there once, under one nonce, with exactly their known results.
SentinelFinding withoutSentinels(const std::vector<TestCase> &tests);

} // namespace vouchsafe
