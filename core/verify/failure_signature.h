#pragma once
// What makes two failing runs the same failure, whatever else they print.

#include "core/model/verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// The exception's type as the report's message names it: `AssertionError`, `KeyError`, `TypeError`; empty
/// where none is named. pytest's bare `assert …` counts as AssertionError.
std::string exceptionType(std::string_view message);
/// `path:line` of the innermost frame inside the workspace; empty where the message shows none.
std::string topFrame(std::string_view message);
/// sha256 over the sorted lines `id TAB type TAB frame`; empty for no failure.
std::string failureSignature(const std::vector<TestCase> &failing);

} // namespace vouchsafe
