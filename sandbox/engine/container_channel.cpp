#include "sandbox/engine/container_channel.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t errorsKept = 4096;
constexpr std::size_t longestLine = std::size_t{64} << 20;
constexpr std::chrono::seconds writeTime{60};
constexpr std::chrono::seconds startTime{60};

int pollTimeout(Clock::time_point until)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

} // namespace

Result<std::unique_ptr<ContainerChannel>>
ContainerChannel::open(ContainerProcess process, const ContainerOrders &orders, DiskWatch disk,
                       std::shared_ptr<const Termination> termination)
{
    std::unique_ptr<ContainerChannel> channel(
        new ContainerChannel(std::move(process), orders.nonce, disk, std::move(termination)));
    if (Status ready = channel->becomeReady(orders.frames, orders.runtime); !ready)
        return Failure(ready.error());
    return channel;
}

/// Before the command starts: it may be what should not run without that runtime.
Status ContainerChannel::usesRuntime(const std::string &runtime) const
{
    if (runtime.empty())
        return {};
    const auto state = m_process.state();
    if (!state)
        return Failure(state.error());
    return sameRuntime(*state, runtime);
}

Status ContainerChannel::becomeReady(std::string frames, const std::string &runtime)
{
    const auto until = Clock::now() + startTime;
    inside::FrameParser parser;
    for (;;) {
        feedLine(m_process.input(), frames);
        if (!frames.empty()) {
            const Wait wait = waitFor(m_process.input().get(), POLLOUT, until, nullptr);
            if (wait == Wait::Ready)
                continue;
            return wait == Wait::Cancelled ? fail(ErrorCode::Cancelled, "the sandbox was terminated")
                                           : ended("the sandbox does not start");
        }
        if (const auto frame = parser.next(); frame && frame->kind == inside::Kind::Ready) {
            if (Status used = usesRuntime(runtime); !used)
                return used;
            return write(inside::frame(inside::Kind::Go));
        }
        switch (waitFor(m_process.output(), POLLIN, until, nullptr)) {
        case Wait::Cancelled:
            return fail(ErrorCode::Cancelled, "the sandbox was terminated");
        case Wait::Ready:
            if (readMore()) {
                parser.add(m_pending);
                m_pending.clear();
                break;
            }
            return ended("the sandbox does not start");
        case Wait::Timeout:
        case Wait::Ended:
            return ended("the sandbox does not start");
        }
    }
}

/// Waits for one descriptor while stderr and the disk are looked after.
ContainerChannel::Wait ContainerChannel::waitFor(int fd, short events, Time until, const WakeUp *cancelled)
{
    for (;;) {
        std::array<pollfd, 4> waits = {{{fd, events, 0},
                                        {m_errorsEnded ? -1 : m_process.errors(), POLLIN, 0},
                                        {cancelled != nullptr ? cancelled->descriptor() : -1, POLLIN, 0},
                                        {m_termination->wake.descriptor(), POLLIN, 0}}};
        ::poll(waits.data(), waits.size(), pollTimeout(std::min(until, m_disk.next())));
        if (waits[2].revents != 0 || waits[3].revents != 0)
            return Wait::Cancelled;
        if (waits[1].revents != 0) {
            std::array<char, 4096> words;
            const ssize_t count = ::read(m_process.errors(), words.data(), words.size());
            if (count > 0)
                m_errors.append(words.data(), static_cast<std::size_t>(count));
            m_errorsEnded = count == 0;
            if (m_errors.size() > errorsKept)
                m_errors.erase(0, m_errors.size() - errorsKept);
        }
        if (waits[0].revents != 0)
            return Wait::Ready;
        m_limit = m_disk.look();
        if (!m_limit.empty()) {
            m_process.kill();
            return Wait::Ended;
        }
        if (Clock::now() >= until)
            return Wait::Timeout;
    }
}

bool ContainerChannel::readMore()
{
    std::array<char, 65536> chunk;
    const ssize_t count = ::read(m_process.output(), chunk.data(), chunk.size());
    if (count > 0)
        m_pending.append(chunk.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

Failure ContainerChannel::ended(const char *what)
{
    if (!m_limit.empty())
        return fail(ErrorCode::Io, what, "the process in the sandbox passed its limit: " + m_limit);
    std::size_t before = m_errors.size();
    const auto words = inside::lastWords(m_errors, m_nonce, &before);
    std::string why(trimmed(toUtf8Lossy(std::string_view(m_errors).substr(0, before))));
    if (words && words->end == inside::LastWords::End::Failed)
        why = words->step + " " + words->error;
    return fail(ErrorCode::Io, what, "the process in the sandbox has ended: " + why);
}

Status ContainerChannel::write(std::string_view bytes)
{
    const auto until = Clock::now() + writeTime;
    while (!bytes.empty()) {
        if (!m_process.input().valid())
            return ended("cannot write to the sandbox");
        // The signal would end this whole program when the reader is gone; EPIPE says it as well.
        const ssize_t written = ::send(m_process.input().get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (written < 0 && errno != EAGAIN && errno != EINTR)
            return ended("cannot write to the sandbox");
        switch (waitFor(m_process.input().get(), POLLOUT, until, nullptr)) {
        case Wait::Ready:
            break;
        case Wait::Timeout:
            return fail(ErrorCode::Timeout, "the process in the sandbox takes no input");
        case Wait::Cancelled:
            return fail(ErrorCode::Cancelled, "the sandbox was terminated");
        case Wait::Ended:
            return ended("cannot write to the sandbox");
        }
    }
    return {};
}

Result<std::string> ContainerChannel::readLine(std::chrono::milliseconds timeout, std::stop_token stop)
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
        switch (waitFor(m_process.output(), POLLIN, until, &cancelled)) {
        case Wait::Ready:
            break;
        case Wait::Timeout:
            return fail(ErrorCode::Timeout, "the process in the sandbox gave no answer in time");
        case Wait::Cancelled:
            return fail(ErrorCode::Cancelled, "waiting for the sandbox was cancelled");
        case Wait::Ended:
            return ended("cannot read from the sandbox");
        }
        if (!readMore())
            return ended("cannot read from the sandbox");
    }
}

} // namespace vouchsafe
