#include "core/loop/fallback.h"

#include <algorithm>

namespace vouchsafe {

Fallback::Fallback(ArchitectAndEngineer first, std::string firstAuthor, ArchitectAndEngineer second)
    : m_first(first), m_firstAuthor(std::move(firstAuthor)), m_second(second)
{
}

bool Fallback::firstIsAtWork(const RunState &state) const
{
    return std::all_of(state.iterations.begin(), state.iterations.end(), [&](const Iteration &iteration) {
        return !iteration.plan || iteration.plan->author == m_firstAuthor;
    });
}

Result<PlanReply> Fallback::plan(const RunState &state, Reporter &reporter, std::stop_token stop)
{
    // Asked for another plan, the first one has shown what it can.
    const bool planned = std::any_of(state.iterations.begin(), state.iterations.end(),
                                     [](const Iteration &iteration) { return iteration.plan.has_value(); });
    if (!planned) {
        Result<PlanReply> reply = m_first.architect.plan(state, reporter, stop);
        if (!reply || reply->plan)
            return reply;
        reporter.report(Noticed{Noticed::Level::Note, reply->nothing + " The model goes on."});
    }
    return m_second.architect.plan(state, reporter, stop);
}

Result<PatchReply> Fallback::propose(const RunState &state, Reporter &reporter, std::stop_token stop)
{
    if (!firstIsAtWork(state))
        return m_second.engineer.propose(state, reporter, stop);
    Result<PatchReply> reply = m_first.engineer.propose(state, reporter, stop);
    if (!reply || reply->nothing.empty())
        return reply;
    reporter.report(Noticed{Noticed::Level::Note, reply->nothing + " The model goes on."});

    Result<PlanReply> planned = m_second.architect.plan(state, reporter, stop);
    if (!planned)
        return Failure(planned.error());
    if (!planned->plan) {
        reply->declined = planned->refusal;
        reply->nothing = planned->refusal.empty() ? planned->nothing : "";
        return reply;
    }
    RunState further = state;
    further.iterations.back().plan = planned->plan;
    reporter.report(PlanMade{further.iterations.back().number, *planned->plan, planned->cost});
    return m_second.engineer.propose(further, reporter, stop);
}

} // namespace vouchsafe
