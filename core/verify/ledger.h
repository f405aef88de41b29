#pragma once
// Each test before and after the patch.

#include "core/model/verdict.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vouchsafe {

/// A test is its check's number (from 0) and its id, so equal ids of two checks stay apart.
using TestKey = std::pair<std::size_t, std::string>;

/// What the baseline knows of a test.
struct TestBefore {
    TestStatus status = TestStatus::Passed; ///< of the first run
    bool flaky = false;                     ///< the two runs differ
};
using TestsBefore = std::map<TestKey, TestBefore>;

TestsBefore testsBefore(const Baseline &baseline);

struct LedgerEntry {
    std::size_t check = 0;
    LedgerRow row;
    bool flakyBefore = false;
    TestCase after;       ///< where row.after is set
    bool unnamed = false; ///< a file that failed before and now ends well without naming a test
};

/// Every test of both sides. Tests of a check that did not run are left out. A test that is new while its
/// file could not be read before counts as failing before. A file that was merely read is no test: it never
/// goes from failing to passing.
std::vector<LedgerEntry> ledgerOf(const TestsBefore &before, const ProofRun &after);
LedgerCounts countsOf(const std::vector<LedgerEntry> &entries);

/// Fills `flaky` and `failing` of a baseline from its runs.
void settleBaseline(Baseline &baseline);

} // namespace vouchsafe
