#include "core/repair/builtin_architect.h"

#include "core/base/text.h"
#include "core/repair/editable.h"
#include "core/repair/source_file.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace vouchsafe {
namespace {

using repair::EvidenceKind;
using repair::Goal;
using repair::Localisation;
using repair::LocalisationInput;

constexpr std::size_t mostFilesRead = 400;

bool hasPython(const BaseTree &tree, const std::vector<std::string> &protect)
{
    return std::any_of(tree.entries().begin(), tree.entries().end(),
                       [&](const TreeEntry &entry) { return repair::isEditable(entry, protect); });
}

/// Whether a failing test's id, a traceback or, for want of names, the output of the checks leads into a
/// Python file of the tree, a test's own included.
bool failureNamesPython(const BaseTree &tree, const RunState &state, const Goal &goal)
{
    const auto inTree = [&](const std::string &path) {
        return path.ends_with(".py") && findEntry(tree, path) != nullptr;
    };
    const auto leadsThere = [&](const repair::Traceback &traceback) {
        return std::any_of(traceback.frames.begin(), traceback.frames.end(),
                           [&](const repair::Frame &frame) { return inTree(frame.path); });
    };
    for (const repair::FailingTest &test : goal.targets)
        if (inTree(test.id.substr(0, test.id.find("::"))) || leadsThere(test.traceback))
            return true;
    if (!goal.exitCodeOnly)
        return false;
    for (const CheckResult &check : state.baseline->runs.front().checks)
        if (leadsThere(repair::tracebackOf(check.outputTail, repair::treeRoots(state))))
            return true;
    return false;
}

PlanReply nothing(std::string why)
{
    PlanReply reply;
    reply.nothing = std::move(why);
    return reply;
}

std::string percent(double suspicion)
{
    return std::to_string(std::lround(suspicion * 100)) + " %";
}

std::string shownFunction(const Suspect &suspect)
{
    return shown(suspect.path) + (suspect.symbol.empty() ? " (module level)" : "::" + shown(suspect.symbol));
}

std::string evidenceStep(EvidenceKind kind, std::size_t failing, const std::string &withoutCoverage)
{
    const std::string tests = std::to_string(failing) + (failing == 1 ? " failing test" : " failing tests");
    if (kind == EvidenceKind::Coverage)
        return "Rank the statements that " + tests + " run by how few passing tests run them too";
    const std::string why = " (no coverage: " + withoutCoverage + ")";
    if (kind == EvidenceKind::Traceback)
        return "Rank the statements in the tracebacks of " + tests + why;
    return "Rank the statements of the code that was retrieved for the task" + why;
}

Plan planOf(const Localisation &located, const Goal &goal, const std::string &withoutCoverage)
{
    Plan plan;
    plan.author = "builtin";
    plan.suspects = located.suspects;
    if (goal.exitCodeOnly)
        plan.goal = "Make the check succeed with one small edit";
    else
        plan.goal = "Make " + std::to_string(goal.targets.size()) +
                    (goal.targets.size() == 1 ? " failing test" : " failing tests") +
                    " pass with one small edit and break none: " + goal.targets.front().id +
                    (goal.targets.size() > 1 ? ", ..." : "");
    plan.steps.push_back(evidenceStep(located.kind, goal.targets.size(), withoutCoverage));
    std::set<std::string> functions;
    std::set<std::string> files;
    for (const Suspect &suspect : located.suspects) {
        files.insert(suspect.path);
        if (functions.insert(shownFunction(suspect)).second && functions.size() <= 6)
            plan.steps.push_back("Most suspicious line in " + shownFunction(suspect) + ": " +
                                 std::to_string(suspect.line) + " (" + percent(suspect.suspicion) + "; " +
                                 suspect.evidence + ")");
    }
    plan.files.assign(files.begin(), files.end());
    plan.steps.push_back(
        "Try one-place edits there, each against the failing tests, then the whole check: comparisons, "
        "negations, and/or, off by one, constants, arithmetic, swapped arguments, missing guards");
    plan.risks.emplace_back("An edit that passes all tests need not be the right one");
    if (located.functionsLeftOut > 0)
        plan.risks.push_back("Not searched: " + std::to_string(located.functionsLeftOut) +
                             " less suspicious functions");
    return plan;
}

} // namespace

