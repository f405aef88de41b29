#include "sandbox/inside/preparation.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace vouchsafe::inside {

FrameReader::Got Preparation::next(Kind &kind, std::string_view &body, bool &stopped)
{
    for (;;) {
        const FrameReader::Got got = m_frames.next(kind, body);
        if (got != FrameReader::Got::More)
            return got;
        stopped = !m_mayRead(m_in);
        if (stopped)
            return got;
        m_frames.fill();
    }
}

StartFailure Preparation::act(Kind kind, std::string_view body)
{
    switch (kind) {
    case Kind::Nonce:
        m_nonce.clear();
        m_nonce.append(body);
        return {};
    case Kind::File:
        return {m_layer.file(body), "file"};
    case Kind::Append:
        return {m_layer.append(body), "append"};
    case Kind::Folder:
        return {m_layer.folder(body), "folder"};
    case Kind::Remove:
        return {m_layer.remove(body), "remove"};
    case Kind::Mark:
        return {m_layer.mark(body, m_out), "mark"};
    case Kind::Command:
        return {m_command.read(body) ? 0 : EBADMSG, "frame"};
    default:
        return {EBADMSG, "frame"};
    }
}

Prepared Preparation::readAll()
{
    bool ready = false; // the command is known and waits for Go
    for (;;) {
        Kind kind = Kind::End;
        std::string_view body;
        bool stopped = false;
        const FrameReader::Got got = next(kind, body, stopped);
        if (stopped)
            return {Prepared::Next::Stopped, {}};
        if (got == FrameReader::Got::Broken)
            return {Prepared::Next::Fail, {EBADMSG, "frame"}};
        if (got == FrameReader::Got::End)
            return {Prepared::Next::Fail, {EPIPE, "frame"}};
        if (kind == Kind::Quit)
            return {Prepared::Next::Quit, {}};
        if (kind == Kind::Go && ready)
            return {Prepared::Next::Start, {}};
        if (const StartFailure failure = act(kind, body); failure.number != 0)
            return {Prepared::Next::Fail, failure};
        if (kind != Kind::Command)
            continue;
        if ((m_command.flags() & flagReady) == 0)
            return {Prepared::Next::Start, {}};
        ready = true;
        if (!writeFrame(m_out, Kind::Ready, {}))
            return {Prepared::Next::Fail, {errno, "frame"}};
    }
}

void sayFailure(std::string_view nonce, const StartFailure &failure)
{
    const char *name = ::strerrorname_np(failure.number);
    Bytes words;
    words.append("\n");
    words.append(nonce);
    words.append(" failed ");
    words.append(name != nullptr ? name : "EIO");
    words.append(" ");
    words.append(failure.step);
    words.append("\n");
    writeAll(STDERR_FILENO, words.view());
}

} // namespace vouchsafe::inside
