#include "core/events/reducer.h"

#include <algorithm>
#include <utility>

namespace vouchsafe {
namespace {

/// Folds one event into the state; an overload per kind.
class Fold {
public:
    explicit Fold(RunState &state) : m_state(state) {}

    void operator()(const RunStarted &event)
    {
        m_state.task = event.task;
        m_state.givenPatch = event.givenPatch;
        m_state.version = event.version;
        m_state.policySha256 = event.policySha256;
        m_state.forkedFrom = event.forkedFrom;
    }
    void operator()(const RunResumed &event)
    {
        m_state.version = event.version;
        m_state.finished.reset();
        m_state.resumedSeq = m_state.seq;
        m_state.phase.reset(); // of a process that is gone
        m_state.progress.clear();
    }
    void operator()(const PhaseStarted &event)
    {
        if (event.iteration > 0)
            iteration(event.iteration);
        m_state.phase = event.phase;
        m_state.phases.push_back({event.iteration, event.phase, m_state.lastAt, std::nullopt, m_state.seq});
        m_state.progress.clear();
    }
    void operator()(const PhaseFinished &event)
    {
        m_state.phase.reset();
        m_state.progress.clear();
        m_state.spent.time += event.duration;
        if (!m_state.phases.empty() && m_state.phases.back().phase == event.phase)
            m_state.phases.back().duration = event.duration;
    }
    void operator()(const SandboxAttested &event) { m_state.attestation = event.attestation; }
    void operator()(const BaselineReached &event)
    {
        answer();
        m_state.baseline = event.baseline;
    }
    void operator()(const ContextRetrieved &event)
    {
        answer();
        m_state.context = event.context;
    }
    void operator()(const ModelCalled &event)
    {
        m_state.modelCalls.push_back(event);
        m_state.spent.cost += event.cost;
    }
    void operator()(const PlanMade &event)
    {
        answer();
        Iteration &current = iteration(event.iteration);
        current.plan = event.plan;
        current.cost += event.cost;
    }
    void operator()(const PatchProposed &event)
    {
        answer();
        Iteration &current = iteration(event.iteration);
        current.patch = event.patch;
        current.rejected.reset();
        const auto known = m_state.rejected.find(event.patch.sha256);
        current.declined =
            known == m_state.rejected.end() ? std::nullopt : std::optional<std::string>(known->second);
        m_state.rejection.reset();
        current.cost += event.cost;
    }
    void operator()(const PatchRejected &event)
    {
        answer();
        Iteration &current = iteration(event.iteration);
        current.rejected = event.rejected;
        current.cost += event.cost;
    }
    void operator()(const CheckFinished &event)
    {
        const CheckResult &result = event.result;
        const auto failed = std::count_if(result.tests.begin(), result.tests.end(), [](const TestCase &test) {
            return test.status == TestStatus::Failed || test.status == TestStatus::Error;
        });
        m_state.checks.push_back({event.iteration, event.run, result.command, result.number, result.ending,
                                  result.exitCode, result.duration, static_cast<int>(result.tests.size()),
                                  static_cast<int>(failed), result.outputFile, m_state.seq});
    }
    void operator()(const VerdictReached &event)
    {
        answer();
        iteration(event.iteration).verdict = event.verdict;
        if (outcomeRule(event.verdict.outcome).costsAttempt)
            ++m_state.spent.attempts;
    }
    void operator()(const RouteDecided &event)
    {
        m_state.rejection.reset();
        if (event.route == Route::Stop)
            return;
        Iteration &next = iteration(event.iteration + 1);
        next.route = event.route;
        next.routeReason = event.rationale;
    }
    void operator()(const Noticed &event)
    {
        if (event.level == Noticed::Level::Progress)
            m_state.progress = event.text;
        if (event.level == Noticed::Level::Progress && !m_state.notices.empty() &&
            m_state.notices.back().level == Noticed::Level::Progress)
            m_state.notices.back() = event;
        else
            m_state.notices.push_back(event);
    }
    void operator()(const RunFinished &event)
    {
        m_state.finished = event;
        m_state.finishedSeq = m_state.seq;
        m_state.phase.reset();
        m_state.progress.clear();
    }
    void operator()(const HumanActed &event)
    {
        m_state.acts.push_back(event);
        m_state.actSeqs.push_back(m_state.seq);
        if (event.act != HumanActed::Act::RejectedPatch)
            return;
        m_state.rejected[event.patchSha256] = event.rationale;
        m_state.rejection = event.rationale;
        m_state.attemptsForgiven = m_state.spent.attempts;
        for (Iteration &iteration : m_state.iterations)
            if (iteration.patch && iteration.patch->sha256 == event.patchSha256)
                iteration.declined = event.rationale;
    }

private:
    void answer()
    {
        if (m_state.phase && !m_state.phases.empty())
            m_state.phases.back().answered = true;
    }
    Iteration &iteration(int number)
    {
        for (Iteration &known : m_state.iterations)
            if (known.number == number)
                return known;
        m_state.iterations.emplace_back().number = number;
        return m_state.iterations.back();
    }

    RunState &m_state;
};

} // namespace

RunState reduce(RunState state, const Event &event)
{
    if (state.seq == 0) {
        state.run = event.run;
        state.startedAt = event.at;
    }
    state.seq = event.seq;
    state.lastAt = event.at;
    std::visit(Fold(state), event.body);
    return state;
}

RunState fold(const std::vector<Event> &events)
{
    RunState state;
    for (const Event &event : events)
        state = reduce(std::move(state), event);
    return state;
}

} // namespace vouchsafe
