#pragma once
// Tests of a known result that the repetition of a proof runs around the suite.

#include "core/model/verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Names as a suite of its own might have them, chosen anew for each run, so that code in the test's process
/// cannot tell a sentinel by its name. In the order of CheckResult::sentinels.
std::vector<std::string> newSentinelNames();

/// Whether `id` is one of the sentinels that the check was run with.
bool isSentinel(const CheckResult &check, std::string_view id);

struct SentinelFinding {
    std::vector<TestCase> tests; ///< the suite's own
    std::string fault;           ///< what is wrong with the sentinels; empty: all four behave
};

/// Each must be there once with exactly its known result.
SentinelFinding withoutSentinels(const CheckResult &check);

} // namespace vouchsafe
