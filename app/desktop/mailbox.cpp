#include "app/desktop/mailbox.h"

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
    const OutputKey key{chunk.iteration, chunk.check};
    OutputPiece &piece = m_output[key];
    piece.key = key;
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
    for (auto &[key, piece] : m_output)
        contents.output.push_back(std::move(piece));
    m_output.clear();
    m_told = false;
    return contents;
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
