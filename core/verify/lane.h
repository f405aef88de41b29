#pragma once
// Judges one run of the checks on one tree against the baseline.

#include "core/model/verdict.h"
#include "core/verify/ledger.h"

#include <string>
#include <vector>

namespace vouchsafe {

struct LaneRuns {
    const ProofRun *run = nullptr;            ///< must be set
    const ProofRun *again = nullptr;          ///< what broke, run once more on the same tree
    const ProofRun *newOnBase = nullptr;      ///< the patch's own tests on the tree before it, whole suite
    const ProofRun *newOnBaseAgain = nullptr; ///< the same once more
    bool editsTests = false;                  ///< the tree holds the patch's edits of protected paths
};

struct LaneVerdict {
    Outcome outcome = Outcome::StillFailing;
    std::string reason;
    std::vector<LedgerEntry> ledger;
    std::vector<TestCase> failing;   ///< in the order of the ledger; a check without names counts as one test
    std::vector<std::string> broken; ///< passed before, fail now
    std::vector<std::size_t> redAgain;    ///< checks to run once more before the outcome stands
    std::vector<std::string> newTests;    ///< new and passing: worth a run on the base tree
    std::vector<std::string> needsChange; ///< of these, what failed in the runs there so far
    int effects = 0;                      ///< fail to pass, and new tests that fail without the change
    int knownFailures = 0;                ///< that the baseline has too
};

LaneVerdict judgeLane(const Baseline &baseline, const LaneRuns &runs);

/// Whether the checks after this one are to run: it succeeded, or it failed as its runner does with failures
/// that the baseline has too. `number` from 0.
bool checkHolds(const Baseline &baseline, std::size_t number, const CheckResult &check);

} // namespace vouchsafe
