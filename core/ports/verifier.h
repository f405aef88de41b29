#pragma once
// Proves: runs the checks on trees in fresh sandboxes and judges them against the baseline.

#include "core/base/result.h"
#include "core/model/patch.h"
#include "core/model/verdict.h"
#include "core/ports/event_sink.h"

#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// One quick try of a candidate, never a verdict.
struct Trial {
    bool passed = false;  ///< every test that was asked for ran and passed
    bool finished = true; ///< false: time limit, crash of the runner, set-up fault
    std::vector<TestCase> tests;
    std::string output; ///< tail
};

/// The same for every engineer. Blocking; call from one thread.
class Verifier {
public:
    virtual ~Verifier() = default;
    /// The checks on the untouched tree, a second time only where something failed. Must come first.
    virtual Result<Baseline> baseline(Reporter &reporter, std::stop_token stop) = 0;
    /// The proof runs of the patch, always in a fresh sandbox.
    virtual Result<Verdict> verify(const Patch &patch, int iteration, Reporter &reporter,
                                   std::stop_token stop) = 0;
    /// Runs only `tests` (ids of the ledger) on the patched tree; empty: the whole first check.
    virtual Result<Trial> trial(const Patch &patch, const std::vector<std::string> &tests,
                                std::chrono::milliseconds timeout, std::stop_token stop) = 0;
};

} // namespace vouchsafe
