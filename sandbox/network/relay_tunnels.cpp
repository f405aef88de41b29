#include "sandbox/network/relay_tunnels.h"

#include "sandbox/inside/relay_lines.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <poll.h>
#include <sys/socket.h>
#include <vector>

namespace vouchsafe {
namespace {

std::uint64_t numberOf(std::string_view text)
{
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

} // namespace

RelayLine readRelayLine(std::string_view line)
{
    RelayLine read;
    if (line.size() < 2 || line[1] != ' ')
        return read;
    read.letter = line[0];
    read.rest = line.substr(2);
    // What the command wrote may begin with a digit.
    if (read.letter < 'a' || read.letter > 'w')
        return read;
    const std::size_t end = std::min(read.rest.find(' '), read.rest.size());
    read.number = numberOf(read.rest.substr(0, end));
    read.rest.remove_prefix(std::min(end + 1, read.rest.size()));
    return read;
}

std::string relayEscaped(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size() + bytes.size() / 64);
    for (const char byte : bytes) {
        const char escape = inside::relayEscape(byte);
        if (escape != '\0')
            text += '\\';
        text += escape != '\0' ? escape : byte;
    }
    return text;
}

std::string relayUnescaped(std::string_view text)
{
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
        bytes += text[i] == '\\' && i + 1 < text.size() ? inside::relayUnescape(text[++i]) : text[i];
    return bytes;
}

RelayTunnels::RelayTunnels(AllowListProxy &proxy, std::function<void()> linesWaiting)
    : m_proxy(proxy), m_linesWaiting(std::move(linesWaiting)), m_thread([this] { pump(); })
{
}

RelayTunnels::~RelayTunnels()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
    }
    m_wake.wake();
    m_thread.join();
}

std::string RelayTunnels::takeLines()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_lines, {});
}

void RelayTunnels::open(std::uint64_t number)
{
    int ends[2];
    if (m_tunnels.contains(number))
        return;
    if (m_tunnels.size() >= inside::relayConnections ||
        ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return say("c " + std::to_string(number));
    Tunnel &tunnel = m_tunnels[number];
    tunnel.end = Descriptor(ends[0]);
    tunnel.mayTake = inside::relayWindow;
    m_proxy.serve(Descriptor(ends[1]));
}

void RelayTunnels::take(const RelayLine &line)
{
    {
        const std::lock_guard lock(m_mutex);
        if (line.letter == 'o')
            open(line.number);
        const auto found = m_tunnels.find(line.number);
        if (found == m_tunnels.end()) {
            // The proxy is through with it; whoever still writes is told.
            if (line.letter == 'b')
                say("c " + std::to_string(line.number));
        } else if (line.letter == 'b') {
            found->second.toProxy += relayUnescaped(line.rest);
            if (found->second.toProxy.size() > inside::relayWindow) {
                say("c " + std::to_string(line.number));
                m_tunnels.erase(found);
            }
        } else if (line.letter == 'e') {
            found->second.relayEnded = true;
        } else if (line.letter == 'w') {
            found->second.mayTake =
                std::min(found->second.mayTake + numberOf(line.rest), inside::relayWindow);
        } else if (line.letter == 'c') {
            m_tunnels.erase(found);
        }
    }
    m_wake.wake();
}

void RelayTunnels::read(std::uint64_t number, Tunnel &tunnel)
{
    std::array<char, inside::relayChunk> chunk;
    const ssize_t count =
        ::recv(tunnel.end.get(), chunk.data(), std::min(chunk.size(), tunnel.mayTake), MSG_DONTWAIT);
    if (count > 0) {
        tunnel.mayTake -= static_cast<std::size_t>(count);
        say("b " + std::to_string(number) + " " +
            relayEscaped({chunk.data(), static_cast<std::size_t>(count)}));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        tunnel.proxyEnded = true;
        say("e " + std::to_string(number));
    }
}

bool RelayTunnels::write(std::uint64_t number, Tunnel &tunnel)
{
    if (!tunnel.toProxy.empty()) {
        const ssize_t count = ::send(tunnel.end.get(), tunnel.toProxy.data(), tunnel.toProxy.size(),
                                     MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0)
            return errno == EAGAIN || errno == EINTR;
        tunnel.toProxy.erase(0, static_cast<std::size_t>(count));
        tunnel.untold += static_cast<std::size_t>(count);
        if (tunnel.untold >= inside::relayWindow / 4)
            say("w " + std::to_string(number) + " " + std::to_string(std::exchange(tunnel.untold, 0)));
    }
    if (tunnel.relayEnded && !tunnel.shut && tunnel.toProxy.empty()) {
        ::shutdown(tunnel.end.get(), SHUT_WR);
        tunnel.shut = true;
    }
    return true;
}

bool RelayTunnels::carry(std::uint64_t number, Tunnel &tunnel, short events)
{
    if ((events & (POLLIN | POLLHUP | POLLERR)) != 0 && !tunnel.proxyEnded && tunnel.mayTake > 0)
        read(number, tunnel);
    if (!write(number, tunnel)) {
        if (!tunnel.proxyEnded)
            say("e " + std::to_string(number));
        return false;
    }
    // Both directions are shut: nothing can come any more.
    return !tunnel.proxyEnded || (events & (POLLHUP | POLLERR)) == 0;
}

void RelayTunnels::pump()
{
    for (;;) {
        std::vector<pollfd> polls{{m_wake.descriptor(), POLLIN, 0}};
        std::vector<std::uint64_t> numbers;
        {
            const std::lock_guard lock(m_mutex);
            if (m_stopped)
                return;
            for (auto &[number, tunnel] : m_tunnels) {
                const bool reads = !tunnel.proxyEnded && tunnel.mayTake > 0;
                const bool writes = !tunnel.toProxy.empty() || (tunnel.relayEnded && !tunnel.shut);
                const bool watched = reads || writes || tunnel.proxyEnded;
                polls.push_back({watched ? tunnel.end.get() : -1,
                                 static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0});
                numbers.push_back(number);
            }
        }
        ::poll(polls.data(), polls.size(), -1);
        if (polls.front().revents != 0)
            readAll(m_wake.descriptor(), sizeof(std::uint64_t));
        bool waiting = false;
        {
            const std::lock_guard lock(m_mutex);
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                const auto found = m_tunnels.find(numbers[i]);
                if (found == m_tunnels.end() || polls[i + 1].revents == 0)
                    continue; // it may be another one's descriptor by now
                if (!carry(found->first, found->second, polls[i + 1].revents))
                    m_tunnels.erase(found);
            }
            waiting = !m_lines.empty();
        }
        if (waiting)
            m_linesWaiting();
    }
}

} // namespace vouchsafe
