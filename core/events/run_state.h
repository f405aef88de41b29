#pragma once
// A run as its events tell it; the only state that consumers read.

#include "core/events/event.h"

#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

struct RunState {
    std::string run;
    std::string startedAt;
    std::string lastAt;
    std::int64_t seq = 0;
    std::string version;
    std::string policySha256;
    Task task;
    std::optional<std::string> givenPatch; ///< of a run that judges a patch and looks for none
    std::optional<Attestation> attestation;
    std::optional<Baseline> baseline;
    ContextBundle context; ///< of the newest iteration
    std::vector<Iteration> iterations;
    std::optional<Phase> phase; ///< that is under way
    std::vector<ModelCalled> modelCalls;
    std::vector<Noticed> notices;
    std::vector<HumanActed> acts;
    Spent spent;
    std::optional<RunFinished> finished;

    bool operator==(const RunState &) const = default;

    const Iteration *iteration(int number) const;
    /// The iteration whose patch would be offered: the best outcome, the later one on a tie. Null without
    /// any.
    const Iteration *best() const;
};

/// A run's outcome while it goes on and at its end: that of its best iteration; with none it is
/// `environment`, `no-tests`, `flaky`, `cancelled`, `timeout` or `limit` where that stopped the run, else
/// `no-patch`.
Outcome runOutcome(const RunState &state, StopReason stop);

} // namespace vouchsafe
