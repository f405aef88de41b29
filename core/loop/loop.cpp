#include "core/loop/loop.h"

#include "core/base/text.h"
#include "core/loop/deadline.h"
#include "core/loop/proposed.h"
#include "core/loop/route.h"

namespace vouchsafe {
namespace {

bool judged(const RunState &state)
{
    return !state.iterations.empty() && state.iterations.back().verdict.has_value();
}

} // namespace

struct Loop::Step {
    std::optional<StopReason> stop;
    std::string rationale;

    explicit operator bool() const { return !stop; }
    static Step goOn() { return {}; }
    static Step end(StopReason reason, std::string why) { return {reason, std::move(why)}; }
    static Step failed(const Error &error)
    {
        const std::string context = error.context.empty() ? "" : " (" + error.context + ")";
        return {stopReasonOfError(error.code),
                std::string(errorName(error.code)) + ": " + error.what + context};
    }
};

Loop::Loop(const LoopParts &parts) : m_parts(parts)
{
}

Result<RunState> Loop::run(const std::stop_token &stop)
{
    const Deadline deadline(state().task.limits.run - state().spent.time, stop,
                            [&gate = m_parts.gate] { return gate.held(); });

    Step step = baseline(deadline.token());
    if (step && judged(state()))
        step = route(deadline.token()); // interrupted before its route, or a person rejected the patch
    while (step) {
        step = iterate(deadline.token());
        if (step)
            step = route(deadline.token());
    }

    if (step.stop == StopReason::Cancelled && !stop.stop_requested() && deadline.token().stop_requested())
        step = Step::end(StopReason::Time, "the time for this run is over");
    if (step.stop == StopReason::Cancelled && stop.stop_requested())
        emit(HumanActed{HumanActed::Act::CancelAsked, "the run was asked to stop"});
    finish(step);
    if (const auto &fault = m_parts.recorder.fault())
        return Failure(*fault);
    return state();
}

// A resumed run measures its baseline anew: sandboxes and their layers went with the process.
Loop::Step Loop::baseline(const std::stop_token &stop)
{
    return phase(0, Phase::Verify, stop, [&] {
        const Result<Baseline> baseline = m_parts.verifier.baseline(m_parts.recorder, stop);
        if (!baseline)
            return Step::failed(baseline.error());
        emit(BaselineReached{*baseline});
        return baseline->usable ? Step::goOn() : Step::end(StopReason::Environment, baseline->reason);
    });
}

Loop::Step Loop::iterate(const std::stop_token &stop)
{
    const int number = state().iterations.empty() ? 1 : state().iterations.back().number;
    const Iteration *newest = state().iterations.empty() ? nullptr : &state().iterations.back();
    const bool planAnew = newest == nullptr || (newest->route != Route::Engineer && !newest->plan);
    Step step = Step::goOn();
    if (planAnew)
        step = retrieve(number, stop);
    if (step && planAnew)
        step = plan(number, stop);
    return step ? propose(number, stop) : step;
}

Loop::Step Loop::retrieve(int number, const std::stop_token &stop)
{
    return phase(number, Phase::Retrieve, stop, [&] {
        const Result<ContextBundle> context = m_parts.retriever.retrieve(retrievalRequest(state()), stop);
        if (!context)
            return Step::failed(context.error());
        emit(ContextRetrieved{number, *context});
        return Step::goOn();
    });
}

Loop::Step Loop::plan(int number, const std::stop_token &stop)
{
    return phase(number, Phase::Architect, stop, [&] {
        const Result<PlanReply> reply = m_parts.architect.plan(state(), m_parts.recorder, stop);
        if (!reply)
            return Step::failed(reply.error());
        if (!reply->refusal.empty())
            return Step::end(StopReason::RefusedByModel, reply->refusal);
        if (!reply->plan)
            return Step::end(StopReason::NothingFound, reply->nothing);
        emit(PlanMade{number, *reply->plan, reply->cost});
        return Step::goOn();
    });
}

Loop::Step Loop::propose(int number, const std::stop_token &stop)
{
    std::optional<Patch> patch;
    const Step step = phase(number, Phase::Engineer, stop, [&] {
        Result<PatchReply> reply = m_parts.engineer.propose(state(), m_parts.recorder, stop);
        if (!reply)
            return Step::failed(reply.error());
        if (!reply->declined.empty())
            return Step::end(StopReason::RefusedByModel, reply->declined);
        if (!reply->nothing.empty())
            return Step::end(StopReason::NothingFound, reply->nothing);
        if (!reply->patch)
            return judgeRefusal(number, *reply);
        emit(PatchProposed{number, proposedPatch(*reply->patch, m_parts.patches), reply->cost});
        patch = std::move(reply->patch);
        return Step::goOn();
    });
    return step && patch ? prove(number, *patch, stop) : step;
}

Loop::Step Loop::prove(int number, const Patch &patch, const std::stop_token &stop)
{
    return phase(number, Phase::Verify, stop, [&] {
        const Result<Verdict> verdict = m_parts.verifier.verify(patch, number, m_parts.recorder, stop);
        if (!verdict)
            return Step::failed(verdict.error());
        if (verdict->outcome == Outcome::Cancelled)
            return Step::end(StopReason::Cancelled, "cancelled during the proof");
        emit(VerdictReached{number, *verdict});
        return Step::goOn();
    });
}

Loop::Step Loop::judgeRefusal(int number, const PatchReply &reply)
{
    const PatchRefusal &refusal = reply.refusal.value();
    emit(PatchRejected{number, rejectedPatch(refusal, reply.raw), reply.cost});
    Verdict verdict;
    verdict.outcome = outcomeOfRefusal(refusal.error.code);
    verdict.reason = refusal.error.what;
    emit(VerdictReached{number, verdict});
    return Step::goOn();
}

// Not a `phase`: what was judged is routed even when the run is cancelled at that moment.
Loop::Step Loop::route(const std::stop_token &stop)
{
    if (m_parts.gate.before(Phase::Route, state(), stop) == GateAnswer::Stop)
        return Step::end(StopReason::Cancelled, "stopped by a person before the route");
    const RouteDecision decision = nextRoute(state());
    emit(RouteDecided{state().iterations.back().number, decision.route, decision.rationale});
    if (const auto &fault = m_parts.recorder.fault())
        return Step::failed(*fault);
    return decision.stop ? Step::end(*decision.stop, decision.rationale) : Step::goOn();
}

void Loop::finish(const Step &step)
{
    const Iteration *best = state().best();
    const bool offered = best != nullptr && best->patch && outcomeRule(best->verdict->outcome).offered;
    const std::string why =
        trimmed(step.rationale).empty() ? std::string(stopReasonName(*step.stop)) : step.rationale;
    emit(RunFinished{*step.stop, runOutcome(state(), *step.stop), offered ? best->number : 0, why,
                     state().spent});
}

template <typename Work>
Loop::Step Loop::phase(int number, Phase phase, const std::stop_token &stop, Work work)
{
    if (stop.stop_requested())
        return Step::end(StopReason::Cancelled, "cancelled");
    if (m_parts.gate.before(phase, state(), stop) == GateAnswer::Stop)
        return Step::end(StopReason::Cancelled, "stopped by a person before a phase");
    const auto begun = std::chrono::steady_clock::now();
    const auto heldBefore = m_parts.gate.held(); // a hold inside a phase is no part of its time
    emit(PhaseStarted{number, phase});
    const Step step = m_parts.recorder.fault() ? Step::goOn() : work();
    const auto spent = std::chrono::steady_clock::now() - begun - (m_parts.gate.held() - heldBefore);
    emit(PhaseFinished{number, phase, std::chrono::duration_cast<std::chrono::milliseconds>(spent)});
    const auto &fault = m_parts.recorder.fault();
    return fault ? Step::failed(*fault) : step;
}

} // namespace vouchsafe
