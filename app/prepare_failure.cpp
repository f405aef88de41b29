#include "app/prepare_failure.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t mostNamed = 3; // hosts in one line; the log has them all

std::string howItEnded(const RunResult &result)
{
    switch (result.ending) {
    case Ending::Signalled:
        return "ended by signal " + std::to_string(result.signal);
    case Ending::LimitReached:
        return "passed its limit: " + result.limit;
    case Ending::TimedOut:
        return "did not end within its time";
    case Ending::SetupFailed:
        return "could not be started";
    default:
        return "ended with status " + std::to_string(result.exitCode);
    }
}

std::string lastLine(std::string_view output)
{
    const std::string text = toUtf8Lossy(output);
    const std::string_view tail = trimmed(text);
    return shown(elided(trimmed(tail.substr(tail.rfind('\n') + 1)), 300, 100));
}

std::string placeOf(const ProxyLogEntry &entry)
{
    return entry.host.empty() ? "a request" : shown(entry.host) + ":" + std::to_string(entry.port);
}

/// Every host once, with the proxy's reason.
std::vector<std::string> troubles(const std::vector<ProxyLogEntry> &log)
{
    std::vector<std::string> found;
    for (const ProxyLogEntry &entry : log) {
        if (entry.allowed && !isFailedConnection(entry))
            continue;
        const std::string words = placeOf(entry) +
                                  (entry.allowed ? " could not be reached (" : " was refused (") +
                                  shown(entry.why) + ")";
        if (std::find(found.begin(), found.end(), words) == found.end())
            found.push_back(words);
    }
    return found;
}

std::string remedyOfLimit(const std::string &limit)
{
    if (limit == "memory")
        return "Give it more with --memory SIZE.";
    if (limit == "pids")
        return "Give it more processes with --pids N.";
    if (limit == "disk" || limit == "file-size")
        return "Give it more room with --disk SIZE.";
    return {};
}

/// What was refused comes first: a tool says the same of it as of a network that is away.
std::string remedyOfNetwork(const std::vector<AllowedHost> &hosts, const std::vector<ProxyLogEntry> &log)
{
    for (const ProxyLogEntry &entry : log) {
        const auto name = hostName(entry.host);
        if (entry.allowed || !name || entry.port == 0)
            continue;
        const std::string place = *name + (entry.port == 443 ? "" : ":" + std::to_string(entry.port));
        const AllowedHost *allowed = allowedBy(hosts, *name, entry.port);
        if (allowed == nullptr)
            return "If " + place + " is one that you trust, allow it: --allow " + place + ".";
        if (!allowed->privateToo)
            return "If that private address is your own index, allow it: --allow " + place + "+private.";
    }
    const auto failed = std::find_if(log.begin(), log.end(), isFailedConnection);
    if (failed != log.end())
        return "Check this machine's network and name service: " + placeOf(*failed) +
               " is on the list, and is connected to from here without any other proxy.";
    return {};
}

} // namespace

bool isFailedConnection(const ProxyLogEntry &entry)
{
    return entry.allowed && entry.bytesDown == 0 && !entry.why.empty();
}

Error stepError(const std::string &step, const RunResult &result, std::string_view output,
                const std::vector<AllowedHost> &hosts, const std::vector<ProxyLogEntry> &log)
{
    Error error;
    error.code = result.ending == Ending::TimedOut ? ErrorCode::Timeout : ErrorCode::Prepare;
    error.what = result.ending == Ending::TimedOut ? "installing dependencies took too long"
                                                   : "the dependencies could not be installed";
    const std::string said = lastLine(
        result.ending == Ending::SetupFailed && !result.setupError.empty() ? result.setupError : output);
    error.context = "`" + shown(step) + "` " + howItEnded(result) + (said.empty() ? "" : ": " + said);
    const std::vector<std::string> network = troubles(log);
    for (std::size_t i = 0; i < std::min(network.size(), mostNamed); ++i)
        error.context += "; " + network[i];
    if (network.size() > mostNamed)
        error.context += "; and " + std::to_string(network.size() - mostNamed) + " more";
    if (result.ending == Ending::LimitReached)
        error.remedy = remedyOfLimit(result.limit);
    else if (result.ending != Ending::SetupFailed)
        error.remedy = remedyOfNetwork(hosts, log);
    return error; // without a remedy of its own the catalogue's
}

} // namespace vouchsafe
