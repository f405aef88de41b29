#include "sandbox/engine/container_exchange.h"

#include "core/base/text.h"
#include "sandbox/engine/container_run.h"
#include "sandbox/output_pump.h"

#include <array>
#include <cerrno>
#include <poll.h>

namespace vouchsafe {
namespace {

constexpr int silence = 60'000; // ms
constexpr std::size_t burst = std::size_t{1} << 20;
constexpr std::size_t enough = std::size_t{1} << 20; // of frames that wait to go in

class Frames final : public OutputSink {
public:
    explicit Frames(const FrameExchange &exchange) : m_exchange(exchange) {}
    void output(Stream stream, std::string_view chunk) override
    {
        if (stream == Stream::Err)
            return; // the pump keeps its end
        m_parser.add(chunk);
        while (auto frame = m_parser.next())
            m_exchange.frame(std::move(*frame));
    }

private:
    const FrameExchange &m_exchange;
    inside::FrameParser m_parser;
};

} // namespace

Status exchangeFrames(ContainerProcess &process, const FrameExchange &exchange, const std::string &what)
{
    Frames sink(exchange);
    OutputPump pump(process.output(), process.errors(), UINT64_MAX, sink);
    std::string rest;
    bool more = true;
    for (;;) {
        while (more && rest.size() < enough)
            more = exchange.more(rest);
        feedLine(process.input(), rest);
        std::array<pollfd, 4> waits = {{{pump.output(), POLLIN, 0},
                                        {pump.errors(), POLLIN, 0},
                                        {process.endDescriptor(), POLLIN, 0},
                                        {rest.empty() ? -1 : process.input().get(), POLLOUT, 0}}};
        const int moved = ::poll(waits.data(), waits.size(), silence);
        if (moved < 0 && errno == EINTR)
            continue;
        if (moved <= 0) {
            process.kill();
            return fail(ErrorCode::SandboxSetup, what, "nothing moves");
        }
        pump.pump(burst);
        if (waits[2].revents != 0)
            break;
    }
    pump.pump(SIZE_MAX);
    const auto state = process.finish();
    if (!state)
        return Failure(state.error());
    if (state->running || state->status != "exited" || state->exitCode != 0)
        return fail(ErrorCode::SandboxSetup, what,
                    state->error + " " + std::string(trimmed(toUtf8Lossy(pump.lastErrors()))));
    return {};
}

} // namespace vouchsafe
