#pragma once
// What a repair must reach, read from the run: the tests to turn and the tests to keep.

#include "core/events/run_state.h"
#include "core/repair/localise.h"

#include <set>
#include <string>
#include <vector>

namespace vouchsafe::repair {

struct Goal {
    std::vector<FailingTest> targets; ///< steadily failing tests that have to pass
    std::set<std::string> passing;    ///< tests that pass steadily and have to go on passing
    /// The check names no tests; its exit code alone decides, and `targets` is empty.
    bool exitCodeOnly = false;
    std::string blocked; ///< why there is nothing to search for; empty: the search can begin

    std::vector<std::string> targetIds() const;
};

/// Where the tree stands inside the sandbox and outside: for reading tracebacks.
std::vector<std::string> treeRoots(const RunState &state);

/// Failing tests that the task names stand alone; where it names none, all of them are targets. Flaky tests
/// are never targets and never kept.
Goal goalOf(const RunState &state);

} // namespace vouchsafe::repair
