#include "sandbox/host_program.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/output_pump.h"
#include "sandbox/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t mostOutput = std::size_t{64} << 20;
constexpr std::size_t burst = std::size_t{1} << 20;

class Collected final : public OutputSink {
public:
    explicit Collected(HostResult &result) : m_result(result) {}
    void output(Stream stream, std::string_view chunk) override
    {
        std::string &text = stream == Stream::Out ? m_result.output : m_result.errors;
        text.append(chunk.substr(0, mostOutput - std::min(mostOutput, text.size())));
    }

private:
    HostResult &m_result;
};

struct Running {
    Process process;
    Descriptor input;
    Descriptor output;
    Descriptor errors;
};

Result<Running> started(const HostCommand &command)
{
    auto out = makePipe();
    auto err = makePipe();
    int input[2];
    if (!out || !err || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0)
        return Failure(systemError(errno, "cannot make a pipe", {}));
    Descriptor ours(input[0]);
    const Descriptor theirs(input[1]);
    ProcessSpec spec;
    spec.program = command.program;
    spec.argv = command.arguments;
    spec.argv.insert(spec.argv.begin(), command.program);
    for (const auto &[name, value] : command.environment)
        spec.environment.push_back(name + "=" + value);
    spec.setup.descriptors = {{theirs.get(), 0}, {out->write.get(), 1}, {err->write.get(), 2}};
    auto process = startProcess(spec);
    if (!process)
        return Failure(process.error());
    return Running{std::move(*process), std::move(ours), std::move(out->read), std::move(err->read)};
}

/// Writes what the program takes now; shuts the line when all is written or nobody reads.
void feed(Descriptor &input, std::string_view &rest)
{
    while (input.valid() && !rest.empty()) {
        const ssize_t written = ::send(input.get(), rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0 && errno == EAGAIN)
            return;
        if (written < 0)
            break;
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    input.reset();
}

int pollTimeout(Clock::time_point until)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

} // namespace

Result<HostResult> SystemProgram::run(const HostCommand &command, std::stop_token stop)
{
    if (!command.program.starts_with('/') || ::access(command.program.c_str(), X_OK) != 0)
        return fail(ErrorCode::NotAvailable, "a program of the system is not there", shown(command.program));
    auto running = started(command);
    if (!running)
        return Failure(running.error());
    const auto deadline = Clock::now() + command.timeout;
    const WakeUp cancelled;
    const std::stop_callback onStop(stop, [&] { cancelled.wake(); });
    HostResult result;
    Collected sink(result);
    OutputPump pump(running->output.get(), running->errors.get(), 2 * mostOutput, sink);
    std::string_view rest = command.input;
    // The program leads a session and a group of its own; its children go with it.
    const auto killAll = [&] { ::kill(-running->process.pid(), SIGKILL); };
    for (;;) {
        feed(running->input, rest);
        std::array<pollfd, 5> waits = {{{pump.output(), POLLIN, 0},
                                        {pump.errors(), POLLIN, 0},
                                        {running->process.descriptor(), POLLIN, 0},
                                        {cancelled.descriptor(), POLLIN, 0},
                                        {running->input.get(), POLLOUT, 0}}};
        ::poll(waits.data(), waits.size(), pollTimeout(deadline));
        pump.pump(burst);
        if (waits[2].revents != 0)
            break;
        if (waits[3].revents != 0 || Clock::now() >= deadline) {
            killAll();
            running->process.wait();
            const std::string what = shown(command.program);
            if (waits[3].revents != 0)
                return fail(ErrorCode::Cancelled, "a program of the system was cancelled", what);
            return fail(ErrorCode::Timeout, "a program of the system took too long", what);
        }
    }
    // A grandchild that kept the pipes keeps nobody waiting; the group's number is ours until we reap.
    killAll();
    pump.pump(mostOutput);
    const ExitStatus status = running->process.wait();
    result.exitCode = status.signalled ? -status.value : status.value;
    return result;
}

} // namespace vouchsafe
