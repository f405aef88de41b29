#pragma once
// The fields of every model type as they stand in the journal and in outcome.json. Durations say their unit.

#include "core/events/event.h"

#include <array>
#include <span>
#include <string_view>

namespace vouchsafe {

using EnumNames = std::span<const std::string_view>;

inline EnumNames enumNames(Backend)
{
    static constexpr std::array<std::string_view, 4> names{"auto", "bubblewrap", "docker", "podman"};
    return names;
}
inline EnumNames enumNames(Network)
{
    static constexpr std::array<std::string_view, 2> names{"none", "allow-list"};
    return names;
}
inline EnumNames enumNames(EngineerKind)
{
    static constexpr std::array<std::string_view, 5> names{"auto", "builtin", "model", "tools", "scripted"};
    return names;
}
inline EnumNames enumNames(Reproduction)
{
    static constexpr std::array<std::string_view, 3> names{"auto", "yes", "no"};
    return names;
}
inline EnumNames enumNames(Phase)
{
    static constexpr std::array<std::string_view, 6> names{"retrieve", "reproduce", "architect",
                                                           "engineer", "verify",    "route"};
    return names;
}
inline EnumNames enumNames(Route)
{
    static constexpr std::array<std::string_view, 4> names{"start", "engineer", "architect", "stop"};
    return names;
}
inline EnumNames enumNames(ChangeKind)
{
    static constexpr std::array<std::string_view, 4> names{"modify", "create", "delete", "rename"};
    return names;
}
inline EnumNames enumNames(TestStatus)
{
    static constexpr std::array<std::string_view, 5> names{"passed", "failed", "error", "skipped",
                                                           "expected-failure"};
    return names;
}
inline EnumNames enumNames(Ending)
{
    static constexpr std::array<std::string_view, 6> names{"exited",    "signalled",     "timed-out",
                                                           "cancelled", "limit-reached", "setup-failed"};
    return names;
}
inline EnumNames enumNames(TestChange)
{
    static constexpr std::array<std::string_view, 9> names{"fail-to-pass", "pass-to-pass", "fail-to-fail",
                                                           "pass-to-fail", "vanished",     "newly-skipped",
                                                           "new",          "new-failing",  "other"};
    return names;
}
inline EnumNames enumNames(Outcome)
{
    static const auto names = [] {
        std::array<std::string_view, 15> all;
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = outcomeName(static_cast<Outcome>(i));
        return all;
    }();
    return names;
}
inline EnumNames enumNames(StopReason)
{
    static const auto names = [] {
        std::array<std::string_view, 10> all;
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = stopReasonName(static_cast<StopReason>(i));
        return all;
    }();
    return names;
}
inline EnumNames enumNames(Noticed::Level)
{
    static constexpr std::array<std::string_view, 3> names{"progress", "note", "warning"};
    return names;
}
inline EnumNames enumNames(HumanActed::Act)
{
    static constexpr std::array<std::string_view, 6> names{"approved", "rejected", "edited",
                                                           "applied",  "undone",   "cancel-asked"};
    return names;
}

template <class V>
void fields(V &visit, PolicyMount &mount)
{
    visit("host", mount.host);
    visit("inside", mount.inside);
    visit("discard_writes", mount.discardWrites);
}
template <class V>
void fields(V &visit, SandboxPolicy &policy)
{
    visit("backend", policy.backend);
    visit("runtime", policy.runtime);
    visit("image", policy.image);
    visit("pull", policy.pull);
    visit("network", policy.network);
    visit("hosts", policy.hosts);
    visit("cpu_percent", policy.cpuPercent);
    visit("memory_bytes", policy.memoryBytes);
    visit("pids", policy.pids);
    visit("file_bytes", policy.fileBytes);
    visit("workspace_bytes", policy.workspaceBytes);
    visit("workspace_files", policy.workspaceFiles);
    visit("tmp_bytes", policy.tmpBytes);
    visit("output_bytes", policy.outputBytes);
    visit("protect", policy.protect);
    visit("protect_read_only", policy.protectReadOnly);
    visit("include", policy.include);
    visit("mounts", policy.mounts);
    visit("user", policy.user);
    visit("environment", policy.environment);
}
template <class V>
void fields(V &visit, Limits &limits)
{
    visit("attempts", limits.attempts);
    visit("check_seconds", limits.check);
    visit("run_seconds", limits.run);
    visit("cost_usd", limits.costUsd);
    visit("tokens", limits.tokens);
}
template <class V>
void fields(V &visit, Cost &cost)
{
    visit("prompt_tokens", cost.promptTokens);
    visit("cached_tokens", cost.cachedTokens);
    visit("completion_tokens", cost.completionTokens);
    visit("usd", cost.usd);
    visit("calls", cost.calls);
}
template <class V>
void fields(V &visit, Spent &spent)
{
    visit("attempts", spent.attempts);
    visit("time_ms", spent.time);
    visit("cost", spent.cost);
}
template <class V>
void fields(V &visit, Base &base)
{
    visit("commit", base.commit);
    visit("branch", base.branch);
    visit("tree", base.treeId);
}
template <class V>
void fields(V &visit, ModelRef &model)
{
    visit("provider", model.provider);
    visit("name", model.name);
}
template <class V>
void fields(V &visit, Task &task)
{
    visit("request", task.request);
    visit("repository", task.repository);
    visit("subfolder", task.subfolder);
    visit("base", task.base);
    visit("checks", task.checks);
    visit("limits", task.limits);
    visit("policy", task.policy);
    visit("images", task.images);
    visit("engineer", task.engineer);
    visit("script", task.script);
    visit("models", task.models);
    visit("reproduction", task.reproduction);
    visit("max_context_tokens", task.maxContextTokens);
}
template <class V>
void fields(V &visit, Slice &slice)
{
    visit("id", slice.id);
    visit("path", slice.path);
    visit("start", slice.start);
    visit("end", slice.end);
    visit("text", slice.text);
    visit("score", slice.score);
    visit("reason", slice.reason);
    visit("tokens", slice.tokens);
}
template <class V>
void fields(V &visit, LeftOut &leftOut)
{
    visit("id", leftOut.id);
    visit("reason", leftOut.reason);
}
template <class V>
void fields(V &visit, ContextBundle &context)
{
    visit("slices", context.slices);
    visit("left_out", context.leftOut);
    visit("tokens", context.tokens);
}
template <class V>
void fields(V &visit, Suspect &suspect)
{
    visit("path", suspect.path);
    visit("line", suspect.line);
    visit("symbol", suspect.symbol);
    visit("suspicion", suspect.suspicion);
    visit("evidence", suspect.evidence);
}
template <class V>
void fields(V &visit, Plan &plan)
{
    visit("goal", plan.goal);
    visit("steps", plan.steps);
    visit("files", plan.files);
    visit("risks", plan.risks);
    visit("suspects", plan.suspects);
    visit("author", plan.author);
}
template <class V>
void fields(V &visit, PatchPlace &place)
{
    visit("path", place.path);
    visit("line", place.line);
    visit("text", place.text);
}
template <class V>
void fields(V &visit, PatchedFile &file)
{
    visit("path", file.path);
    visit("from", file.from);
    visit("change", file.kind);
    visit("before", file.before);
    visit("after", file.after);
}
template <class V>
void fields(V &visit, ProposedPatch &patch)
{
    visit("diff", patch.diff);
    visit("sha256", patch.sha256);
    visit("origin", patch.origin);
    visit("files", patch.files);
    visit("added", patch.added);
    visit("removed", patch.removed);
    visit("alternatives", patch.alternatives);
    visit("repairs", patch.repairs);
    visit("notices", patch.notices);
}
template <class V>
void fields(V &visit, RejectedPatch &rejected)
{
    visit("code", rejected.code);
    visit("message", rejected.message);
    visit("places", rejected.places);
    visit("raw", rejected.raw);
}
template <class V>
void fields(V &visit, TestCase &test)
{
    visit("id", test.id);
    visit("status", test.status);
    visit("duration_ms", test.duration);
    visit("message", test.message);
    visit("file", test.file);
    visit("line", test.line);
}
template <class V>
void fields(V &visit, CheckResult &check)
{
    visit("command", check.command);
    visit("toolchain", check.toolchain);
    visit("ending", check.ending);
    visit("exit_code", check.exitCode);
    visit("signal", check.signal);
    visit("limit", check.limit);
    visit("duration_ms", check.duration);
    visit("output_tail", check.outputTail);
    visit("output_file", check.outputFile);
    visit("output_sha256", check.outputSha256);
    visit("report_file", check.reportFile);
    visit("report_sha256", check.reportSha256);
    visit("report_expected", check.reportExpected);
    visit("tests", check.tests);
    visit("number", check.number);
    visit("broken_report_file", check.brokenReportFile);
    visit("broken_report_sha256", check.brokenReportSha256);
    visit("sentinels", check.sentinels);
}
template <class V>
void fields(V &visit, ProofRun &run)
{
    visit("name", run.name);
    visit("checks", run.checks);
    visit("untouched", run.untouched);
}
template <class V>
void fields(V &visit, Baseline &baseline)
{
    visit("runs", baseline.runs);
    visit("flaky", baseline.flaky);
    visit("left_out", baseline.leftOut);
    visit("usable", baseline.usable);
    visit("problem", baseline.problem);
    visit("reason", baseline.reason);
    visit("failing", baseline.failing);
}
template <class V>
void fields(V &visit, LedgerRow &row)
{
    visit("id", row.id);
    visit("change", row.change);
    visit("before", row.before);
    visit("after", row.after);
}
template <class V>
void fields(V &visit, LedgerCounts &counts)
{
    visit("total", counts.total);
    visit("fail_to_pass", counts.failToPass);
    visit("pass_to_pass", counts.passToPass);
    visit("fail_to_fail", counts.failToFail);
    visit("pass_to_fail", counts.passToFail);
    visit("vanished", counts.vanished);
    visit("newly_skipped", counts.newlySkipped);
    visit("added", counts.added);
}
template <class V>
void fields(V &visit, Verdict &verdict)
{
    visit("outcome", verdict.outcome);
    visit("reason", verdict.reason);
    visit("runs", verdict.runs);
    visit("ledger", verdict.ledger);
    visit("counts", verdict.counts);
    visit("signature", verdict.signature);
    visit("failing", verdict.failing);
    visit("broken", verdict.broken);
    visit("notes", verdict.notes);
    visit("ambiguous", verdict.ambiguous);
    visit("duration_ms", verdict.duration);
}
template <class V>
void fields(V &visit, Attestation &attestation)
{
    visit("backend", attestation.backend);
    visit("runtime", attestation.runtime);
    visit("kernel", attestation.kernel);
    visit("uid", attestation.uid);
    visit("capabilities", attestation.capabilities);
    visit("no_new_privileges", attestation.noNewPrivileges);
    visit("seccomp", attestation.seccomp);
    visit("interfaces", attestation.interfaces);
    visit("memory_limit", attestation.memoryLimit);
    visit("workspace", attestation.workspace);
    visit("system", attestation.system);
    visit("image", attestation.image);
    visit("engine", attestation.engine);
    visit("mounts", attestation.mounts);
    visit("routes", attestation.routes);
    visit("limits", attestation.limits);
    visit("refused", attestation.refused);
    visit("unseen", attestation.unseen);
}

} // namespace vouchsafe
