#include "core/repair/goal.h"

#include <algorithm>

namespace vouchsafe::repair {
namespace {

bool succeeded(const CheckResult &check)
{
    return check.ending == Ending::Exited && check.exitCode == 0;
}

bool allPassed(const Baseline &baseline)
{
    for (const ProofRun &run : baseline.runs)
        for (const CheckResult &check : run.checks)
            if (!succeeded(check))
                return false;
    return true;
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

/// Only the first check can be tried quickly, so only its tests count.
std::set<std::string> idsOfFirstCheck(const Baseline &baseline)
{
    std::set<std::string> ids;
    if (!baseline.runs.empty() && !baseline.runs[0].checks.empty())
        for (const TestCase &test : baseline.runs[0].checks[0].tests)
            ids.insert(test.id);
    return ids;
}

std::set<std::string> steadilyPassing(const Baseline &baseline, std::set<std::string> passing)
{
    std::set<std::string> others(baseline.flaky.begin(), baseline.flaky.end());
    for (const ProofRun &run : baseline.runs)
        for (const CheckResult &check : run.checks)
            for (const TestCase &test : check.tests)
                if (test.status != TestStatus::Passed)
                    others.insert(test.id);
    for (const std::string &id : others)
        passing.erase(id);
    return passing;
}

/// The first check of the baseline that was stopped before it could say anything; empty: none was.
std::string cutShort(const ProofRun &run)
{
    for (const CheckResult &check : run.checks) {
        const std::string command = "`" + check.command + "`";
        if (check.ending == Ending::TimedOut)
            return command + " did not end within its time limit";
        if (check.ending == Ending::LimitReached)
            return command + " reached the limit on " + std::string(limitInWords(check.limit));
        if (check.ending == Ending::Signalled)
            return command + " was ended by signal " + std::to_string(check.signal);
    }
    return {};
}

std::string blockedBy(const RunState &state)
{
    if (!state.baseline)
        return "there is no baseline yet: nothing is known to fail";
    const Baseline &baseline = *state.baseline;
    if (!baseline.usable)
        return "the checks could not be run on the untouched tree: " + baseline.reason;
    if (baseline.runs.empty() || baseline.runs[0].checks.empty())
        return "no check was run on the untouched tree";
    if (const std::string stopped = cutShort(baseline.runs[0]); !stopped.empty())
        return stopped + " on the untouched tree, so nothing tells which code is at fault";
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
    const std::set<std::string> first = idsOfFirstCheck(baseline);
    const bool inFirst = baseline.failing.empty()
                             ? !succeeded(baseline.runs[0].checks[0])
                             : std::any_of(baseline.failing.begin(), baseline.failing.end(),
                                           [&](const std::string &id) { return first.contains(id); });
    if (!inFirst)
        return "what fails belongs to a later check, and only the first one can be tried quickly; give that "
               "check alone";
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

std::vector<std::string> treeRoots(const RunState &state)
{
    return {"/repo", state.task.repository};
}

Goal goalOf(const RunState &state)
{
    Goal goal;
    goal.blocked = blockedBy(state);
    if (!goal.blocked.empty())
        return goal;
    const Baseline &baseline = *state.baseline;
    const std::vector<std::string> roots = treeRoots(state);
    const std::set<std::string> first = idsOfFirstCheck(baseline);
    std::vector<std::string> failing;
    std::vector<std::string> named;
    for (const std::string &id : baseline.failing) {
        if (!first.contains(id))
            continue;
        failing.push_back(id);
        if (isNamed(id, state.task.request))
            named.push_back(id);
    }
    for (const std::string &id : named.empty() ? failing : named)
        goal.targets.push_back({id, tracebackOf(messageOf(baseline, id), roots)});
    goal.passing = steadilyPassing(baseline, first);
    goal.exitCodeOnly = goal.targets.empty();
    return goal;
}

} // namespace vouchsafe::repair
