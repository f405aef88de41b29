#pragma once
// Reads JUnit XML as pytest, our node reporter and ctest write it.

#include "core/base/result.h"
#include "core/model/verdict.h"
#include "core/verify/toolchains.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace vouchsafe {

inline constexpr std::size_t largestReport = std::size_t{64} << 20; ///< bytes, looked at before parsing
inline constexpr std::size_t mostReportedTests = 200'000;
inline constexpr std::size_t longestMessage = 8 << 10; ///< bytes kept of one failure

/// The tests in the order of the report. Equal ids get `#2`, `#3`. A test that both passed and failed in
/// teardown is one test in state Error. No entity of a document type is expanded.
/// ErrorCode::Evidence, with the reason, for a report that is too large, has a document type, is cut off or
/// is not JUnit XML; nothing of a broken report is used.
Result<std::vector<TestCase>> readJunit(std::string_view xml, ReportIds ids);

} // namespace vouchsafe
