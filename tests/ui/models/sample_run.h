#pragma once
// A run as the loop records it, event by event, with a second iteration that holds.

#include "core/events/reducer.h"
#include "ui/run_view.h"

#include <string>
#include <vector>

namespace vouchsafe::test {

/// What a repository, a model or a test could be called to look like something else.
inline const std::string hostile =
    std::string("<img src=http://x>") + '\xe2' + '\x80' + '\xae' + "\x1b[31m<b>y</b>&amp;";

inline CheckResult sampleCheck(const std::string &message = "assert 1 == 2\nE  at test_a.py:4")
{
    CheckResult check;
    check.command = "python3 -m pytest -q";
    check.toolchain = "pytest";
    check.exitCode = 1;
    check.number = 1;
    check.duration = std::chrono::milliseconds(812);
    check.tests = {
        {"test_a.py::test_broken", TestStatus::Failed, std::chrono::milliseconds(3), message, "test_a.py", 4},
        {"test_a.py::test_fine", TestStatus::Passed, std::chrono::milliseconds(2), "", "", 0},
        {"test_a.py::test_slow", TestStatus::Passed, std::chrono::milliseconds(2100), "", "", 0}};
    return check;
}

inline CheckResult greenCheck()
{
    CheckResult check = sampleCheck();
    check.exitCode = 0;
    check.tests[0].status = TestStatus::Passed;
    check.tests[0].message.clear();
    return check;
}

/// The green check between four tests of ours, two of which must fail.
inline CheckResult repeatedCheck()
{
    CheckResult check = greenCheck();
    check.exitCode = 1;
    check.sentinels = {"test_account_counts", "test_a1", "test_a2", "test_a3", "test_a4"};
    for (int i = 1; i <= 4; ++i)
        check.tests.push_back({"test_account_counts.py::test_a" + std::to_string(i),
                               i % 2 == 0 ? TestStatus::Failed : TestStatus::Passed,
                               std::chrono::milliseconds(1), "", "", 0});
    return check;
}

inline Verdict failingVerdict(Outcome outcome = Outcome::StillFailing)
{
    Verdict verdict;
    verdict.outcome = outcome;
    verdict.reason = "1 test fails as before";
    verdict.runs = {{"plain", {sampleCheck()}}};
    verdict.ledger = {
        {"test_a.py::test_broken", TestChange::FailToFail, TestStatus::Failed, TestStatus::Failed}};
    verdict.counts.total = 3;
    verdict.counts.failToFail = 1;
    verdict.counts.passToPass = 2;
    verdict.failing = {"test_a.py::test_broken"};
    verdict.duration = std::chrono::milliseconds(900);
    return verdict;
}

inline Verdict provenVerdict()
{
    Verdict verdict;
    verdict.outcome = Outcome::Proven;
    verdict.reason = "every check exits 0 and 1 test went from fail to pass";
    verdict.runs = {{"plain", {greenCheck()}}, {"repeat", {repeatedCheck()}}};
    verdict.ledger = {
        {"test_a.py::test_broken", TestChange::FailToPass, TestStatus::Failed, TestStatus::Passed}};
    verdict.counts.total = 3;
    verdict.counts.failToPass = 1;
    verdict.counts.passToPass = 2;
    verdict.duration = std::chrono::milliseconds(1900);
    return verdict;
}

inline ProposedPatch samplePatch(const std::string &sha256)
{
    ProposedPatch patch;
    patch.diff = "diff --git a/a.py b/a.py\n";
    patch.sha256 = sha256;
    patch.origin = "builtin: flip comparison";
    patch.files = {{"a.py", "", ChangeKind::Modify, "11", "22"}};
    patch.added = 6;
    patch.removed = 1;
    patch.repairs = {"hunk 1 moved by 2 lines"};
    return patch;
}

inline std::vector<EventBody> sampleRunBodies()
{
    using std::chrono::milliseconds;
    RunStarted started;
    started.task.request = "Handle an empty list in average";
    started.task.repository = "/home/someone/calc";
    started.task.limits.costUsd = 0.25;
    started.task.limits.tokens = 200'000;
    started.task.engineer = EngineerKind::Model;
    started.task.models = {{"engineer", {"openai", "gpt-5"}}};
    started.version = "0.1.0";
    started.policySha256 = "0123456789abcdef0123456789abcdef";
    Attestation attestation;
    attestation.backend = "bubblewrap";
    attestation.uid = 1000;
    attestation.capabilities = "0000000000000000";
    attestation.seccomp = 2;
    attestation.interfaces = {"lo"};
    attestation.memoryLimit = "cgroup 2147483648";
    attestation.workspace = "overlay";
    Baseline baseline;
    baseline.runs = {{"baseline", {sampleCheck()}}};
    baseline.failing = {"test_a.py::test_broken"};
    baseline.leftOut = {"node_modules", ".venv"};
    ContextBundle context;
    context.slices = {{"src/calc.py::average", "src/calc.py", 10, 14,
                       "def average(values):\n    return sum(values) / len(values)\n", 0.93,
                       "name has \"average\" (1 of 4 words)", 31},
                      {"src/calc.py::total", "src/calc.py", 1, 4,
                       "def total(values):\n\treturn sum(values)\n", 0.41, "called by average", 18}};
    context.leftOut = {{"src/report.py::table", "budget"}, {"src/report.py::row", "budget"}};
    context.tokens = 49;
    Plan plan;
    plan.goal = "An empty list has the average 0.";
    plan.steps = {"Return 0 for an empty list", "Keep the sum for others"};
    plan.files = {"src/calc.py"};
    plan.risks = {"Callers may rely on the exception"};
    plan.suspects = {{"src/calc.py", 11, "average", 0.9, "run by 1 of 1 failing tests"}};
    plan.author = "openai:gpt-5";
    return {started,
            SandboxAttested{attestation},
            PhaseStarted{0, Phase::Verify},
            CheckFinished{0, "baseline", sampleCheck()},
            BaselineReached{baseline},
            PhaseFinished{0, Phase::Verify, milliseconds(900)},
            PhaseStarted{1, Phase::Retrieve},
            ContextRetrieved{1, context},
            PhaseFinished{1, Phase::Retrieve, milliseconds(400)},
            PhaseStarted{1, Phase::Architect},
            ModelCalled{"architect", "openai:gpt-5", "beef", {1000, 100, 200, 0.01, 1}, milliseconds(5)},
            PlanMade{1, plan, {}},
            PhaseFinished{1, Phase::Architect, milliseconds(6100)},
            PhaseStarted{1, Phase::Engineer},
            PatchProposed{1, samplePatch("aa"), {}},
            PhaseFinished{1, Phase::Engineer, milliseconds(9000)},
            PhaseStarted{1, Phase::Verify},
            CheckFinished{1, "plain", sampleCheck()},
            VerdictReached{1, failingVerdict()},
            PhaseFinished{1, Phase::Verify, milliseconds(72'400)},
            RouteDecided{1, Route::Engineer, "the same test fails with another message"},
            Noticed{Noticed::Level::Warning, "the setting memory was ignored"},
            Noticed{Noticed::Level::Progress, "tried 10 candidates"},
            PhaseStarted{2, Phase::Engineer},
            PatchProposed{2, samplePatch("bb"), {}},
            PhaseFinished{2, Phase::Engineer, milliseconds(8000)},
            PhaseStarted{2, Phase::Verify},
            CheckFinished{2, "plain", greenCheck()},
            CheckFinished{2, "repeat", repeatedCheck()},
            VerdictReached{2, provenVerdict()},
            PhaseFinished{2, Phase::Verify, milliseconds(31'000)},
            RouteDecided{2, Route::Stop, "passes all tests"},
            RunFinished{StopReason::Verified, Outcome::Proven, 2, "passes all tests", {}}};
}

inline std::vector<Event> eventsOf(const std::vector<EventBody> &bodies)
{
    std::vector<Event> events;
    for (const EventBody &body : bodies)
        events.push_back(
            {std::ssize(events) + 1, "2026-11-30T06:02:11.250Z", "20261130-060211-abcd", "", body});
    return events;
}

/// The run after the first `count` events; all of them by default.
inline RunView sampleView(RunLife life, std::size_t count = 1000, std::vector<EventBody> more = {})
{
    std::vector<EventBody> bodies = sampleRunBodies();
    bodies.resize(std::min(count, bodies.size()));
    bodies.insert(bodies.end(), more.begin(), more.end());
    RunView view;
    view.state = fold(eventsOf(bodies));
    view.life = life;
    view.shown = view.state.iterations.empty() ? 0 : view.state.iterations.back().number;
    return view;
}

/// A run whose every text is hostile.
inline RunView hostileView()
{
    RunView view = sampleView(RunLife::Ended, 1000,
                              {HumanActed{HumanActed::Act::RejectedPatch, hostile, "aa", {hostile}, {}}});
    RunState &state = view.state;
    view.notices = {hostile};
    state.task.request = hostile;
    state.task.models["engineer"] = {hostile, hostile};
    state.attestation->backend = hostile;
    state.attestation->workspace = hostile;
    state.baseline->leftOut = {hostile};
    for (ProofRun &run : state.baseline->runs)
        for (TestCase &test : run.checks[0].tests)
            test.id = hostile + test.id;
    for (CheckRecord &check : state.checks)
        check.command = hostile;
    for (Slice &slice : state.context.slices) {
        slice.id = slice.path + "::" + hostile;
        slice.reason = slice.text = hostile;
    }
    state.context.leftOut = {{hostile, hostile}};
    for (Iteration &iteration : state.iterations) {
        iteration.routeReason = hostile;
        iteration.plan =
            Plan{hostile, {hostile}, {hostile}, {hostile}, {{hostile, 1, hostile, 0.5, hostile}}, hostile};
        iteration.patch->origin = hostile;
        iteration.patch->repairs = iteration.patch->notices = {hostile};
        iteration.verdict->reason = hostile;
        iteration.verdict->notes = {hostile};
        for (LedgerRow &row : iteration.verdict->ledger)
            row.id = hostile + row.id;
        for (ProofRun &run : iteration.verdict->runs)
            for (CheckResult &check : run.checks)
                for (TestCase &test : check.tests) {
                    test.id = hostile + test.id;
                    test.message = test.file = hostile;
                }
    }
    state.notices = {{Noticed::Level::Warning, hostile}, {Noticed::Level::Note, hostile}};
    state.finished->rationale = hostile;
    return view;
}

} // namespace vouchsafe::test
