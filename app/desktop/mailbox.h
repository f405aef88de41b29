#pragma once
// What a run tells, carried from its thread to the window's.

#include "core/ports/event_sink.h"
#include "ui/run_view.h"

#include <functional>
#include <mutex>
#include <vector>

namespace vouchsafe {

/// Filled on the run's thread, emptied on the window's. Output that nobody has fetched yet is bounded: beyond
/// 4 MiB an execution of a check its oldest bytes go (they are in the log), so a flood costs neither memory
/// nor answers.
class Mailbox final : public EventSink {
public:
    struct Contents {
        std::vector<Event> events;
        std::vector<OutputPiece> output; ///< one an execution; the one that printed last comes last
    };

    /// `filled` is called on the run's thread when the box was empty before.
    explicit Mailbox(std::function<void()> filled) : m_filled(std::move(filled)) {}

    void event(const Event &event) override;
    void output(const OutputChunk &chunk) override;
    Contents take();

private:
    OutputPiece &pieceOf(const OutputKey &key);
    void noteFilled(std::unique_lock<std::mutex> &lock);

    std::mutex m_mutex;
    std::function<void()> m_filled;
    std::vector<Event> m_events;
    std::vector<OutputPiece> m_output;
    bool m_told = false;
};

} // namespace vouchsafe
