#include "core/events/run_state.h"

#include <algorithm>

namespace vouchsafe {
namespace {

/// Lower is better; an iteration that was never judged comes last.
int rank(const Iteration &iteration)
{
    if (!iteration.verdict)
        return 99;
    switch (iteration.verdict->outcome) {
    case Outcome::Proven:
        return iteration.verdict->ambiguous ? 1 : 0;
    case Outcome::PassingWeak:
        return 2;
    case Outcome::StillFailing:
        return 10;
    case Outcome::Flaky:
        return 11;
    case Outcome::Limit:
    case Outcome::Timeout:
        return 12;
    case Outcome::Regressed:
        return 13;
    case Outcome::BuildBroken:
        return 14;
    case Outcome::NoTests:
        return 15;
    default:
        return 50;
    }
}

} // namespace

const Iteration *RunState::iteration(int number) const
{
    const auto it = std::find_if(iterations.begin(), iterations.end(),
                                 [&](const Iteration &candidate) { return candidate.number == number; });
    return it == iterations.end() ? nullptr : &*it;
}

const Iteration *RunState::best() const
{
    const Iteration *best = nullptr;
    for (const Iteration &candidate : iterations)
        if (candidate.verdict && !candidate.declined && (best == nullptr || rank(candidate) <= rank(*best)))
            best = &candidate;
    return best;
}

bool RunState::mayGoOn() const
{
    if (seq == 0)
        return false;
    if (!finished || finished->stop == StopReason::Cancelled || finished->stop == StopReason::Error ||
        finished->stop == StopReason::Environment)
        return true;
    return rejection && !givenPatch;
}

bool RunState::awaitsBaseline() const
{
    return phases.empty() || phases.back().seq < resumedSeq;
}

bool RunState::applied() const
{
    const auto newest = std::find_if(acts.rbegin(), acts.rend(), [](const HumanActed &act) {
        return act.act == HumanActed::Act::Applied || act.act == HumanActed::Act::Undone;
    });
    return newest != acts.rend() && newest->act == HumanActed::Act::Applied;
}

Outcome runOutcome(const RunState &state, StopReason stop)
{
    if (const Iteration *best = state.best())
        return best->verdict->outcome;
    if (stop == StopReason::Cancelled)
        return Outcome::Cancelled;
    if (stop == StopReason::Time)
        return Outcome::Timeout;
    if (stop == StopReason::Budget)
        return Outcome::Limit;
    if (state.baseline && !state.baseline->usable)
        return state.baseline->problem;
    if (stop == StopReason::Environment)
        return Outcome::Environment;
    return Outcome::NoPatch;
}

} // namespace vouchsafe
