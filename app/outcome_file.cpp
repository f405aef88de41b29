#include "app/outcome_file.h"

#include "core/events/event_json.h"

#include <nlohmann/json.hpp>

#include <set>

namespace vouchsafe {
namespace {

using nlohmann::json;

/// What a check left behind, without its tests: those stand in the report whose hash is here.
json checkJson(const CheckResult &check)
{
    json row = {{"command", check.command},   {"toolchain", check.toolchain},
                {"exit_code", nullptr},       {"signal", nullptr},
                {"limit", nullptr},           {"duration_ms", check.duration.count()},
                {"output", check.outputFile}, {"output_sha256", check.outputSha256},
                {"report", check.reportFile}, {"report_sha256", check.reportSha256}};
    if (check.ending == Ending::Exited)
        row["exit_code"] = check.exitCode;
    if (check.ending == Ending::Signalled)
        row["signal"] = check.signal;
    if (check.ending == Ending::LimitReached)
        row["limit"] = check.limit;
    if (check.ending == Ending::TimedOut)
        row["limit"] = "time";
    return row;
}

json runsJson(const std::vector<ProofRun> &runs)
{
    json rows = json::array();
    for (const ProofRun &run : runs) {
        json checks = json::array();
        for (const CheckResult &check : run.checks)
            checks.push_back(checkJson(check));
        rows.push_back({{"name", run.name}, {"checks", checks}});
    }
    return rows;
}

json patchJson(const RunState &state)
{
    const Iteration *chosen = state.iteration(state.finished->best);
    if (chosen == nullptr || !chosen->patch)
        return nullptr;
    json files = json::array();
    for (const PatchedFile &file : chosen->patch->files)
        files.push_back({{"path", bytesJson(file.path)}, {"before", file.before}, {"after", file.after}});
    return {{"iteration", chosen->number},
            {"sha256", chosen->patch->sha256},
            {"files", files},
            {"added", chosen->patch->added},
            {"removed", chosen->patch->removed},
            {"origin", chosen->patch->origin},
            {"notices", chosen->patch->notices}};
}

json iterationsJson(const RunState &state)
{
    json rows = json::array();
    for (const Iteration &iteration : state.iterations) {
        json row = {{"number", iteration.number}, {"route_reason", iteration.routeReason}};
        if (iteration.patch)
            row["patch_sha256"] = iteration.patch->sha256;
        if (iteration.rejected)
            row["refusal"] = iteration.rejected->code;
        if (iteration.verdict) {
            const Verdict &verdict = *iteration.verdict;
            row["outcome"] = outcomeName(verdict.outcome);
            row["reason"] = verdict.reason;
            row["ledger"] = toJson(verdict.counts);
            row["signature"] = verdict.signature;
            row["ambiguous"] = verdict.ambiguous;
            row["runs"] = runsJson(verdict.runs);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

json modelsJson(const RunState &state)
{
    std::set<std::string> models;
    std::set<std::string> prompts;
    for (const ModelCalled &call : state.modelCalls) {
        models.insert(call.model);
        prompts.insert(call.promptSha256);
    }
    return {{"models", models}, {"prompts_sha256", prompts}};
}

} // namespace

json outcomeDocument(const RunState &state, const JournalPosition &position)
{
    const RunFinished &finished = state.finished.value();
    return {{"v", 1},
            {"run", state.run},
            {"application", state.version},
            {"started_at", state.startedAt},
            {"task", toJson(state.task)},
            {"policy_sha256", state.policySha256},
            {"attestation", state.attestation ? toJson(*state.attestation) : json(nullptr)},
            {"baseline", state.baseline ? runsJson(state.baseline->runs) : json(nullptr)},
            {"iterations", iterationsJson(state)},
            {"patch", patchJson(state)},
            {"outcome", outcomeName(finished.outcome)},
            {"stop", stopReasonName(finished.stop)},
            {"rationale", finished.rationale},
            {"attempts", finished.spent.attempts},
            {"time_ms", finished.spent.time.count()},
            {"cost", toJson(finished.spent.cost)},
            {"engineer", modelsJson(state)},
            {"journal", {{"seq", position.seq}, {"sha256", position.sha256}}}};
}

JournalPosition finishedPosition(const LoadedJournal &journal)
{
    JournalPosition position = journal.position;
    for (auto event = journal.events.rbegin(); event != journal.events.rend(); ++event) {
        if (std::holds_alternative<RunFinished>(event->body))
            break;
        position = {event->seq - 1, event->prev};
    }
    return position;
}

json outcomeLine(const RunState &state, const std::string &patchFile)
{
    const RunFinished &finished = state.finished.value();
    json line = {{"kind", "outcome"},
                 {"run", state.run},
                 {"outcome", outcomeName(finished.outcome)},
                 {"stop", stopReasonName(finished.stop)},
                 {"reason", finished.rationale},
                 {"iterations", state.iterations.size()},
                 {"patch", patchFile.empty() ? json(nullptr) : bytesJson(patchFile)},
                 {"attempts", finished.spent.attempts},
                 {"time_ms", finished.spent.time.count()},
                 {"cost", toJson(finished.spent.cost)},
                 {"ambiguous", false}};
    const Iteration *best = state.best();
    if (best != nullptr) {
        line["verdict_reason"] = best->verdict->reason;
        line["ledger"] = toJson(best->verdict->counts);
        line["ambiguous"] = best->verdict->ambiguous;
    }
    return line;
}

Result<Task> taskOfOutcome(std::string_view outcomeJson)
{
    const json outcome = json::parse(outcomeJson, nullptr, false);
    const auto task = outcome.is_object() ? outcome.find("task") : outcome.end();
    const std::optional<Task> read =
        outcome.is_object() && task != outcome.end() ? taskFromJson(*task) : std::nullopt;
    if (!read)
        return fail(ErrorCode::Evidence, "outcome.json cannot be read", "looking for the task in it");
    return *read;
}

std::string offeredDiff(const RunState &state)
{
    if (!state.finished)
        return {};
    const Iteration *chosen = state.iteration(state.finished->best);
    return chosen != nullptr && chosen->patch ? chosen->patch->diff : std::string{};
}

} // namespace vouchsafe
