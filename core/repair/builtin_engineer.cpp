#include "core/repair/builtin_engineer.h"

#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/repair/search_report.h"

#include <algorithm>
#include <array>

namespace vouchsafe {
namespace {

using repair::Attempted;
using repair::Candidate;
using repair::Goal;

constexpr std::size_t likelyFunctions = 6;
constexpr double laterFunctionShare = .6; ///< of the score, for functions beyond the likely ones

const Plan *newestPlan(const RunState &state)
{
    for (auto it = state.iterations.rbegin(); it != state.iterations.rend(); ++it)
        if (it->plan)
            return &*it->plan;
    return nullptr;
}

std::vector<Suspect> suspectsOf(const Plan &plan)
{
    std::vector<Suspect> suspects = plan.suspects;
    if (suspects.empty())
        for (const std::string &file : plan.files)
            suspects.push_back({file, 0, {}, 1, "named by the plan"});
    return suspects;
}

repair::FailureHints hintsOf(const Goal &goal)
{
    repair::FailureHints hints;
    for (const repair::FailingTest &test : goal.targets) {
        if (!test.traceback.exception.empty())
            hints.exceptions.push_back(test.traceback.exception);
        if (!test.traceback.expected.empty())
            hints.expected.push_back(test.traceback.expected);
    }
    return hints;
}

std::vector<Candidate> candidatesOf(const repair::SourceFiles &files, const std::vector<Suspect> &suspects,
                                    const repair::FailureHints &hints)
{
    std::vector<std::pair<std::string, std::string>> functions;
    for (const Suspect &suspect : suspects) {
        const std::pair<std::string, std::string> function{suspect.path, suspect.symbol};
        if (std::find(functions.begin(), functions.end(), function) == functions.end())
            functions.push_back(function);
    }
    functions.resize(std::min(functions.size(), likelyFunctions));
    std::vector<Candidate> all;
    for (const auto &[path, file] : files) {
        std::vector<Suspect> here;
        for (const Suspect &suspect : suspects)
            if (suspect.path == path)
                here.push_back(suspect);
        for (Candidate &candidate : repair::candidatesIn(file, here, hints)) {
            const std::pair function{candidate.suspect.path, candidate.suspect.symbol};
            if (std::find(functions.begin(), functions.end(), function) == functions.end())
                candidate.score *= laterFunctionShare;
            all.push_back(std::move(candidate));
        }
    }
    return all;
}

bool wasProposed(const RunState &state, const std::string &diff)
{
    const std::string hash = sha256(diff);
    return std::any_of(state.iterations.begin(), state.iterations.end(), [&](const Iteration &iteration) {
        return iteration.patch && (iteration.patch->sha256 == hash || iteration.patch->diff == diff);
    });
}

/// The checks that alone fail with the newest patch as they did before it, none of them by a test's name.
/// Only the first check can be tried, so no search would tell a better edit. Empty: something else is left.
std::string beyondTheSearch(const RunState &state)
{
    if (!state.baseline || state.baseline->runs.empty())
        return {};
    const auto judged =
        std::find_if(state.iterations.rbegin(), state.iterations.rend(),
                     [](const Iteration &iteration) { return iteration.verdict.has_value(); });
    if (judged == state.iterations.rend())
        return {};
    const auto &before = state.baseline->runs.front().checks;
    for (const std::string &id : judged->verdict->failing)
        if (std::none_of(before.begin(), before.end(), [&](const CheckResult &check) {
                return id == "`" + check.command + "`" && check.tests.empty() &&
                       (check.ending != Ending::Exited || check.exitCode != 0);
            }))
            return {};
    return join(judged->verdict->failing, ", ");
}

PatchReply nothing(std::string why)
{
    PatchReply reply;
    reply.nothing = std::move(why);
    return reply;
}

} // namespace

BuiltinEngineer::BuiltinEngineer(const BaseTree &tree, Verifier &verifier, const PatchReader &reader,
                                 const Clock &clock, RepairBudget budget)
    : m_tree(tree), m_verifier(verifier), m_reader(reader), m_clock(clock), m_budget(budget)
{
}

repair::SourceFiles BuiltinEngineer::filesOf(const std::vector<Suspect> &suspects,
                                             const RunState &state) const
{
    repair::SourceFiles files;
    for (const Suspect &suspect : suspects)
        if (!files.contains(suspect.path))
            if (auto file = repair::loadSource(m_tree, suspect.path, state.task.policy.protect))
                files.emplace(suspect.path, std::move(*file));
    return files;
}

std::optional<Patch> BuiltinEngineer::bestFind(const RunState &state, const Goal &goal,
                                               const repair::SearchCounts &counts)
{
    std::vector<Attempted> &finds = m_memory.plausible;
    std::stable_sort(finds.begin(), finds.end(), [](const Attempted &a, const Attempted &b) {
        return a.candidate.score > b.candidate.score;
    });
    while (!finds.empty()) {
        const Attempted chosen = finds.front();
        finds.erase(finds.begin());
        std::vector<Suspect> places{chosen.candidate.suspect};
        for (const Attempted &other : finds)
            places.push_back(other.candidate.suspect);
        const repair::SourceFiles files = filesOf(places, state);
        Patch patch = repair::patchOf(files.at(chosen.candidate.path), chosen);
        if (wasProposed(state, m_reader.render(patch)))
            continue;
        patch.notices = repair::foundNotices(chosen, counts, goal, finds, files);
        patch.alternatives = static_cast<int>(finds.size());
        return patch;
    }
    return std::nullopt;
}

Result<PatchReply> BuiltinEngineer::propose(const RunState &state, Reporter &reporter, std::stop_token stop)
{
    const Goal goal = repair::goalOf(state);
    if (!goal.blocked.empty())
        return nothing("Blocked: " + goal.blocked + ".");
    PatchReply reply;
    reply.patch = bestFind(state, goal, m_counts);
    if (reply.patch)
        return reply;
    if (const std::string left = beyondTheSearch(state); !goal.exitCodeOnly && !left.empty())
        return nothing(
            "Nothing left to search: with the newest patch the tests pass, and what still fails is " + left +
            ", which names no test and cannot be tried quickly.");
    const Plan *plan = newestPlan(state);
    const std::vector<Suspect> suspects = plan == nullptr ? std::vector<Suspect>{} : suspectsOf(*plan);
    const repair::SourceFiles files = filesOf(suspects, state);
    if (files.empty())
        return nothing("No place to search: the plan names no Python file that may be edited.");

    repair::Search search(files, repair::CandidateQueue(candidatesOf(files, suspects, hintsOf(goal))), goal,
                          m_verifier, m_clock, m_budget, m_memory);
    const Result<repair::SearchResult> result = search.run(suspects, reporter, stop);
    if (!result)
        return Failure(result.error());
    m_counts = result->counts;
    reply.patch = bestFind(state, goal, m_counts);
    if (reply.patch)
        return reply;
    if (result->partial && !goal.exitCodeOnly) {
        Patch partial =
            repair::patchOf(files.at(result->partial->attempted.candidate.path), result->partial->attempted);
        if (!wasProposed(state, m_reader.render(partial))) {
            partial.notices = repair::partialNotices(*result->partial, m_counts, goal, files);
            reply.patch = std::move(partial);
            return reply;
        }
    }
    return nothing(repair::nothingFound(*result, goal, files));
}

} // namespace vouchsafe
