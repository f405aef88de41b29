#include "sandbox/sandbox_channel.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t wordsKept = 4096;
constexpr std::size_t longestLine = std::size_t{64} << 20;
constexpr std::chrono::seconds writeTime{60};

int pollTimeout(Clock::time_point until)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

} // namespace

SandboxChannel::SandboxChannel(BubblewrapProcess process, Ends ends, Watchdog watchdog,
                               std::shared_ptr<const Termination> termination)
    : m_process(std::move(process)),
      m_ends(std::move(ends)),
      m_watchdog(std::move(watchdog)),
      m_termination(std::move(termination))
{
    setNonBlocking(m_ends.input.get());
    setNonBlocking(m_ends.output.get());
    setNonBlocking(m_ends.errors.get());
}

SandboxChannel::~SandboxChannel()
{
    m_process.kill();
    m_process.finish();
}

/// Waits for one descriptor while stderr, the status and the limits are looked after.
SandboxChannel::Wait SandboxChannel::waitFor(int fd, short events, Clock::time_point until,
                                             const WakeUp *cancelled)
{
    for (;;) {
        std::array<pollfd, 5> waits = {{{fd, events, 0},
                                        {m_ends.errors.get(), POLLIN, 0},
                                        {m_process.statusDescriptor(), POLLIN, 0},
                                        {cancelled != nullptr ? cancelled->descriptor() : -1, POLLIN, 0},
                                        {m_termination->wake.descriptor(), POLLIN, 0}}};
        ::poll(waits.data(), waits.size(), pollTimeout(std::min(until, m_watchdog.next())));
        if (waits[4].revents != 0 || waits[3].revents != 0)
            return Wait::Cancelled;
        if ((waits[1].revents & POLLIN) != 0) {
            std::array<char, 4096> words;
            const ssize_t count = ::read(m_ends.errors.get(), words.data(), words.size());
            if (count > 0)
                m_lastWords.append(words.data(), static_cast<std::size_t>(count));
            if (m_lastWords.size() > wordsKept)
                m_lastWords.erase(0, m_lastWords.size() - wordsKept);
        } else if (waits[1].revents != 0) {
            m_ends.errors.reset();
        }
        if ((waits[2].revents & POLLIN) != 0)
            m_process.readStatus();
        if (waits[0].revents != 0)
            return Wait::Ready;
        if (const auto limit = m_watchdog.look(m_process)) {
            m_limit = *limit;
            m_process.kill();
            return Wait::Ended;
        }
        if (Clock::now() >= until)
            return Wait::Timeout;
    }
}

Failure SandboxChannel::ended(const char *what)
{
    if (!m_limit.empty())
        return fail(ErrorCode::Io, what, "the process in the sandbox passed its limit: " + m_limit);
    return fail(ErrorCode::Io, what,
                "the process in the sandbox has ended: " + std::string(trimmed(toUtf8Lossy(m_lastWords))));
}

Status SandboxChannel::write(std::string_view bytes)
{
    const auto until = Clock::now() + writeTime;
    // The signal would end this whole program when the reader is gone; EPIPE says it as well.
    while (!bytes.empty()) {
        if (!m_ends.input.valid())
            return ended("cannot write to the sandbox");
        const ssize_t written = ::send(m_ends.input.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN)
            return ended("cannot write to the sandbox");
        switch (waitFor(m_ends.input.get(), POLLOUT, until, nullptr)) {
        case Wait::Ready:
            break;
        case Wait::Timeout:
            return fail(ErrorCode::Timeout, "the process in the sandbox does not read what it is sent");
        case Wait::Cancelled:
            return fail(ErrorCode::Cancelled, "the sandbox was terminated");
        case Wait::Ended:
            return ended("cannot write to the sandbox");
        }
    }
    return {};
}

Result<std::string> SandboxChannel::readLine(std::chrono::milliseconds timeout, std::stop_token stop)
{
    const auto until = Clock::now() + timeout;
    const WakeUp cancelled;
    const std::stop_callback onStop(stop, [&] { cancelled.wake(); });
    std::size_t searched = 0;
    for (;;) {
        if (const std::size_t end = m_pending.find('\n', searched); end != std::string::npos) {
            std::string line = m_pending.substr(0, end);
            m_pending.erase(0, end + 1);
            return line;
        }
        searched = m_pending.size();
        if (searched > longestLine)
            return fail(ErrorCode::Io, "the process in the sandbox sends a line without end");
        switch (waitFor(m_ends.output.get(), POLLIN, until, &cancelled)) {
        case Wait::Ready:
            break;
        case Wait::Timeout:
            return fail(ErrorCode::Timeout, "the process in the sandbox gave no answer in time");
        case Wait::Cancelled:
            return fail(ErrorCode::Cancelled, "waiting for the sandbox was cancelled");
        case Wait::Ended:
            return ended("cannot read from the sandbox");
        }
        std::array<char, 65536> chunk;
        const ssize_t count = ::read(m_ends.output.get(), chunk.data(), chunk.size());
        if (count > 0)
            m_pending.append(chunk.data(), static_cast<std::size_t>(count));
        else if (count == 0 || (errno != EAGAIN && errno != EINTR))
            return ended("cannot read from the sandbox");
    }
}

} // namespace vouchsafe
