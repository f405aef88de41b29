#pragma once
// Reads a trial strictly: a test counts only when its own result says that it passed.

#include "core/ports/verifier.h"
#include "core/repair/goal.h"

#include <cstddef>
#include <string>
#include <vector>

namespace vouchsafe::repair {

struct TargetsResult {
    std::size_t passed = 0; ///< targets that ran and passed
    bool all = false;
};

/// A target that is missing, skipped or expected to fail has not passed: no repair by not running.
TargetsResult targetsOf(const Trial &trial, const Goal &goal);

struct WholeResult {
    bool holds = false;              ///< every target passed, and every test that passed before passes still
    std::vector<std::string> broken; ///< tests that passed before and no longer do
};

/// Failures that the baseline has too do not count against it.
WholeResult wholeOf(const Trial &trial, const Goal &goal);

} // namespace vouchsafe::repair
