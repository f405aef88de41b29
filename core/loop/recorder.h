#pragma once
// Writes each event to the journal, folds it into the state and tells the sinks, in that order.

#include "core/events/journal.h"
#include "core/events/run_state.h"
#include "core/ports/event_sink.h"

#include <optional>
#include <vector>

namespace vouchsafe {

/// Used on the run's thread.
class Recorder final : public Reporter {
public:
    Recorder(Journal &journal, std::vector<EventSink *> sinks, RunState state);

    void report(EventBody body) override;
    void output(const OutputChunk &chunk) override;

    const RunState &state() const { return m_state; }
    /// The journal's first failure; nothing is recorded after it.
    const std::optional<Error> &fault() const { return m_fault; }

private:
    Journal &m_journal;
    std::vector<EventSink *> m_sinks;
    RunState m_state;
    std::optional<Error> m_fault;
};

} // namespace vouchsafe
