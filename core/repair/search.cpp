#include "core/repair/search.h"

#include <algorithm>
#include <cstdio>

namespace vouchsafe::repair {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr milliseconds progressPeriod{500};
constexpr milliseconds leastLimit{4000};
constexpr milliseconds leastSearchOn{4000};
constexpr milliseconds mostSearchOn{20'000};
constexpr std::size_t mostPlausible = 10;
constexpr std::size_t closeOnesExamined = 3;

/// A slower but right candidate must not be lost, a hanging one must not cost the budget.
milliseconds limitFor(milliseconds usual, milliseconds budget)
{
    return std::clamp(usual * 4, leastLimit, std::max(leastLimit, budget / 2));
}

std::string seconds(milliseconds time)
{
    return std::to_string((time.count() + 500) / 1000) + " s";
}

Failure cancelled()
{
    return fail(ErrorCode::Cancelled, "the search was cancelled", "trying candidates");
}

} // namespace

Patch patchOf(const SourceFile &file, const Attempted &attempted)
{
    FileChange change;
    change.path = file.path;
    change.before = file.tree.source();
    change.after = attempted.after;
    change.modeBefore = change.modeAfter = file.mode;
    Patch patch;
    patch.files.push_back(std::move(change));
    patch.origin = "builtin: " + std::string(attempted.candidate.edit.name);
    return patch;
}

Search::Search(const SourceFiles &files, CandidateQueue queue, const Goal &goal, Verifier &verifier,
               const Clock &clock, RepairBudget budget, SearchMemory &memory)
    : m_files(files),
      m_queue(std::move(queue)),
      m_goal(goal),
      m_verifier(verifier),
      m_clock(clock),
      m_budget(budget),
      m_memory(memory),
      m_targets(goal.targetIds())
{
}

milliseconds Search::elapsed() const
{
    return duration_cast<milliseconds>(m_clock.steady() - m_start);
}

std::optional<SearchEnd> Search::ended() const
{
    if (m_found >= mostPlausible || (m_enough && m_clock.steady() >= *m_enough))
        return SearchEnd::Enough;
    if (elapsed() >= m_budget.time)
        return SearchEnd::Time;
    if (m_result.counts.tried >= m_budget.candidates)
        return SearchEnd::Candidates;
    return std::nullopt;
}

Result<Trial> Search::timedTrial(const Patch &patch, const std::vector<std::string> &tests,
                                 milliseconds limit, const std::stop_token &stop)
{
    Result<Trial> trial = m_verifier.trial(patch, tests, limit, stop);
    if (stop.stop_requested())
        return cancelled();
    return trial;
}

/// One run of the untouched tree tells how long a run takes here, and whether the targets fail on their own:
/// where they pass without their neighbours, only the whole check can judge.
Result<bool> Search::calibrate(const std::stop_token &stop)
{
    const auto start = m_clock.steady();
    const Result<Trial> trial = timedTrial({}, m_targets, m_budget.time / 2, stop);
    if (!trial)
        return Failure(trial.error());
    const auto usual = duration_cast<milliseconds>(m_clock.steady() - start);
    m_targetLimit = trial->finished ? limitFor(usual, m_budget.time) : leastLimit;
    m_wholeLimit = m_budget.time;
    const bool passes = targetsOf(*trial, m_goal).all;
    if (passes)
        m_targets.clear();
    return !(passes && m_goal.exitCodeOnly);
}

Result<SearchResult> Search::run(const std::vector<Suspect> &suspects, Reporter &reporter,
                                 const std::stop_token &stop)
{
    m_start = m_clock.steady();
    std::set<std::pair<std::string, std::string>> functions;
    for (const Suspect &suspect : suspects)
        functions.insert({suspect.path, suspect.symbol});
    m_result.counts.functions = static_cast<int>(functions.size());
    m_result.counts.places = static_cast<int>(suspects.size());
    const Result<bool> steady = calibrate(stop);
    if (!steady)
        return Failure(steady.error());
    if (!*steady) {
        m_result.end = SearchEnd::Unsteady;
        return m_result;
    }
    progress(reporter);
    while (true) {
        if (const auto end = ended()) {
            m_result.end = *end;
            break;
        }
        const std::optional<Candidate> candidate = m_queue.next();
        if (!candidate) {
            m_result.end = SearchEnd::Exhausted;
            break;
        }
        if (stop.stop_requested())
            return cancelled();
        if (const Status done = attempt(*candidate, stop); !done)
            return Failure(done.error());
        if (m_clock.steady() - m_lastProgress >= progressPeriod)
            progress(reporter);
    }
    if (m_found == 0)
        if (const Status done = examineCloseOnes(stop); !done)
            return Failure(done.error());
    m_result.left = m_queue.left();
    m_result.counts.time = elapsed();
    progress(reporter);
    return m_result;
}

Status Search::attempt(const Candidate &candidate, const std::stop_token &stop)
{
    const SourceFile &file = m_files.at(candidate.path);
    std::optional<Screened> screen = screened(file.tree.source(), file.original, candidate.edit);
    if (!screen || !m_memory.spellings.insert(candidate.path + '\n' + screen->spelling).second) {
        ++m_result.counts.screenedOut;
        return {};
    }
    Attempted attempted{candidate, std::move(screen->after)};
    ++m_result.counts.tried;
    m_functions.insert({candidate.path, candidate.suspect.symbol});
    m_result.counts.functionsTried = static_cast<int>(m_functions.size());
    if (m_targets.empty())
        return judgeWhole(std::move(attempted), 0, stop);
    const Result<Trial> trial = timedTrial(patchOf(file, attempted), m_targets, m_targetLimit, stop);
    if (!trial)
        return Failure(trial.error());
    if (!trial->finished)
        ++m_result.counts.timedOut;
    const TargetsResult targets = targetsOf(*trial, m_goal);
    if (targets.all)
        return judgeWhole(std::move(attempted), targets.passed, stop);
    if (targets.passed > 0)
        m_partial.push_back({std::move(attempted), targets.passed, {}, false});
    return {};
}

Status Search::judgeWhole(Attempted attempted, std::size_t targetsPassed, const std::stop_token &stop)
{
    const SourceFile &file = m_files.at(attempted.candidate.path);
    const auto start = m_clock.steady();
    const Result<Trial> trial = timedTrial(patchOf(file, attempted), {}, m_wholeLimit, stop);
    if (!trial)
        return Failure(trial.error());
    if (!trial->finished)
        ++m_result.counts.timedOut;
    else
        m_wholeLimit = limitFor(duration_cast<milliseconds>(m_clock.steady() - start), m_budget.time);
    const TargetsResult targets = targetsOf(*trial, m_goal);
    if (targets.all)
        ++m_result.counts.turned;
    WholeResult whole = wholeOf(*trial, m_goal);
    if (!whole.holds) {
        if (trial->finished && std::max(targets.passed, targetsPassed) > 0)
            keepClosest({std::move(attempted), std::max(targets.passed, targetsPassed),
                         std::move(whole.broken), true});
        return {};
    }
    m_memory.plausible.push_back(std::move(attempted));
    if (++m_found == 1)
        m_enough = m_clock.steady() + std::clamp(elapsed() / 4, leastSearchOn, mostSearchOn);
    return {};
}

void Search::keepClosest(NearMiss miss)
{
    const auto closeness = [](const NearMiss &of) {
        return std::pair(of.targetsPassed, -static_cast<long>(of.broken.size()));
    };
    if (miss.wholeCheckRun && miss.broken.empty() &&
        (!m_result.partial || miss.targetsPassed > m_result.partial->targetsPassed))
        m_result.partial = miss;
    if (!m_result.closest || closeness(miss) > closeness(*m_result.closest))
        m_result.closest = std::move(miss);
}

/// With nothing found, the few that turned most targets are worth a whole run, so that the report is right
/// about what they break.
Status Search::examineCloseOnes(const std::stop_token &stop)
{
    std::stable_sort(m_partial.begin(), m_partial.end(),
                     [](const NearMiss &a, const NearMiss &b) { return a.targetsPassed > b.targetsPassed; });
    if (m_partial.size() > closeOnesExamined)
        m_partial.resize(closeOnesExamined);
    for (NearMiss &miss : m_partial) {
        if (elapsed() >= m_budget.time)
            keepClosest(std::move(miss));
        else if (const Status done = judgeWhole(std::move(miss.attempted), miss.targetsPassed, stop); !done)
            return done;
    }
    return {};
}

void Search::progress(Reporter &reporter)
{
    m_lastProgress = m_clock.steady();
    const milliseconds used = elapsed();
    const SearchCounts &counts = m_result.counts;
    char rate[32] = "0";
    if (used.count() > 0)
        std::snprintf(rate, sizeof rate, "%.1f", 1000.0 * counts.tried / static_cast<double>(used.count()));
    std::string text = "searching " + std::to_string(counts.places) + " places in " +
                       std::to_string(counts.functions) + " functions: " + std::to_string(counts.tried) +
                       " candidates tried, " + rate + " a second, " +
                       seconds(std::max(milliseconds{0}, m_budget.time - used)) + " of the budget left";
    if (m_found > 0)
        text += "; " + std::to_string(m_found) + " pass all tests so far";
    reporter.report(Noticed{Noticed::Level::Progress, std::move(text)});
}

} // namespace vouchsafe::repair
