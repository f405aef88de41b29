#include "sandbox/output_pump.h"

#include "sandbox/descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <unistd.h>

namespace vouchsafe {
namespace {

constexpr std::size_t wordsKept = 4096;

} // namespace

OutputPump::OutputPump(int output, int errors, std::uint64_t cap, OutputSink &sink)
    : m_output(output), m_errors(errors), m_cap(cap), m_sink(sink)
{
    setNonBlocking(output);
    setNonBlocking(errors);
}

void OutputPump::pump(std::size_t most)
{
    pump(Stream::Out, m_output, most);
    pump(Stream::Err, m_errors, most);
}

void OutputPump::pump(Stream stream, int &fd, std::size_t most)
{
    std::array<char, 65536> chunk;
    for (std::size_t taken = 0; fd >= 0 && taken < most;) {
        const ssize_t count = ::read(fd, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            return;
        if (count <= 0) {
            fd = -1;
            return;
        }
        const std::string_view bytes(chunk.data(), static_cast<std::size_t>(count));
        const std::uint64_t room = m_cap - std::min(m_cap, m_total);
        m_total += bytes.size();
        taken += bytes.size();
        if (room > 0)
            m_sink.output(stream, bytes.substr(0, room));
        if (stream == Stream::Out)
            continue;
        m_last.append(bytes);
        if (m_last.size() > wordsKept)
            m_last.erase(0, m_last.size() - wordsKept);
    }
}

} // namespace vouchsafe
