#include "sandbox/engine/container_output.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t earlyKept = 4096;
// Of the last words; one line with a few numbers.
constexpr std::size_t longestWords = 512;

/// How many bytes at the end of `text` may be the beginning of `start`.
std::size_t beginning(std::string_view text, std::string_view start)
{
    for (std::size_t length = std::min(text.size(), start.size()); length > 0; --length)
        if (text.ends_with(start.substr(0, length)))
            return length;
    return 0;
}

} // namespace

ContainerOutput::ContainerOutput(std::string nonce, std::uint64_t cap, OutputSink &sink)
    : m_start("\n" + nonce + " "), m_nonce(std::move(nonce)), m_cap(cap), m_sink(sink)
{
}

void ContainerOutput::output(Stream stream, std::string_view chunk)
{
    if (stream == Stream::Err) {
        errors(chunk);
    } else if (m_ready) {
        handOn(stream, chunk);
    } else {
        m_frames.add(chunk);
        while (const auto frame = m_frames.next())
            m_ready = m_ready || frame->kind == inside::Kind::Ready;
    }
}

void ContainerOutput::errors(std::string_view chunk)
{
    if (!m_ready) {
        m_early.append(chunk.substr(0, earlyKept - std::min(earlyKept, m_early.size())));
        // The helper may fail before it is ready.
    }
    m_held.append(chunk);
    for (;;) {
        const std::size_t at = m_held.find(m_start);
        const bool tooLong = at != std::string::npos && m_held.size() - at > longestWords;
        if (at != std::string::npos && !tooLong) {
            handOn(Stream::Err, std::string_view(m_held).substr(0, at));
            m_held.erase(0, at);
            return;
        }
        const std::size_t keep = tooLong ? m_held.size() - at - 1 : beginning(m_held, m_start);
        handOn(Stream::Err, std::string_view(m_held).substr(0, m_held.size() - keep));
        m_held.erase(0, m_held.size() - keep);
        if (!tooLong)
            return;
    }
}

void ContainerOutput::finish()
{
    std::size_t before = m_held.size();
    m_words = inside::lastWords(m_held, m_nonce, &before);
    if (!m_words)
        before = m_held.size();
    handOn(Stream::Err, std::string_view(m_held).substr(0, before));
    m_held.clear();
}

void ContainerOutput::handOn(Stream stream, std::string_view bytes)
{
    // Before the command started nobody but the client and the helper can have written.
    if (!m_ready || bytes.empty())
        return;
    const std::uint64_t room = m_cap - std::min(m_cap, m_total);
    m_total += bytes.size();
    if (room > 0)
        m_sink.output(stream, bytes.substr(0, room));
}

} // namespace vouchsafe
