#pragma once
// Cuts a descriptor's bytes into frames, however they come.

#include "sandbox/inside/bytes.h"

namespace vouchsafe::inside {

class FrameReader {
public:
    explicit FrameReader(int fd) : m_fd(fd) {}

    enum class Got { Frame, More, End, Broken };
    /// The next frame of what was read; More where `fill` must be called. `body` lives until the next call.
    Got next(Kind &kind, std::string_view &body);
    /// One read. False at the end of the stream or on an error; EINTR counts as nothing read.
    bool fill();
    /// Bytes that no frame has used yet.
    std::string_view rest() const;

private:
    int m_fd;
    Bytes m_bytes;
    std::size_t m_read = 0;
    bool m_ended = false;
};

} // namespace vouchsafe::inside
