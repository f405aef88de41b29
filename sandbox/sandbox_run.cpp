#include "sandbox/sandbox_run.h"

#include "core/base/text.h"
#include "sandbox/limit_passed.h"
#include "sandbox/output_pump.h"

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
// At most this much of a stream before the clock is looked at again.
constexpr std::size_t burst = std::size_t{1} << 20;

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
    OutputPump pump(ends.output.get(), ends.errors.get(), command.outputBytes, sink);
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
        std::array<pollfd, 6> waits = {{{pump.output(), POLLIN, 0},
                                        {pump.errors(), POLLIN, 0},
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
        pump.pump(burst);
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
    pump.pump(SIZE_MAX);
    result.outputBytes = pump.total();
    result.duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started);
    if (decided)
        return result;
    judge(result, commandEnd, pump.lastErrors());
    if (const std::string limit = limitOfSignal(result.signal); !limit.empty()) {
        result.ending = Ending::LimitReached;
        result.limit = limit;
        return result;
    }
    const bool failed = result.ending != Ending::Exited || result.exitCode != 0;
    if (const auto limit = watchdog.afterwards(failed)) {
        result.ending = Ending::LimitReached;
        result.limit = *limit;
    }
    return result;
}

} // namespace vouchsafe
