#pragma once
// The fields and the kind of every event.

#include "core/events/model_fields.h"

#include <string_view>

namespace vouchsafe {

template <class V>
void fields(V &visit, RunStarted &event)
{
    visit("task", event.task);
    visit("version", event.version);
    visit("policy_sha256", event.policySha256);
    visit("forked_from", event.forkedFrom);
    visit("given_patch", event.givenPatch);
}
template <class V>
void fields(V &visit, RunResumed &event)
{
    visit("version", event.version);
}
template <class V>
void fields(V &visit, PhaseStarted &event)
{
    visit("iteration", event.iteration);
    visit("phase", event.phase);
}
template <class V>
void fields(V &visit, PhaseFinished &event)
{
    visit("iteration", event.iteration);
    visit("phase", event.phase);
    visit("duration_ms", event.duration);
}
template <class V>
void fields(V &visit, SandboxAttested &event)
{
    visit("attestation", event.attestation);
}
template <class V>
void fields(V &visit, BaselineReached &event)
{
    visit("baseline", event.baseline);
}
template <class V>
void fields(V &visit, ContextRetrieved &event)
{
    visit("iteration", event.iteration);
    visit("context", event.context);
}
template <class V>
void fields(V &visit, ModelCalled &event)
{
    visit("role", event.role);
    visit("model", event.model);
    visit("prompt_sha256", event.promptSha256);
    visit("cost", event.cost);
    visit("duration_ms", event.duration);
}
template <class V>
void fields(V &visit, PlanMade &event)
{
    visit("iteration", event.iteration);
    visit("plan", event.plan);
    visit("cost", event.cost);
}
template <class V>
void fields(V &visit, PatchProposed &event)
{
    visit("iteration", event.iteration);
    visit("patch", event.patch);
    visit("cost", event.cost);
}
template <class V>
void fields(V &visit, PatchRejected &event)
{
    visit("iteration", event.iteration);
    visit("rejected", event.rejected);
    visit("cost", event.cost);
}
template <class V>
void fields(V &visit, CheckFinished &event)
{
    visit("iteration", event.iteration);
    visit("run", event.run);
    visit("result", event.result);
}
template <class V>
void fields(V &visit, VerdictReached &event)
{
    visit("iteration", event.iteration);
    visit("verdict", event.verdict);
}
template <class V>
void fields(V &visit, RouteDecided &event)
{
    visit("iteration", event.iteration);
    visit("route", event.route);
    visit("rationale", event.rationale);
}
template <class V>
void fields(V &visit, Noticed &event)
{
    visit("level", event.level);
    visit("text", event.text);
}
template <class V>
void fields(V &visit, RunFinished &event)
{
    visit("stop", event.stop);
    visit("outcome", event.outcome);
    visit("best", event.best);
    visit("rationale", event.rationale);
    visit("spent", event.spent);
}
template <class V>
void fields(V &visit, HumanActed &event)
{
    visit("act", event.act);
    visit("rationale", event.rationale);
    visit("patch_sha256", event.patchSha256);
    visit("files", event.files);
    visit("hunks", event.hunks);
}

/// The `kind` of each event, in the order of the variant.
inline constexpr std::array<std::string_view, std::variant_size_v<EventBody>> eventKinds{
    "run.started",      "run.resumed",       "phase.started",   "phase.finished", "sandbox.attested",
    "baseline.reached", "context.retrieved", "model.called",    "plan.made",      "patch.proposed",
    "patch.rejected",   "check.finished",    "verdict.reached", "route.decided",  "notice",
    "run.finished",     "human.acted"};

} // namespace vouchsafe
