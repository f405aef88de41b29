#include "app/desktop/mailbox.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t mostPending = std::size_t{4} << 20;

} // namespace

void Mailbox::event(const Event &event)
{
    std::unique_lock lock(m_mutex);
    m_events.push_back(event);
    noteFilled(lock);
}

void Mailbox::output(const OutputChunk &chunk)
{
    std::unique_lock lock(m_mutex);
    OutputPiece &piece = pieceOf({chunk.iteration, std::string(chunk.run), chunk.check});
    piece.bytes += chunk.bytes;
    // Cut to half at once, so that a flood is not moved once a chunk.
    if (piece.bytes.size() > mostPending) {
        const std::size_t dropped = piece.bytes.size() - mostPending / 2;
        piece.bytes.erase(0, dropped);
        piece.skipped += dropped;
    }
    noteFilled(lock);
}

Mailbox::Contents Mailbox::take()
{
    const std::scoped_lock lock(m_mutex);
    Contents contents;
    contents.events.swap(m_events);
    contents.output.swap(m_output);
    m_told = false;
    return contents;
}

/// Moved to the end: executions take turns, so it nearly always is there.
OutputPiece &Mailbox::pieceOf(const OutputKey &key)
{
    const auto found = std::find_if(m_output.begin(), m_output.end(),
                                    [&](const OutputPiece &piece) { return piece.key == key; });
    if (found == m_output.end())
        m_output.push_back({key, {}, 0, {}});
    else
        std::rotate(found, std::next(found), m_output.end());
    return m_output.back();
}

void Mailbox::noteFilled(std::unique_lock<std::mutex> &lock)
{
    const bool first = !m_told;
    m_told = true;
    lock.unlock();
    if (first)
        m_filled();
}

} // namespace vouchsafe
