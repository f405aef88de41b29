#include "core/loop/route.h"

#include "core/base/text.h"
#include "core/loop/stuck.h"

namespace vouchsafe {
namespace {

// A reply without a patch is asked for once more; a second one says that no patch will come.
constexpr int mostRepliesWithoutPatch = 2;

RouteDecision stopWith(StopReason reason, std::string rationale)
{
    return {Route::Stop, reason, std::move(rationale)};
}

RouteDecision goTo(Route route, std::string rationale)
{
    return {route, std::nullopt, std::move(rationale)};
}

/// The governor: which limit of the task is used up, if any.
std::optional<RouteDecision> usedUp(const RunState &state)
{
    const Limits &limits = state.task.limits;
    const Spent &spent = state.spent;
    if (spent.attempts - state.attemptsForgiven >= limits.attempts) // a rejection asks for attempts anew
        return stopWith(StopReason::Attempts,
                        limits.attempts == 1
                            ? std::string("the one attempt is used up")
                            : "all " + std::to_string(limits.attempts) + " attempts are used up");
    if (limits.costUsd && spent.cost.usd >= *limits.costUsd)
        return stopWith(StopReason::Budget, "the money for this run is spent");
    if (limits.tokens && spent.cost.promptTokens + spent.cost.completionTokens >= *limits.tokens)
        return stopWith(StopReason::Budget, "the tokens for this run are spent");
    return std::nullopt;
}

RouteDecision retry(const RunState &state, const Iteration &last)
{
    const Verdict &verdict = *last.verdict;
    if (verdict.outcome == Outcome::NoPatch)
        return goTo(Route::Engineer, "the reply held no whole patch; it is asked for once more");
    if (last.rejected && last.rejected->code == errorName(ErrorCode::PatchMissingFile))
        return goTo(Route::Architect, "the plan names a file that does not exist");
    if (verdict.outcome == Outcome::NotApplied || verdict.outcome == Outcome::Refused)
        return goTo(Route::Engineer, "the patch could not be taken: " + verdict.reason);
    if (repeatsAPatch(state))
        return goTo(Route::Architect, "the same patch came again");
    if (repeatedFailures(state) == 2)
        return goTo(Route::Architect, "the same failure came twice, so the plan is at fault");
    if (!verdict.broken.empty())
        return goTo(Route::Engineer,
                    "the patch broke " + std::to_string(verdict.broken.size()) +
                        " test(s) that passed before: " + elided(join(verdict.broken, ", "), 300, 0));
    return goTo(Route::Engineer, "not proven yet: " + verdict.reason);
}

} // namespace

RouteDecision nextRoute(const RunState &state)
{
    if (state.iterations.empty() || !state.iterations.back().verdict)
        return stopWith(StopReason::Error, "there is no verdict to decide from");
    const Iteration &last = state.iterations.back();
    const Verdict &verdict = *last.verdict;
    if ((state.rejection || last.declined) && !state.givenPatch) {
        if (const auto stop = usedUp(state))
            return *stop;
        return state.rejection
                   ? goTo(Route::Engineer, "a person rejected the patch: " + elided(*state.rejection, 500, 0))
                   : goTo(Route::Architect, "the patch that a person rejected came again");
    }
    switch (verdict.outcome) {
    case Outcome::Proven:
    case Outcome::PassingWeak:
        return stopWith(StopReason::Verified, verdict.reason);
    case Outcome::Environment:
    case Outcome::NoTests:
        return stopWith(StopReason::Environment, verdict.reason);
    case Outcome::Cancelled:
        return stopWith(StopReason::Cancelled, "cancelled");
    default:
        break;
    }
    if (state.givenPatch)
        return stopWith(StopReason::Attempts, "the patch that was given is judged: " + verdict.reason);
    if (const auto stop = usedUp(state))
        return *stop;
    if (repliesWithoutPatch(state) >= mostRepliesWithoutPatch)
        return stopWith(StopReason::NothingFound, "no patch came, also when it was asked for again");
    if (repeatedFailures(state) >= 3)
        return stopWith(StopReason::NoProgress, "the same failure came three times, also with another plan");
    return retry(state, last);
}

Outcome outcomeOfRefusal(ErrorCode code)
{
    switch (code) {
    case ErrorCode::PatchNone:
    case ErrorCode::PatchFormat:
    case ErrorCode::PatchIncomplete:
        return Outcome::NoPatch;
    case ErrorCode::PatchEmpty:
    case ErrorCode::PatchNoMatch:
    case ErrorCode::PatchAmbiguous:
    case ErrorCode::PatchOverlap:
    case ErrorCode::PatchExists:
    case ErrorCode::PatchMissingFile:
    case ErrorCode::PatchContradiction:
        return Outcome::NotApplied;
    default:
        return Outcome::Refused;
    }
}

StopReason stopReasonOfError(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Cancelled:
        return StopReason::Cancelled;
    case ErrorCode::Timeout:
        return StopReason::Time;
    case ErrorCode::NoCheck:
    case ErrorCode::SandboxMissing:
    case ErrorCode::SandboxDenied:
    case ErrorCode::SandboxSetup:
    case ErrorCode::SandboxBackend:
    case ErrorCode::RunnerMissing:
        return StopReason::Environment;
    default:
        return StopReason::Error;
    }
}

} // namespace vouchsafe
