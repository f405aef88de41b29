#include "sandbox/sandbox_run.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto graceTime = 2s;
constexpr std::size_t wordsKept = 4096;
// At most this much of a stream before the clock is looked at again.
constexpr std::size_t burst = std::size_t{1} << 20;

/// One pipe of the command: what passes the cap is read and dropped, so that it never blocks.
class OutputStream {
public:
    OutputStream(Stream stream, int fd) : m_stream(stream), m_fd(fd) { setNonBlocking(fd); }

    int pollable() const { return m_open ? m_fd : -1; }
    const std::string &lastWords() const { return m_last; }

    void pump(std::uint64_t cap, std::uint64_t &total, OutputSink &sink, std::size_t most)
    {
        std::array<char, 65536> chunk;
        for (std::size_t taken = 0; m_open && taken < most;) {
            const ssize_t count = ::read(m_fd, chunk.data(), chunk.size());
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                return;
            if (count == 0) {
                m_open = false;
                return;
            }
            const std::string_view bytes(chunk.data(), static_cast<std::size_t>(count));
            const std::uint64_t room = cap - std::min(cap, total);
            total += bytes.size();
            taken += bytes.size();
            if (room > 0)
                sink.output(m_stream, bytes.substr(0, room));
            m_last.append(bytes);
            if (m_last.size() > wordsKept)
                m_last.erase(0, m_last.size() - wordsKept);
        }
    }

private:
    Stream m_stream;
    int m_fd;
    bool m_open = true;
    std::string m_last;
};

bool endsProcesses(int signal)
{
    constexpr std::array harmless = {SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH};
    return signal > 0 && signal < SIGSYS + 1 &&
           std::find(harmless.begin(), harmless.end(), signal) == harmless.end();
}

int pollTimeout(Clock::time_point until)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

void judge(RunResult &result, const CommandEnd &end, const std::string &words)
{
    if (end.exitCode) {
        result.exitCode = *end.exitCode;
        if (endsProcesses(*end.exitCode - 128)) {
            result.ending = Ending::Signalled;
            result.signal = *end.exitCode - 128;
        }
        return;
    }
    result.ending = Ending::SetupFailed;
    result.setupError = end.killedBy != 0 ? "bubblewrap was ended by signal " + std::to_string(end.killedBy)
                                          : std::string(trimmed(toUtf8Lossy(words)));
    if (result.setupError.empty())
        result.setupError = "bubblewrap ended without a word";
}

} // namespace

RunResult watchRun(BubblewrapProcess &process, const OutputEnds &ends, const Command &command,
                   Watchdog &watchdog, const WakeUp &terminate, std::stop_token stop, OutputSink &sink)
{
    const auto started = Clock::now();
    const WakeUp cancelled;
    const std::stop_callback onStop(stop, [&] { cancelled.wake(); });
    OutputStream output(Stream::Out, ends.output.get());
    OutputStream errors(Stream::Err, ends.errors.get());
    RunResult result;
    bool decided = false; // the end is ours: a cancel, a time-out or a limit
    bool killed = false;
    const auto end = [&](Ending ending) {
        if (!decided)
            result.ending = ending;
        decided = true;
    };
    const auto kill = [&] {
        process.kill();
        killed = true;
    };
    Clock::time_point deadline = started + command.timeout;
    while (!killed) {
        std::array<pollfd, 6> waits = {{{output.pollable(), POLLIN, 0},
                                        {errors.pollable(), POLLIN, 0},
                                        {process.statusDescriptor(), POLLIN, 0},
                                        {process.endDescriptor(), POLLIN, 0},
                                        {cancelled.descriptor(), POLLIN, 0},
                                        {terminate.descriptor(), POLLIN, 0}}};
        ::poll(waits.data(), waits.size(), pollTimeout(std::min(deadline, watchdog.next())));
        if (waits[4].revents != 0 || waits[5].revents != 0) {
            end(Ending::Cancelled);
            kill();
            break;
        }
        output.pump(command.outputBytes, result.outputBytes, sink, burst);
        errors.pump(command.outputBytes, result.outputBytes, sink, burst);
        if ((waits[2].revents & POLLIN) != 0)
            process.readStatus();
        if (waits[3].revents != 0)
            break;
        if (Clock::now() >= deadline) {
            if (decided) {
                kill();
            } else {
                process.askToEnd();
                deadline = Clock::now() + graceTime;
            }
            end(Ending::TimedOut);
        }
        if (const auto limit = watchdog.look(process)) {
            end(Ending::LimitReached);
            result.limit = *limit;
            kill();
        }
    }
    const CommandEnd commandEnd = process.finish();
    // Whoever could write is gone, so this ends at the end of what the pipes hold.
    output.pump(command.outputBytes, result.outputBytes, sink, SIZE_MAX);
    errors.pump(command.outputBytes, result.outputBytes, sink, SIZE_MAX);
    result.duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started);
    if (decided)
        return result;
    judge(result, commandEnd, errors.lastWords());
    const bool failed = result.ending != Ending::Exited || result.exitCode != 0;
    if (const auto limit = watchdog.afterwards(failed)) {
        result.ending = Ending::LimitReached;
        result.limit = *limit;
    }
    return result;
}

} // namespace vouchsafe
