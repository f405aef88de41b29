#include "core/loop/recorder.h"

#include "core/events/reducer.h"

namespace vouchsafe {

Recorder::Recorder(Journal &journal, std::vector<EventSink *> sinks, RunState state)
    : m_journal(journal), m_sinks(std::move(sinks)), m_state(std::move(state))
{
}

void Recorder::report(EventBody body)
{
    if (m_fault)
        return;
    Result<Event> event = m_journal.append(std::move(body));
    if (!event) {
        m_fault = event.error();
        return;
    }
    m_state = reduce(std::move(m_state), *event);
    for (EventSink *sink : m_sinks)
        sink->event(*event);
}

void Recorder::output(const OutputChunk &chunk)
{
    for (EventSink *sink : m_sinks)
        sink->output(chunk);
}

} // namespace vouchsafe
