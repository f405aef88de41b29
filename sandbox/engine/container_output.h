#pragma once
// A container's two streams on their way out: the helper's frames before the command and its last words
// behind it are taken off, the rest is counted, capped and handed on.

#include "core/ports/sandbox.h"
#include "sandbox/inside_frames.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vouchsafe {

/// Call from one thread. Until the helper is ready stdout is frames and stderr the client's own words.
class ContainerOutput final : public OutputSink {
public:
    /// Of both streams together the first `cap` bytes reach `sink`.
    ContainerOutput(std::string nonce, std::uint64_t cap, OutputSink &sink);

    void output(Stream stream, std::string_view chunk) override;
    bool ready() const { return m_ready; }
    /// At the end of both streams: hands on what was held back and is not the last words.
    void finish();

    const std::optional<inside::LastWords> &words() const { return m_words; }
    std::uint64_t total() const { return m_total; }      ///< of the command, dropped bytes included
    const std::string &early() const { return m_early; } ///< of stderr before Ready, 4 KiB of it

private:
    void errors(std::string_view chunk);
    void handOn(Stream stream, std::string_view bytes);

    std::string m_start; ///< of the last words
    std::string m_nonce;
    std::uint64_t m_cap;
    OutputSink &m_sink;
    inside::FrameParser m_frames;
    bool m_ready = false;
    std::string m_early;
    std::string m_held; ///< of stderr: what may be the beginning of the last words
    std::optional<inside::LastWords> m_words;
    std::uint64_t m_total = 0;
};

} // namespace vouchsafe
