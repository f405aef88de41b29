#pragma once
// Everything that happens in a run, one variant; the journal holds them, the reducer folds them.

#include "core/model/context_bundle.h"
#include "core/model/iteration.h"
#include "core/model/stop_reason.h"
#include "core/model/task.h"
#include "core/model/verdict.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vouchsafe {

struct RunStarted { // run.started
    Task task;
    std::string version;
    std::string policySha256;
    std::string forkedFrom;                ///< run id, or empty
    std::optional<std::string> givenPatch; ///< the text that is judged, where none is looked for
    bool operator==(const RunStarted &) const = default;
};
struct RunResumed { // run.resumed
    std::string version;
    bool operator==(const RunResumed &) const = default;
};
struct PhaseStarted { // phase.started
    int iteration = 0;
    Phase phase = Phase::Retrieve;
    bool operator==(const PhaseStarted &) const = default;
};
struct PhaseFinished { // phase.finished
    int iteration = 0;
    Phase phase = Phase::Retrieve;
    std::chrono::milliseconds duration{0};
    bool operator==(const PhaseFinished &) const = default;
};
struct SandboxAttested { // sandbox.attested
    Attestation attestation;
    bool operator==(const SandboxAttested &) const = default;
};
struct BaselineReached { // baseline.reached
    Baseline baseline;
    bool operator==(const BaselineReached &) const = default;
};
struct ContextRetrieved { // context.retrieved
    int iteration = 0;
    ContextBundle context;
    bool operator==(const ContextRetrieved &) const = default;
};
struct ModelCalled {   // model.called
    std::string role;  ///< `architect`, `engineer`
    std::string model; ///< `openai:gpt-5`
    std::string promptSha256;
    Cost cost;
    std::chrono::milliseconds duration{0};
    bool operator==(const ModelCalled &) const = default;
};
struct PlanMade { // plan.made
    int iteration = 0;
    Plan plan;
    Cost cost;
    bool operator==(const PlanMade &) const = default;
};
struct PatchProposed { // patch.proposed
    int iteration = 0;
    ProposedPatch patch;
    Cost cost;
    bool operator==(const PatchProposed &) const = default;
};
struct PatchRejected { // patch.rejected
    int iteration = 0;
    RejectedPatch rejected;
    Cost cost;
    bool operator==(const PatchRejected &) const = default;
};
struct CheckFinished { // check.finished
    int iteration = 0; ///< 0: baseline
    std::string run;   ///< ProofRun::name
    CheckResult result;
    bool operator==(const CheckFinished &) const = default;
};
struct VerdictReached { // verdict.reached
    int iteration = 0;
    Verdict verdict;
    bool operator==(const VerdictReached &) const = default;
};
struct RouteDecided {  // route.decided
    int iteration = 0; ///< that was just judged
    Route route = Route::Stop;
    std::string rationale; ///< never empty
    bool operator==(const RouteDecided &) const = default;
};
/// What an adapter wants seen: progress of a search, a setting that was ignored, a retry with its countdown.
struct Noticed { // notice
    enum class Level { Progress, Note, Warning };
    Level level = Level::Note;
    std::string text;
    bool operator==(const Noticed &) const = default;
};
struct RunFinished { // run.finished
    StopReason stop = StopReason::Error;
    Outcome outcome = Outcome::NoPatch;
    int best = 0;          ///< iteration whose patch is offered; 0: none
    std::string rationale; ///< never empty
    Spent spent;
    bool operator==(const RunFinished &) const = default;
};
/// Acts of a person, on a run that goes on or has finished.
struct HumanActed { // human.acted
    enum class Act { Approved, RejectedPatch, Edited, Applied, Undone, CancelAsked };
    Act act = Act::Approved;
    std::string rationale; ///< never empty; for scripts the flag that answered, such as `--yes`
    std::string patchSha256;
    std::vector<std::string> files;
    std::vector<int> hunks; ///< chosen hunks; empty: all
    bool operator==(const HumanActed &) const = default;
};

using EventBody =
    std::variant<RunStarted, RunResumed, PhaseStarted, PhaseFinished, SandboxAttested, BaselineReached,
                 ContextRetrieved, ModelCalled, PlanMade, PatchProposed, PatchRejected, CheckFinished,
                 VerdictReached, RouteDecided, Noticed, RunFinished, HumanActed>;

struct Event {
    std::int64_t seq = 0; ///< from 1, without gaps
    std::string at;       ///< RFC 3339, UTC
    std::string run;
    std::string prev; ///< sha256 of the line before without its line feed; empty for the first
    EventBody body;

    bool operator==(const Event &) const = default;
};

} // namespace vouchsafe
