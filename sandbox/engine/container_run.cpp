#include "sandbox/engine/container_run.h"

#include "core/base/text.h"
#include "sandbox/output_pump.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

namespace vouchsafe {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto graceTime = 2s;
constexpr auto startTime = 60s; // for an engine to start a container and the helper to lay the files
// At most this much of a stream before the clock is looked at again.
constexpr std::size_t burst = std::size_t{1} << 20;

int pollTimeout(Clock::time_point until)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

/// What the loop has seen so far.
struct Watching {
    ContainerProcess &process;
    const Command &command;
    DiskWatch &disk;
    RunResult result = {};
    Clock::time_point started = Clock::now();
    Clock::time_point deadline = Clock::now() + startTime;
    bool running = false; ///< the command was let go
    bool decided = false; ///< the end is ours: a cancel, a time-out or a limit
    bool killed = false;

    void end(Ending ending)
    {
        if (!decided)
            result.ending = ending;
        decided = true;
    }
    void kill()
    {
        process.kill();
        killed = true;
    }
    void go()
    {
        running = true;
        started = Clock::now();
        deadline = started + command.timeout;
    }
    void timeIsUp()
    {
        if (!running) {
            end(Ending::SetupFailed);
            result.setupError = "the container did not become ready in time";
            kill();
        } else if (decided) {
            kill();
        } else {
            end(Ending::TimedOut);
            process.askToEnd();
            deadline = Clock::now() + graceTime;
        }
    }
    void limits()
    {
        if (killed || !running)
            return;
        if (const std::string limit = disk.look(); !limit.empty()) {
            end(Ending::LimitReached);
            result.limit = limit;
            kill();
        }
    }
};

} // namespace

void feedLine(Descriptor &line, std::string &rest)
{
    while (line.valid() && !rest.empty()) {
        const ssize_t written = ::send(line.get(), rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0 && errno == EAGAIN)
            return;
        if (written < 0) {
            // Nobody reads any more: how it ended is told by the engine.
            rest.clear();
            return;
        }
        rest.erase(0, static_cast<std::size_t>(written));
    }
}

Result<ContainerEnd> watchContainer(ContainerProcess &process, const ContainerOrders &orders,
                                    const Command &command, DiskWatch &disk, const WakeUp &terminate,
                                    std::stop_token stop, OutputSink &sink)
{
    const WakeUp cancelled;
    const std::stop_callback onStop(stop, [&] { cancelled.wake(); });
    ContainerOutput output(orders.nonce, command.outputBytes, sink);
    OutputPump pump(process.output(), process.errors(), UINT64_MAX, output);
    std::string rest = orders.frames;
    Watching now{process, command, disk};
    while (!now.killed) {
        feedLine(process.input(), rest);
        std::array<pollfd, 6> waits = {{{pump.output(), POLLIN, 0},
                                        {pump.errors(), POLLIN, 0},
                                        {process.endDescriptor(), POLLIN, 0},
                                        {cancelled.descriptor(), POLLIN, 0},
                                        {terminate.descriptor(), POLLIN, 0},
                                        {rest.empty() ? -1 : process.input().get(), POLLOUT, 0}}};
        ::poll(waits.data(), waits.size(),
               pollTimeout(now.running ? std::min(now.deadline, disk.next()) : now.deadline));
        if (waits[3].revents != 0 || waits[4].revents != 0) {
            now.end(Ending::Cancelled);
            now.kill();
            break;
        }
        pump.pump(burst);
        if (output.ready() && !now.running) {
            now.go();
            rest += inside::frame(inside::Kind::Go);
        }
        if (waits[2].revents != 0)
            break;
        if (Clock::now() >= now.deadline)
            now.timeIsUp();
        now.limits();
    }
    // The client has ended and nothing else holds the pipes.
    pump.pump(SIZE_MAX);
    output.finish();
    ContainerEnd end{std::move(now.result), output.ready(), {}};
    RunResult &result = end.result;
    result.outputBytes = output.total();
    result.duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - now.started);
    if (now.killed)
        return end;
    const auto state = process.finish();
    if (now.decided)
        return end;
    if (!state) {
        result.ending = Ending::SetupFailed;
        result.setupError = state.error().what + ": " + state.error().context;
        return end;
    }
    end.runtime = state->runtime;
    if (Status same = sameRuntime(*state, orders.runtime); !same)
        return Failure(same.error());
    judgeContainer(result, *state, output.words(), output.early());
    const bool ran = result.ending == Ending::Exited || result.ending == Ending::Signalled;
    if (const std::string limit = ran ? disk.passed() : std::string(); !limit.empty()) {
        result.ending = Ending::LimitReached;
        result.limit = limit;
    }
    return end;
}

} // namespace vouchsafe
