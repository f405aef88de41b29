#pragma once
// A run as its events tell it; the only state that consumers read.

#include "core/events/event.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// One phase of the loop, as far as it got.
struct PhaseRecord {
    int iteration = 0; ///< 0: the baseline
    Phase phase = Phase::Retrieve;
    std::string startedAt;                             ///< RFC 3339, UTC
    std::optional<std::chrono::milliseconds> duration; ///< none: under way, or interrupted
    std::int64_t seq = 0;                              ///< of the event that began it
    bool answered =
        false; ///< what it is for was recorded: baseline, context, plan, patch or its refusal, verdict

    bool operator==(const PhaseRecord &) const = default;
};

/// A check that came to its end; the verdict has the whole of it later.
struct CheckRecord {
    int iteration = 0; ///< 0: the baseline
    std::string run;   ///< ProofRun::name
    std::string command;
    int number = 0; ///< of the check in its list, from 1
    Ending ending = Ending::Exited;
    int exitCode = 0;
    std::chrono::milliseconds duration{0};
    int tests = 0; ///< that the report names
    int failed = 0;
    std::string outputFile; ///< relative to the run's folder
    std::int64_t seq = 0;   ///< of its event; it is part of the phase that began before it

    bool operator==(const CheckRecord &) const = default;
};

struct RunState {
    std::string run;
    std::string startedAt;
    std::string lastAt;
    std::int64_t seq = 0;
    std::string version;
    std::string policySha256;
    std::string forkedFrom; ///< run id, or empty
    Task task;
    std::optional<std::string> givenPatch; ///< of a run that judges a patch and looks for none
    std::optional<Attestation> attestation;
    std::optional<Baseline> baseline;
    ContextBundle context; ///< of the newest iteration
    std::vector<Iteration> iterations;
    std::optional<Phase> phase; ///< that is under way
    std::vector<PhaseRecord> phases;
    std::vector<CheckRecord> checks;
    std::vector<ModelCalled> modelCalls;
    std::vector<Noticed> notices;
    std::string progress; ///< newest of the phase under way, empty without any
    std::vector<HumanActed> acts;
    std::vector<std::int64_t> actSeqs;           ///< of the events of `acts`
    std::map<std::string, std::string> rejected; ///< why, by the sha256 of a patch that a person rejected
    std::optional<std::string> rejection;        ///< the newest reason that no route or patch answered yet
    int attemptsForgiven = 0;                    ///< were spent when a person last rejected a patch
    Spent spent;
    std::optional<RunFinished> finished;
    std::int64_t finishedSeq = 0; ///< of its event
    std::int64_t resumedSeq = 0;  ///< of the newest resumption; 0: none

    bool operator==(const RunState &) const = default;

    const Iteration *iteration(int number) const;
    /// The iteration whose patch would be offered: the best outcome, the later one on a tie; never one that a
    /// person rejected. Null without any.
    const Iteration *best() const;
    /// Whether it may be resumed: it was interrupted, cancelled or failed, or a person rejected its patch
    /// since.
    bool mayGoOn() const;
    /// Whether the checks on the untouched tree come next; a resumed run does them once more.
    bool awaitsBaseline() const;
    /// Whether the newest act on the user's tree was an apply.
    bool applied() const;
};

/// A run's outcome while it goes on and at its end: that of its best iteration; with none it is
/// `environment`, `no-tests`, `flaky`, `cancelled`, `timeout` or `limit` where that stopped the run, else
/// `no-patch`.
Outcome runOutcome(const RunState &state, StopReason stop);

} // namespace vouchsafe
