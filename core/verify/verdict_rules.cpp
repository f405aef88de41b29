#include "core/verify/verdict_rules.h"

#include "core/verify/check_state.h"
#include "core/verify/failure_signature.h"
#include "core/verify/sentinels.h"
#include "core/verify/toolchains.h"
#include "core/verify/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace vouchsafe {
namespace {

/// From the one that overrules all others to the best.
constexpr std::array<Outcome, 15> worstFirst{
    Outcome::Cancelled,  Outcome::Environment, Outcome::Tampered,     Outcome::Refused,
    Outcome::NotApplied, Outcome::NoPatch,     Outcome::BuildBroken,  Outcome::Regressed,
    Outcome::Timeout,    Outcome::Limit,       Outcome::StillFailing, Outcome::Flaky,
    Outcome::NoTests,    Outcome::PassingWeak, Outcome::Proven,
};

bool isWorse(Outcome a, Outcome b)
{
    const auto place = [](Outcome outcome) {
        return std::find(worstFirst.begin(), worstFirst.end(), outcome);
    };
    return place(a) < place(b);
}

bool holds(Outcome outcome)
{
    return outcome == Outcome::Proven || outcome == Outcome::PassingWeak;
}

struct Objection {
    Outcome outcome;
    std::string reason;
};

std::string differences(const std::vector<TestCase> &first, const std::vector<TestCase> &second)
{
    std::map<std::string, TestStatus> seen;
    for (const TestCase &test : first)
        seen[test.id] = test.status;
    std::vector<std::string> ids;
    for (const TestCase &test : second) {
        const auto it = seen.find(test.id);
        if (it == seen.end() || it->second != test.status)
            ids.push_back(test.id);
        if (it != seen.end())
            seen.erase(it);
    }
    for (const auto &[id, status] : seen)
        ids.push_back(id);
    return ids.empty() ? std::string() : listed(ids);
}

/// Whether a test process found its assertions changed, as its own exit status says.
bool raisedAlarm(const CheckResult &check)
{
    const Toolchain *toolchain = toolchainNamed(check.toolchain);
    if (toolchain == nullptr || toolchain->sentinels.empty() || toolchain->sentinels.front().alarm == 0)
        return false;
    const int alarm = toolchain->sentinels.front().alarm;
    const std::string words = "(exit status " + std::to_string(alarm) + ")";
    return (check.ending == Ending::Exited && check.exitCode == alarm) ||
           std::any_of(check.tests.begin(), check.tests.end(), [&](const TestCase &test) {
               return standsForOthers(check, test.id) && test.message.find(words) != std::string::npos;
           });
}

/// What one check of the repetition has to object to.
std::optional<Objection> objection(const CheckResult &first, const CheckResult &second)
{
    const CheckState state = stateOf(second);
    switch (state) {
    case CheckState::Cancelled:
        return Objection{Outcome::Cancelled, endingInWords(second)};
    case CheckState::SetupFailed:
        return Objection{Outcome::Environment, endingInWords(second)};
    case CheckState::TimedOut:
        return Objection{Outcome::Timeout, endingInWords(second) + " in the repetition"};
    case CheckState::Limit:
        return Objection{Outcome::Limit, endingInWords(second) + " in the repetition"};
    case CheckState::NoReport:
        return Objection{Outcome::Tampered, endingInWords(second) + " but left no fresh report"};
    default:
        break;
    }
    std::vector<TestCase> tests = second.tests;
    if (raisedAlarm(second))
        return Objection{Outcome::Tampered, "the assertions were changed while `" + second.command + "` ran"};
    if (!second.sentinels.empty()) {
        if (second.reportFile.empty())
            return Objection{Outcome::Flaky, endingInWords(second) + " in the repetition, without a report"};
        SentinelFinding finding = withoutSentinels(second);
        if (!finding.fault.empty())
            return Objection{Outcome::Tampered, finding.fault + " in `" + second.command + "`"};
        if (state != CheckState::TestsFailed || second.exitCode == 0)
            return Objection{Outcome::Tampered, endingInWords(second) + " though a sentinel had to fail"};
        tests = std::move(finding.tests);
    } else if (state != stateOf(first)) {
        return Objection{Outcome::Flaky, endingInWords(second) + " in the repetition"};
    }
    if (const std::string differ = differences(first.tests, tests); !differ.empty())
        return Objection{Outcome::Flaky, "differed in the repetition on the same tree: " + differ};
    return std::nullopt;
}

std::optional<Objection> repetition(const ProofRun &plain, const ProofRun *repeat)
{
    if (repeat == nullptr || repeat->checks.empty())
        return Objection{Outcome::Environment, "the repetition of the proof was not run"};
    for (std::size_t i = 0; i < repeat->checks.size() && i < plain.checks.size(); ++i)
        if (auto found = objection(plain.checks[i], repeat->checks[i]))
            return found;
    if (repeat->checks.size() != plain.checks.size())
        return Objection{Outcome::Environment, "the repetition of the proof was not run to its end"};
    return std::nullopt;
}

bool worthARow(const LedgerEntry &entry)
{
    return entry.row.change != TestChange::PassToPass && entry.row.change != TestChange::Other;
}

void describe(Verdict &verdict, const LaneVerdict &lane)
{
    verdict.outcome = lane.outcome;
    verdict.reason = lane.reason;
    verdict.broken = lane.broken;
    verdict.failing.clear();
    for (const TestCase &test : lane.failing)
        verdict.failing.push_back(test.id);
    verdict.signature = failureSignature(lane.failing);
}

} // namespace

