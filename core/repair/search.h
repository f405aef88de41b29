#pragma once
// The search itself: draws candidates, runs each against the failing tests and then the whole check, and
// keeps count. What it finds is plausible, no more; the verdict is the verifier's.

#include "core/base/clock.h"
#include "core/events/run_state.h"
#include "core/ports/event_sink.h"
#include "core/ports/verifier.h"
#include "core/repair/candidates.h"
#include "core/repair/goal.h"
#include "core/repair/repair_budget.h"
#include "core/repair/trial_result.h"

#include <chrono>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace vouchsafe::repair {

/// A candidate that was run, with the whole file after it.
struct Attempted {
    Candidate candidate;
    std::string after;
};

struct NearMiss {
    Attempted attempted;
    std::size_t targetsPassed = 0;
    std::vector<std::string> broken; ///< passing tests that it broke; empty also where they were not run
    bool wholeCheckRun = false;
};

struct SearchCounts {
    int tried = 0;          ///< candidates that were run
    int screenedOut = 0;    ///< did not parse, or repeat another spelling
    int timedOut = 0;       ///< ended by the time limit or a crash of the runner
    int turned = 0;         ///< made the failing tests pass
    int places = 0;         ///< suspicious statements
    int functions = 0;      ///< that hold them
    int functionsTried = 0; ///< in which candidates were run
    std::chrono::milliseconds time{0};
};

/// Unsteady: the check succeeds on the untouched tree when it is run again, so its exit code can judge
/// nothing.
enum class SearchEnd { Exhausted, Time, Candidates, Enough, Unsteady };

/// What outlives one search: a second one does not run the same program again.
struct SearchMemory {
    std::set<std::string> spellings;  ///< path, then spelling
    std::vector<Attempted> plausible; ///< passed everything, in the order in which they were found
};

struct SearchResult {
    SearchEnd end = SearchEnd::Exhausted;
    SearchCounts counts;
    std::optional<NearMiss> closest;
    std::optional<NearMiss> partial; ///< turned some targets, not all, and broke nothing; the best such
    std::size_t left = 0;            ///< candidates not drawn
};

/// Runs until the budget, the space or the wish for more alternatives ends. Finds go to `memory`.
/// ErrorCode::Cancelled on stop; an error of the verifier as it is.
class Search {
public:
    Search(const SourceFiles &files, CandidateQueue queue, const Goal &goal, Verifier &verifier,
           const Clock &clock, RepairBudget budget, SearchMemory &memory);
    Result<SearchResult> run(const std::vector<Suspect> &suspects, Reporter &reporter,
                             const std::stop_token &stop);

private:
    Result<bool> calibrate(const std::stop_token &stop);
    Status attempt(const Candidate &candidate, const std::stop_token &stop);
    Status judgeWhole(Attempted attempted, std::size_t targetsPassed, const std::stop_token &stop);
    Status examineCloseOnes(const std::stop_token &stop);
    Result<Trial> timedTrial(const Patch &patch, const std::vector<std::string> &tests,
                             std::chrono::milliseconds limit, const std::stop_token &stop);
    std::optional<SearchEnd> ended() const;
    std::chrono::milliseconds elapsed() const;
    void progress(Reporter &reporter);
    void keepClosest(NearMiss miss);

    const SourceFiles &m_files;
    CandidateQueue m_queue;
    const Goal &m_goal;
    Verifier &m_verifier;
    const Clock &m_clock;
    const RepairBudget m_budget;
    SearchMemory &m_memory;
    SearchResult m_result;
    std::vector<NearMiss> m_partial; ///< turned some targets; the rest of the check was not run yet
    std::vector<std::string> m_targets;
    std::chrono::steady_clock::time_point m_start;
    std::chrono::steady_clock::time_point m_lastProgress;
    std::chrono::milliseconds m_targetLimit{0};
    std::chrono::milliseconds m_wholeLimit{0};
    std::optional<std::chrono::steady_clock::time_point> m_enough; ///< set by the first find
    std::size_t m_found = 0;
    std::set<std::pair<std::string, std::string>>
        m_functions; ///< path and symbol, in which candidates were run
};

/// The candidate as a patch of one file.
Patch patchOf(const SourceFile &file, const Attempted &attempted);

} // namespace vouchsafe::repair
