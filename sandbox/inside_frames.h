#pragma once
// The host's side of inside/protocol.h: builds the frames that the helper reads, and reads what it writes.

#include "sandbox/inside/protocol.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe::inside {

/// One frame, whole. The body must not be longer than longestFrame.
std::string frame(Kind kind, std::string_view body = {});

/// The frames of one file of any size: File, then Append. A link's target is `bytes`.
std::string fileFrames(std::string_view path, unsigned mode, std::string_view bytes);
std::string folderFrame(std::string_view path, unsigned mode);
std::string pathFrame(Kind kind, std::string_view path); ///< Remove, Mark

struct CommandWords {
    std::uint32_t flags = 0;
    std::string workdir; ///< absolute
    std::vector<std::string> argv;
    std::vector<std::string> variables; ///< `NAME=value`
};
std::string commandFrame(const CommandWords &command);

/// Parts of a body, in the order in which they stand in it.
struct Body {
    std::string_view rest; ///< what was not read yet: the `bytes`
    bool whole = true;     ///< false once something was missing

    std::uint32_t number();
    std::string_view text();
};

struct Frame {
    Kind kind = Kind::End;
    std::string body;
};

/// Cuts a stream into frames, however it comes.
class FrameParser {
public:
    /// What comes after a frame that may not be is not kept.
    void add(std::string_view bytes)
    {
        if (!m_broken)
            m_bytes.append(bytes);
    }
    /// None: more bytes are needed, or `broken()`.
    std::optional<Frame> next();
    bool broken() const { return m_broken; } ///< a frame longer than any may be

private:
    std::string m_bytes;
    std::size_t m_read = 0;
    bool m_broken = false;
};

/// What `run` said at its end.
struct LastWords {
    enum class End { Exit, Signal, Failed };
    End end = End::Failed;
    int value = 0;     ///< exit code or signal
    std::string error; ///< of Failed: errno by name
    std::string step;  ///< of Failed
    long pids = -1;    ///< refused forks
    long oom = -1;     ///< kills for memory

    bool operator==(const LastWords &) const = default;
};

/// From the end of stderr; none where the helper never came to say them. Only the last line counts.
/// `before` becomes the length of stderr without them.
std::optional<LastWords> lastWords(std::string_view errors, std::string_view nonce, std::size_t *before);

} // namespace vouchsafe::inside
