#include "core/repair/goal.h"

#include <algorithm>

namespace vouchsafe::repair {
namespace {

bool allPassed(const Baseline &baseline)
{
    for (const ProofRun &run : baseline.runs)
        for (const CheckResult &check : run.checks)
            if (check.ending != Ending::Exited || check.exitCode != 0)
                return false;
    return !baseline.runs.empty();
}

bool namesTests(const Baseline &baseline)
{
    for (const ProofRun &run : baseline.runs)
        for (const CheckResult &check : run.checks)
            if (!check.tests.empty())
                return true;
    return false;
}

/// `tests/test_a.py::TestB::test_c[1-2]` is named by the word `test_c`.
bool isNamed(const std::string &id, const std::string &request)
{
    std::string name = id.substr(0, id.find('['));
    name = name.substr(name.rfind(':') + 1);
    if (name.empty())
        return false;
    const auto isWord = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t at = request.find(name); at != request.npos; at = request.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !isWord(request[at - 1])) && (end == request.size() || !isWord(request[end])))
            return true;
    }
    return false;
}

std::string messageOf(const Baseline &baseline, const std::string &id)
{
    for (const ProofRun &run : baseline.runs)
        for (const CheckResult &check : run.checks)
            for (const TestCase &test : check.tests)
                if (test.id == id && !test.message.empty())
                    return test.message;
    return {};
}

std::set<std::string> steadilyPassing(const Baseline &baseline)
{
    std::set<std::string> passing;
    std::set<std::string> others(baseline.flaky.begin(), baseline.flaky.end());
    for (const ProofRun &run : baseline.runs)
        for (const CheckResult &check : run.checks)
            for (const TestCase &test : check.tests)
                (test.status == TestStatus::Passed ? passing : others).insert(test.id);
    for (const std::string &id : others)
        passing.erase(id);
    return passing;
}

std::string blockedBy(const RunState &state)
{
    if (!state.baseline)
        return "there is no baseline yet: nothing is known to fail";
    const Baseline &baseline = *state.baseline;
    if (!baseline.usable)
        return "the checks could not be run on the untouched tree: " + baseline.reason;
    if (baseline.failing.empty() && !baseline.flaky.empty())
        return "the only failing tests are flaky (" + baseline.flaky.front() +
               "): they pass and fail on the same tree, so they cannot judge a fix";
    if (baseline.failing.empty() && allPassed(baseline))
        return "no failing test: nothing to prove a fix against. Write a test that fails because of the "
               "fault, or "
               "configure a model";
    if (baseline.failing.empty() && namesTests(baseline))
        return "the check fails, but its report names no failing test: something breaks before or beside the "
               "tests";
    return {};
}

} // namespace

std::vector<std::string> Goal::targetIds() const
{
    std::vector<std::string> ids;
    for (const FailingTest &test : targets)
        ids.push_back(test.id);
    return ids;
}

Goal goalOf(const RunState &state)
{
    Goal goal;
    goal.blocked = blockedBy(state);
    if (!goal.blocked.empty())
        return goal;
    const Baseline &baseline = *state.baseline;
    const std::vector<std::string> roots{"/repo", state.task.repository};
    std::vector<std::string> chosen;
    for (const std::string &id : baseline.failing)
        if (isNamed(id, state.task.request))
            chosen.push_back(id);
    for (const std::string &id : chosen.empty() ? baseline.failing : chosen)
        goal.targets.push_back({id, tracebackOf(messageOf(baseline, id), roots)});
    goal.passing = steadilyPassing(baseline);
    goal.exitCodeOnly = goal.targets.empty();
    return goal;
}

} // namespace vouchsafe::repair
