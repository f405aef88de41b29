#pragma once
// Which lines the tests execute.

#include "core/base/result.h"
#include "core/model/verdict.h"

#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// Lines of one test, by path relative to the root; lines from 1.
struct TestCoverage {
    std::string test; ///< ledger id
    bool passed = false;
    std::map<std::string, std::set<int>> lines;
};

struct CoverageReport {
    std::vector<TestCoverage> tests;
    std::string language; ///< `python`
};

/// Runs inside a sandbox of its own; never evidence.
class Coverage {
public:
    virtual ~Coverage() = default;
    /// ErrorCode::NotAvailable where no tracer fits the repository's checks.
    virtual Result<CoverageReport> measure(std::stop_token stop) = 0;
};

} // namespace vouchsafe
