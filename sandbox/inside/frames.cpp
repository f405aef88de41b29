#include "sandbox/inside/frames.h"

#include <cerrno>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

constexpr std::size_t headLength = 5;
constexpr std::size_t oneRead = std::size_t{256} << 10;

} // namespace

FrameReader::Got FrameReader::next(Kind &kind, std::string_view &body)
{
    const std::string_view left = rest();
    const std::uint32_t length = left.size() < headLength ? 0 : numberAt(left.data() + 1);
    if (length > longestFrame)
        return Got::Broken;
    if (left.size() < headLength + length) {
        if (!m_ended)
            return Got::More;
        return left.empty() ? Got::End : Got::Broken;
    }
    kind = static_cast<Kind>(left.front());
    body = {left.data() + headLength, length};
    m_read += headLength + length;
    return Got::Frame;
}

bool FrameReader::fill()
{
    m_bytes.dropFront(m_read);
    m_read = 0;
    const ssize_t count = ::read(m_fd, m_bytes.room(oneRead), oneRead);
    if (count > 0)
        m_bytes.grew(static_cast<std::size_t>(count));
    else
        m_ended = count == 0 || (errno != EINTR && errno != EAGAIN);
    return !m_ended;
}

std::string_view FrameReader::rest() const
{
    std::string_view all = m_bytes.view();
    all.remove_prefix(m_read);
    return all;
}

} // namespace vouchsafe::inside
