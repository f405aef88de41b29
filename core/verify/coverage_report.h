#pragma once
// Reads what resources/runners/coverage_tracer.py writes; the format is described there.

#include "core/ports/coverage.h"

#include <string_view>

namespace vouchsafe {

/// Never fails: lines that are cut off or are not of the format count for nothing. Lines run by importing and
/// collecting are added to every test. Untrusted input: sizes are bounded.
CoverageReport readPythonCoverage(std::string_view lines);

} // namespace vouchsafe