BuiltinArchitect::BuiltinArchitect(const BaseTree &tree, Coverage &coverage)
    : m_tree(tree), m_coverage(coverage)
{
}

Status BuiltinArchitect::measure(Reporter &reporter, const std::stop_token &stop)
{
    if (m_measured)
        return {};
    Result<CoverageReport> report = m_coverage.measure(stop);
    if (!report && (report.error().code == ErrorCode::Cancelled || stop.stop_requested()))
        return Failure(report.error());
    m_measured = true;
    if (report) {
        m_report = std::move(*report);
        return {};
    }
    m_withoutCoverage = report.error().what;
    if (report.error().code != ErrorCode::NotAvailable)
        reporter.report(
            Noticed{Noticed::Level::Warning, "cannot see which lines the tests run: " + report.error().what +
                                                 " (" + report.error().context + ")"});
    return {};
}

/// Only files that some evidence names are read and parsed.
LocalisationInput BuiltinArchitect::inputFor(const RunState &state, Goal goal) const
{
    LocalisationInput input;
    input.coverage = m_report ? &*m_report : nullptr;
    input.context = state.context;
    input.request = state.task.request;
    input.passing = std::move(goal.passing);
    std::vector<std::string> paths;
    for (const repair::FailingTest &test : goal.targets)
        for (auto frame = test.traceback.frames.rbegin(); frame != test.traceback.frames.rend(); ++frame)
            paths.push_back(frame->path);
    for (const Slice &slice : input.context.slices)
        paths.push_back(slice.path);
    if (m_report) {
        const std::vector<std::string> targets = goal.targetIds();
        for (const TestCoverage &test : m_report->tests)
            if (std::find(targets.begin(), targets.end(), test.test) != targets.end())
                for (const auto &[path, lines] : test.lines)
                    paths.push_back(path);
    }
    input.failing = std::move(goal.targets);
    for (const std::string &path : paths) {
        if (input.outlines.contains(path) || input.outlines.size() == mostFilesRead)
            continue;
        if (const auto file = repair::loadSource(m_tree, path, state.task.policy.protect))
            input.outlines.emplace(path, repair::outlineOf(path, file->tree));
    }
    return input;
}

Result<PlanReply> BuiltinArchitect::plan(const RunState &state, Reporter &reporter, std::stop_token stop)
{
    const Goal goal = repair::goalOf(state);
    if (!goal.blocked.empty())
        return nothing("Blocked: " + goal.blocked + ".");
    if (!hasPython(m_tree, state.task.policy.protect))
        return nothing("No Python code to search: the built-in engineer knows Python only.");
    if (const Status done = measure(reporter, stop); !done)
        return Failure(done.error());
    const Localisation located = repair::localise(inputFor(state, goal));
    if (located.suspects.empty())
        return nothing("No place to search: " +
                       (m_report ? std::string("the failing tests run no Python code that may be edited")
                                 : m_withoutCoverage + ", and neither tracebacks nor retrieval name one") +
                       ".");
    // The task's words alone make every function of the repository a guess.
    if (located.kind == EvidenceKind::Retrieval && !failureNamesPython(m_tree, state, goal))
        return nothing("No place to search: the check fails without naming a Python file of the repository, "
                       "neither by a test nor in a traceback" +
                       (m_withoutCoverage.empty() ? std::string() : " (" + m_withoutCoverage + ")") + ".");
    PlanReply reply;
    reply.plan = planOf(located, goal, m_withoutCoverage);
    return reply;
}

} // namespace vouchsafe