const ProofRun *runNamed(const std::vector<ProofRun> &runs, std::string_view name)
{
    const auto it =
        std::find_if(runs.begin(), runs.end(), [&](const ProofRun &run) { return run.name == name; });
    return it == runs.end() ? nullptr : &*it;
}

LaneVerdict judgedLane(const Baseline &baseline, const std::vector<ProofRun> &runs, std::string_view lane)
{
    const bool original = lane == run_name::originalTests;
    const LaneRuns members{runNamed(runs, lane),
                           runNamed(runs, original ? run_name::originalAgain : run_name::brokenAgain),
                           original ? nullptr : runNamed(runs, run_name::newOnBase),
                           original ? nullptr : runNamed(runs, run_name::newOnBaseAgain),
                           !original && runNamed(runs, run_name::originalTests) != nullptr};
    if (members.run == nullptr) {
        LaneVerdict missing;
        missing.outcome = Outcome::Environment;
        missing.reason = "the checks were not run";
        return missing;
    }
    return judgeLane(baseline, members);
}

Verdict judge(const Baseline &baseline, const std::vector<ProofRun> &runs, Stage stage)
{
    Verdict verdict;
    verdict.runs = runs;
    if (!baseline.usable) {
        verdict.outcome = baseline.problem;
        verdict.reason = baseline.reason;
        return verdict;
    }
    const ProofRun *original = runNamed(runs, run_name::originalTests);
    const ProofRun *plain = runNamed(runs, run_name::plain);
    const LaneVerdict edited = judgedLane(baseline, runs, run_name::plain);
    if (original != nullptr) {
        // Green with the original tests is all that lane is for: an effect may show in the new tests alone.
        const LaneVerdict kept = judgedLane(baseline, runs, run_name::originalTests);
        const bool binding =
            !holds(kept.outcome) && (plain == nullptr || isWorse(kept.outcome, edited.outcome));
        describe(verdict, binding ? kept : edited);
        verdict.reason = (binding ? "with the original tests: " : "with the patch's edits of the tests: ") +
                         verdict.reason;
        if (binding && plain != nullptr && holds(edited.outcome))
            verdict.notes.push_back("the tests as the patch edits them pass");
        if (original->untouched && holds(verdict.outcome)) {
            if (verdict.outcome == Outcome::Proven)
                verdict.reason = "passes, with no evidence of effect";
            verdict.outcome = Outcome::PassingWeak;
            verdict.notes.push_back("the patch edits nothing but tests: there is no effect to prove");
        }
    } else {
        describe(verdict, edited);
    }
    const auto &entries =
        plain != nullptr ? edited.ledger : judgedLane(baseline, runs, run_name::originalTests).ledger;
    verdict.counts = countsOf(entries);
    for (const LedgerEntry &entry : entries)
        if (worthARow(entry))
            verdict.ledger.push_back(entry.row);
    if (edited.knownFailures > 0)
        verdict.notes.push_back(counted(edited.knownFailures, "failure") +
                                (edited.knownFailures == 1 ? " was" : " were") + " there before");
    if (stage == Stage::Final && holds(verdict.outcome)) {
        if (const auto found = repetition(*plain, runNamed(runs, run_name::repeat))) {
            verdict.outcome = found->outcome;
            verdict.reason = found->reason;
        }
    }
    return verdict;
}

void judgeBaseline(Baseline &baseline)
{
    settleBaseline(baseline);
    if (baseline.runs.empty())
        return;
    for (const CheckResult &check : baseline.runs.front().checks) {
        const CheckState state = stateOf(check);
        if (state == CheckState::SetupFailed || state == CheckState::CannotStart)
            baseline.problem = Outcome::Environment;
        else if (state == CheckState::NoTests)
            baseline.problem = Outcome::NoTests;
        else if (state == CheckState::Cancelled)
            baseline.problem = Outcome::Cancelled;
        else
            continue;
        baseline.usable = false;
        baseline.reason = state == CheckState::NoTests ? "`" + check.command + "` ran no test"
                                                       : endingInWords(check) + " on the untouched tree";
        return;
    }
}

} // namespace vouchsafe
