#pragma once
// A run's worth of events, one of every kind, with odd bytes where bytes may be odd.

#include "core/events/event.h"

#include <vector>

namespace vouchsafe::test {

inline Verdict sampleVerdict(Outcome outcome, std::string signature = "f00d")
{
    Verdict verdict;
    verdict.outcome = outcome;
    verdict.reason = "as judged";
    verdict.signature = std::move(signature);
    CheckResult check;
    check.command = "python3 -m pytest -q";
    check.toolchain = "pytest";
    check.exitCode = 1;
    check.duration = std::chrono::milliseconds(812);
    check.tests = {{"test_a.py::test_a", TestStatus::Failed, std::chrono::milliseconds(3), "assert 1 == 2",
                    "test_a.py", 4}};
    verdict.runs = {{"plain", {check}}};
    verdict.ledger = {{"test_a.py::test_a", TestChange::FailToFail, TestStatus::Failed, TestStatus::Failed}};
    verdict.counts.total = 1;
    verdict.failing = {"test_a.py::test_a"};
    return verdict;
}

inline std::vector<EventBody> sampleBodies()
{
    RunStarted started;
    started.task.request = "mend f";
    started.task.repository = "/tmp/caf\xe9";
    started.task.base = {"0123456789012345678901234567890123456789", "main", "abcd"};
    started.task.checks = {"make test"};
    started.task.models = {{"engineer", {"openai", "gpt"}}};
    started.task.limits.costUsd = 0.25;
    started.task.policy.network = Network::AllowList;
    started.task.policy.hosts = {"*.example.org"};
    started.task.policy.cpuPercent = 150;
    started.task.policy.protectReadOnly = true;
    started.task.policy.mounts = {{"/opt/node", "/opt/node", true}};
    started.task.policy.user = "1000:1000";
    started.task.policy.environment = {"NODE_PATH=/opt"};
    started.version = "0.1.0";
    Attestation attestation;
    attestation.backend = "bubblewrap";
    attestation.interfaces = {"lo"};
    Baseline baseline;
    baseline.runs = {{"baseline", {}}};
    baseline.failing = {"test_a.py::test_a"};
    ContextBundle context;
    context.slices = {{"a.py::f", "a.py", 1, 2, "def f():\n    return \xff\n", 0.5, "name has \"f\"", 7}};
    context.leftOut = {{"b.py::g", "budget"}};
    Plan plan;
    plan.goal = "f returns 2";
    plan.suspects = {{"a.py", 2, "f", 0.9, "run by 1 of 1 failing tests"}};
    ProposedPatch patch;
    patch.diff = "diff --git a/a.py b/a.py\n+\xff\n";
    patch.sha256 = "aa";
    patch.files = {{"a.py", "", ChangeKind::Modify, "11", "22"}};
    patch.added = 1;
    RejectedPatch rejected{"ERR_PATCH_NO_MATCH", "nowhere", {{"a.py", 3, "x"}}, "raw"};
    return {
        started,
        SandboxAttested{attestation},
        PhaseStarted{0, Phase::Verify},
        BaselineReached{baseline},
        PhaseFinished{0, Phase::Verify, std::chrono::milliseconds(900)},
        PhaseStarted{1, Phase::Retrieve},
        ContextRetrieved{1, context},
        ModelCalled{"architect", "openai:gpt", "beef", {100, 10, 20, 0.01, 1}, std::chrono::milliseconds(5)},
        PlanMade{1, plan, {}},
        PatchRejected{1, rejected, {}},
        PatchProposed{1, patch, {}},
        CheckFinished{1, "plain", sampleVerdict(Outcome::StillFailing).runs[0].checks[0]},
        VerdictReached{1, sampleVerdict(Outcome::StillFailing)},
        RouteDecided{1, Route::Engineer, "not proven yet"},
        Noticed{Noticed::Level::Progress, "tried 10 candidates"},
        VerdictReached{2, sampleVerdict(Outcome::Proven, "")},
        RouteDecided{2, Route::Stop, "passes all tests"},
        RunFinished{StopReason::Verified, Outcome::Proven, 2, "passes all tests", {}},
        RunResumed{"0.1.0"},
        HumanActed{HumanActed::Act::Applied, "--yes", "aa", {"a.py"}, {1, 3}}};
}

} // namespace vouchsafe::test
