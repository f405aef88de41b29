#pragma once
// What one check's record says by itself: exit status first, the report second, the worse of the two.

#include "core/model/verdict.h"

#include <string>
#include <string_view>

namespace vouchsafe {

enum class CheckState {
    Green,       ///< exit status of success, and no failure in the report where one was asked for
    TestsFailed, ///< the report names failures
    Red,         ///< exit status of failed tests, and no failing test is known by name
    NoTests,     ///< the runner ran none
    Broken,      ///< the runner got no result: no build, an internal error, an exit without its report
    Crashed,     ///< ended by a signal
    NoReport,    ///< exit status of success without the report that was asked for
    CannotStart, ///< the command is not there or was called in a way it does not know
    TimedOut,
    Limit,
    Cancelled,
    SetupFailed,
};

CheckState stateOf(const CheckResult &check);
/// The record of the same check in another run: by number, by command where none is recorded. Null: that run
/// does not hold it.
const CheckResult *sameCheck(const ProofRun &run, const CheckResult &check);
bool isFailing(TestStatus status);
/// A file that could not be read, or a suite's own set-up; such an entry gives way to the tests themselves.
/// Where ids are names alone, as ctest's are, there is none.
bool standsForOthers(const CheckResult &check, std::string_view id);
/// Number of tests that passed by name; a file that was merely read is none.
int passedCount(const CheckResult &check);
/// The failure is one of code that was expected to exist or to hold: an assertion or a missing symbol. For
/// tests of a patch that run on the tree before it.
bool failsForLackOfTheChange(const TestCase &test);
/// `pytest -q exited with 1`, `make check was ended by SIGSEGV`. One line.
std::string endingInWords(const CheckResult &check);

} // namespace vouchsafe
