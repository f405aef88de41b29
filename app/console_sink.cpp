#include "app/console_sink.h"

#include "app/act_text.h"
#include "core/base/text.h"
#include "core/events/event_json.h"
#include "core/verify/sentinels.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace vouchsafe {
namespace {

std::string seconds(std::chrono::milliseconds duration)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(duration.count()) / 1000.0);
    return text;
}

std::string counted(std::size_t count, const std::string &noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string endingText(const CheckResult &check)
{
    switch (check.ending) {
    case Ending::Exited:
        return "exit " + std::to_string(check.exitCode);
    case Ending::Signalled:
        return "signal " + std::to_string(check.signal);
    case Ending::TimedOut:
        return "time limit reached";
    case Ending::Cancelled:
        return "cancelled";
    case Ending::LimitReached:
        return "limit on " + std::string(limitInWords(check.limit)) + " reached";
    case Ending::SetupFailed:
        return "could not be started";
    }
    return {};
}

/// The two strongest of the reasons, which stand strongest first.
std::string firstReasons(const std::string &reason)
{
    const std::size_t first = reason.find("; ");
    return reason.substr(0, first == std::string::npos ? first : reason.find("; ", first + 2));
}

/// Text of unknown origin with its control characters visible; tabs and line feeds stay.
std::string safeLines(std::string_view text)
{
    std::string safe;
    for (const std::string_view line : splitLines(text)) {
        for (const std::string &part : split(line, '\t'))
            safe += shown(part) + '\t';
        safe.back() = '\n';
    }
    return safe;
}

} // namespace

ConsoleSink::ConsoleSink(std::ostream &out, std::chrono::milliseconds progressEvery)
    : m_out(out), m_progressEvery(progressEvery)
{
}

void ConsoleSink::event(const Event &event)
{
    m_run = event.run;
    std::visit([this](const auto &body) { tell(body); }, event.body);
    m_out.flush();
}

void ConsoleSink::say(const std::string &label, const std::string &text)
{
    constexpr std::size_t column = 10;
    std::string head = label;
    const std::string safe = safeLines(text);
    for (const std::string_view line : splitLines(safe)) {
        head.resize(std::max(column, head.size() + 1), ' ');
        m_out << head << line << '\n';
        head.clear();
    }
}

void ConsoleSink::tell(const RunStarted &event)
{
    const Task &task = event.task;
    say("run", m_run);
    const std::string where = task.base.branch.empty() ? task.base.commit.substr(0, 12) : task.base.branch;
    say("tree", task.repository + (where.empty() ? "" : " (" + where + ")"));
    say("task", task.request);
}

void ConsoleSink::tell(const RunResumed &)
{
    say("run", m_run + " goes on");
}

void ConsoleSink::tell(const PhaseStarted &event)
{
    if (event.iteration == 0)
        say("baseline", "running the checks on the untouched tree");
    else if (event.phase == Phase::Retrieve || event.phase == Phase::Engineer)
        say(event.phase == Phase::Retrieve ? "attempt" : "engineer",
            event.phase == Phase::Retrieve ? std::to_string(event.iteration) : "looking for a patch");
}

void ConsoleSink::tell(const SandboxAttested &event)
{
    const Attestation &seen = event.attestation;
    const std::string backend = seen.engine.empty() ? seen.backend : seen.engine;
    say("sandbox", backend + (seen.runtime.empty() ? "" : " with " + seen.runtime) + ", kernel " +
                       seen.kernel + ", workspace: " + seen.workspace + ", memory: " + seen.memoryLimit);
    say("inside", "network: " + join(seen.interfaces, " ") + ", uid " + std::to_string(seen.uid) +
                      ", capabilities " + seen.capabilities + ", seccomp " + std::to_string(seen.seccomp) +
                      ", " + std::to_string(seen.refused.size()) + " forbidden acts refused" +
                      (seen.unseen.empty() ? "" : ", not observable: " + join(seen.unseen, " ")));
}

void ConsoleSink::tell(const BaselineReached &event)
{
    const Baseline &baseline = event.baseline;
    if (!baseline.usable) {
        say("baseline", baseline.reason);
        return;
    }
    std::size_t tests = 0;
    std::string endings;
    if (!baseline.runs.empty())
        for (const CheckResult &check : baseline.runs.front().checks) {
            tests += check.tests.size();
            endings += (endings.empty() ? "" : ", ") + endingText(check);
        }
    say("baseline",
        tests == 0 ? endings + "; no test is reported by name"
                   : counted(tests, "test") + ", " + std::to_string(baseline.failing.size()) + " failing");
    constexpr std::size_t mostNamed = 10;
    for (std::size_t i = 0; i < std::min(baseline.failing.size(), mostNamed); ++i)
        say(i == 0 ? "failing" : "", baseline.failing[i]);
    if (baseline.failing.size() > mostNamed)
        say("", "and " + std::to_string(baseline.failing.size() - mostNamed) + " more");
    if (!baseline.flaky.empty())
        say("flaky", join(baseline.flaky, ", "));
    if (!baseline.leftOut.empty())
        say("left out", elided(join(baseline.leftOut, ", "), 600, 0));
}

