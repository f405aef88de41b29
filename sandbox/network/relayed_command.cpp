#include "sandbox/network/relayed_command.h"

#include "core/base/text.h"
#include "sandbox/inside/protocol.h"
#include "sandbox/network/relay_tunnels.h"

#include <charconv>
#include <cstring>
#include <mutex>
#include <optional>

namespace vouchsafe {
namespace {

using Clock = std::chrono::steady_clock;

/// A stop token that can be had anew: what ends one wait for a line without ending the command.
class LineWait {
public:
    std::stop_token begin()
    {
        const std::lock_guard lock(m_mutex);
        m_source = std::stop_source();
        return m_source.get_token();
    }
    void end()
    {
        const std::stop_source source = [this] {
            const std::lock_guard lock(m_mutex);
            return m_source;
        }();
        source.request_stop(); // runs the waiter's callback: not under the lock
    }

private:
    std::mutex m_mutex;
    std::stop_source m_source;
};

std::vector<std::string> relayArgv(const std::vector<std::string> &command)
{
    std::vector<std::string> argv{inside::programPath, "relay", std::to_string(relayedProxyPort), "--"};
    argv.insert(argv.end(), command.begin(), command.end());
    return argv;
}

std::map<std::string, std::string> proxyVariables()
{
    const std::string address = "http://127.0.0.1:" + std::to_string(relayedProxyPort);
    std::map<std::string, std::string> variables;
    for (const char *name : {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy",
                             "all_proxy", "npm_config_proxy", "npm_config_https_proxy", "CARGO_HTTP_PROXY"})
        variables[name] = address;
    // What an image may say about hosts to be reached without a proxy does not hold here.
    variables["NO_PROXY"] = variables["no_proxy"] = variables["npm_config_noproxy"] = "";
    return variables;
}

/// `exit 3`, `signal 9`, `failed 2`.
std::optional<RunResult> endOf(std::string_view text)
{
    const std::size_t blank = text.find(' ');
    int value = 0;
    if (blank == std::string_view::npos)
        return std::nullopt;
    std::from_chars(text.data() + blank + 1, text.data() + text.size(), value);
    const std::string_view how = text.substr(0, blank);
    RunResult result;
    if (how == "exit") {
        result.exitCode = value;
    } else if (how == "signal") {
        result.ending = Ending::Signalled;
        result.signal = value;
    } else {
        result.ending = Ending::SetupFailed;
        result.setupError = std::strerror(value);
    }
    return result;
}

} // namespace

Result<RunResult> runRelayed(Sandbox &sandbox, Command command, AllowListProxy &proxy,
                             const std::stop_token &stop, OutputSink &output)
{
    const std::string program = command.argv.empty() ? "" : command.argv.front();
    command.argv = relayArgv(command.argv);
    command.environment.merge(proxyVariables());
    const auto began = Clock::now();
    auto channel = sandbox.start(command);
    if (!channel)
        return Failure(channel.error());
    LineWait wait;
    RelayTunnels tunnels(proxy, [&] { wait.end(); });
    const std::stop_callback cancelled(stop, [&] { wait.end(); });
    std::uint64_t written = 0;
    for (;;) {
        const std::stop_token anew = wait.begin();
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "a command with limited network was cancelled", shown(program));
        if (const std::string lines = tunnels.takeLines(); !lines.empty())
            if (const Status sent = (*channel)->write(lines); !sent)
                return Failure(sent.error());
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(began + command.timeout - Clock::now());
        if (left.count() <= 0) {
            RunResult late;
            late.ending = Ending::TimedOut;
            late.duration = command.timeout;
            return late;
        }
        const auto line = (*channel)->readLine(left, anew);
        if (!line) {
            if (line.error().code == ErrorCode::Cancelled || line.error().code == ErrorCode::Timeout) {
                if (!anew.stop_requested() && line.error().code == ErrorCode::Cancelled)
                    return Failure(line.error()); // the sandbox was terminated
                continue;
            }
            return Failure(line.error());
        }
        const RelayLine read = readRelayLine(*line);
        if (read.letter == '1' || read.letter == '2') {
            const std::string bytes = relayUnescaped(read.rest);
            if (written < command.outputBytes)
                output.output(read.letter == '1' ? Stream::Out : Stream::Err, bytes);
            written += bytes.size();
        } else if (read.letter == 'x') {
            auto result = endOf(read.rest);
            if (!result)
                return fail(ErrorCode::Io, "the relay inside speaks another language", shown(*line));
            result->duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
            result->outputBytes = written;
            if (result->ending == Ending::SetupFailed)
                return fail(ErrorCode::SandboxSetup, "a program could not be started inside",
                            shown(program) + ": " + result->setupError);
            return *result;
        } else {
            tunnels.take(read);
        }
    }
}

} // namespace vouchsafe
