#pragma once
// What `run` and `hold` have in common: frames are read and done until there is a command.

#include "sandbox/inside/command.h"
#include "sandbox/inside/frames.h"
#include "sandbox/inside/lay.h"

namespace vouchsafe::inside {

/// What the frames came to.
struct Prepared {
    enum class Next { Start, Quit, Fail, Stopped };
    Next next = Next::Fail;
    StartFailure failure;
};

class Preparation {
public:
    /// `mayRead` waits until the descriptor can be read; false where the program was told to stop.
    Preparation(int in, int out, char *const *folders, int count, bool (*mayRead)(int))
        : m_in(in), m_out(out), m_frames(in), m_layer(folders, count), m_mayRead(mayRead)
    {
    }

    Prepared readAll();
    const StartedCommand &command() const { return m_command; }
    std::string_view nonce() const { return m_nonce.view(); }
    /// What came behind the last frame: the first input of the command.
    std::string_view rest() const { return m_frames.rest(); }

private:
    /// The next frame; End where there was none.
    FrameReader::Got next(Kind &kind, std::string_view &body, bool &stopped);
    StartFailure act(Kind kind, std::string_view body);

    int m_in;
    int m_out;
    FrameReader m_frames;
    Layer m_layer;
    bool (*m_mayRead)(int);
    StartedCommand m_command;
    Bytes m_nonce;
};

/// Writes "\n<nonce> failed <errno> <step>\n".
void sayFailure(std::string_view nonce, const StartFailure &failure);

} // namespace vouchsafe::inside