void ConsoleSink::tell(const ContextRetrieved &event)
{
    const ContextBundle &context = event.context;
    if (context.slices.empty())
        return;
    say("context",
        counted(context.slices.size(), "slice") + ", about " + std::to_string(context.tokens) + " tokens");
    constexpr std::size_t mostNamed = 6;
    for (std::size_t i = 0; i < std::min(context.slices.size(), mostNamed); ++i)
        say("", context.slices[i].id + "  (" + firstReasons(context.slices[i].reason) + ")");
    if (context.slices.size() > mostNamed)
        say("", "and " + std::to_string(context.slices.size() - mostNamed) + " more");
}

void ConsoleSink::tell(const PlanMade &event)
{
    const Plan &plan = event.plan;
    say("plan", plan.goal + "  [" + plan.author + "]");
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
        say("", std::to_string(i + 1) + ". " + plan.steps[i]);
    constexpr std::size_t mostSuspects = 5;
    for (std::size_t i = 0; i < std::min(plan.suspects.size(), mostSuspects); ++i) {
        const Suspect &suspect = plan.suspects[i];
        say(i == 0 ? "suspects" : "",
            suspect.path + ":" + std::to_string(suspect.line) + "  " + suspect.evidence);
    }
    for (const std::string &risk : plan.risks)
        say("risk", risk);
}

void ConsoleSink::tell(const PatchProposed &event)
{
    const ProposedPatch &patch = event.patch;
    if (patch.diff.empty()) {
        say("patch", "none, the tree stays as it is");
        for (const std::string &notice : patch.notices)
            say("note", notice);
        return;
    }
    say("patch", counted(patch.files.size(), "file") + ", +" + std::to_string(patch.added) + " -" +
                     std::to_string(patch.removed) + "  [" + patch.origin + "]");
    for (const std::string &repair : patch.repairs)
        say("repaired", repair);
    for (const std::string &notice : patch.notices)
        say("note", notice);
    m_out << '\n' << safeLines(elided(patch.diff, 16'000, 4'000)) << '\n';
}

void ConsoleSink::tell(const PatchRejected &event)
{
    say("refused", event.rejected.message + "  [" + event.rejected.code + "]");
    for (const PatchPlace &place : event.rejected.places)
        say("", place.path + ":" + std::to_string(place.line) + "  " + place.text);
}

void ConsoleSink::tell(const CheckFinished &event)
{
    const CheckResult &check = event.result;
    std::size_t tests = 0;
    std::size_t passed = 0;
    for (const TestCase &test : check.tests) {
        if (isSentinel(check, test.id))
            continue;
        ++tests;
        passed += test.status == TestStatus::Passed ? 1 : 0;
    }
    std::string text = check.command + "  [" + event.run + "] " + endingText(check);
    if (tests > 0)
        text += ", " + std::to_string(passed) + " of " + counted(tests, "test") + " passed";
    if (check.tests.size() > tests)
        text += "; as it must be: two of the sentinels fail";
    say("check", text + ", " + seconds(check.duration));
}

void ConsoleSink::tell(const VerdictReached &event)
{
    const Verdict &verdict = event.verdict;
    say("verdict", std::string(outcomeName(verdict.outcome)) + ": " + verdict.reason);
    for (const std::string &note : verdict.notes)
        say("", note);
}

void ConsoleSink::tell(const RouteDecided &event)
{
    static constexpr const char *names[] = {"start", "next: engineer", "next: architect", "stop"};
    if (event.route != Route::Stop)
        say("route", std::string(names[static_cast<int>(event.route)]) + ", because " + event.rationale);
}

void ConsoleSink::tell(const Noticed &event)
{
    static constexpr const char *labels[] = {"...", "note", "warning"};
    const auto now = std::chrono::steady_clock::now();
    if (event.level == Noticed::Level::Progress && now - m_lastProgress < m_progressEvery)
        return;
    m_lastProgress = now;
    say(labels[static_cast<int>(event.level)], event.text);
}

void ConsoleSink::tell(const RunFinished &event)
{
    say("stopped", std::string(stopReasonName(event.stop)) + ": " + event.rationale);
    say("outcome",
        std::string(outcomeName(event.outcome)) + " (" + std::string(outcomeRule(event.outcome).shown) + ")");
}

void ConsoleSink::tell(const HumanActed &event)
{
    say("person", actText(event));
}

void JsonSink::event(const Event &event)
{
    m_out << toLine(event) << '\n' << std::flush;
}

} // namespace vouchsafe
