#pragma once
// THE loop: retrieve -> architect -> engineer -> verify -> route, until one named stop reason.

#include "core/loop/recorder.h"
#include "core/ports/architect.h"
#include "core/ports/engineer.h"
#include "core/ports/gate.h"
#include "core/ports/patch_reader.h"
#include "core/ports/retriever.h"
#include "core/ports/verifier.h"

#include <stop_token>
#include <string>

namespace vouchsafe {

/// What a run is made of; all of it outlives the loop.
struct LoopParts {
    Recorder &recorder;
    Retriever &retriever;
    Architect &architect;
    Engineer &engineer;
    Verifier &verifier;
    Gate &gate;
    const PatchReader &patches;
};

/// Runs one task on the calling thread. Keeps no memory of its own: it records events and reads the folded
/// state, so a run that was interrupted is gone on with from its journal.
class Loop {
public:
    explicit Loop(const LoopParts &parts);

    /// Runs to the stop reason. The recorder holds the run's start already, and for a run that is gone on
    /// with all that happened before. An Error means that the journal could not be written; what was
    /// recorded before stays.
    Result<RunState> run(const std::stop_token &stop);

private:
    struct Step; // what a phase says: go on, or finish with a reason

    Step baseline(const std::stop_token &stop);
    Step iterate(const std::stop_token &stop);
    Step retrieve(int number, const std::stop_token &stop);
    Step plan(int number, const std::stop_token &stop);
    Step propose(int number, const std::stop_token &stop);
    Step prove(int number, const Patch &patch, const std::stop_token &stop);
    Step judgeRefusal(int number, const PatchReply &reply);
    Step route(const std::stop_token &stop);
    void finish(const Step &step);

    /// Asks the gate, runs `work` between the two phase events, and turns a journal fault into a stop.
    template <typename Work>
    Step phase(int number, Phase phase, const std::stop_token &stop, Work work);

    const RunState &state() const { return m_parts.recorder.state(); }
    void emit(EventBody body) { m_parts.recorder.report(std::move(body)); }

    LoopParts m_parts;
};

} // namespace vouchsafe
