#include "core/repair/trial_result.h"

#include <set>

namespace vouchsafe::repair {
namespace {

/// An id that the report has twice passed only if both did.
std::set<std::string> passedIn(const Trial &trial)
{
    std::set<std::string> passed;
    for (const TestCase &test : trial.tests)
        if (test.status == TestStatus::Passed)
            passed.insert(test.id);
    for (const TestCase &test : trial.tests)
        if (test.status != TestStatus::Passed)
            passed.erase(test.id);
    return passed;
}

} // namespace

TargetsResult targetsOf(const Trial &trial, const Goal &goal)
{
    if (goal.exitCodeOnly)
        return {0, trial.finished && trial.passed};
    const std::set<std::string> passed = passedIn(trial);
    TargetsResult result;
    for (const FailingTest &target : goal.targets)
        if (passed.contains(target.id))
            ++result.passed;
    result.all = trial.finished && result.passed == goal.targets.size();
    return result;
}

WholeResult wholeOf(const Trial &trial, const Goal &goal)
{
    WholeResult result;
    if (goal.exitCodeOnly) {
        result.holds = trial.finished && trial.passed;
        return result;
    }
    const std::set<std::string> passed = passedIn(trial);
    for (const std::string &id : goal.passing)
        if (!passed.contains(id))
            result.broken.push_back(id);
    result.holds = result.broken.empty() && targetsOf(trial, goal).all;
    return result;
}

} // namespace vouchsafe::repair
