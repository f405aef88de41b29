#pragma once
// The connections that the relay inside has accepted, each led to the proxy: lines on the one side, sockets
// on the other. The lines are described in sandbox/inside/relay_lines.h.

#include "core/base/descriptor.h"
#include "sandbox/descriptor.h"
#include "sandbox/network/allow_list_proxy.h"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace vouchsafe {

/// A line of the relay in its parts.
struct RelayLine {
    char letter = '\0';
    std::uint64_t number = 0; ///< of the connection; 0 for the lines that have none
    std::string_view rest;
};
RelayLine readRelayLine(std::string_view line);
std::string relayEscaped(std::string_view bytes);
std::string relayUnescaped(std::string_view text);

/// A thread of its own carries the bytes. What comes from inside is not believed: connections and what is on
/// its way are bounded here as well.
class RelayTunnels {
public:
    /// `linesWaiting` is called from the thread of this object whenever takeLines() has something new.
    RelayTunnels(AllowListProxy &proxy, std::function<void()> linesWaiting);
    ~RelayTunnels(); ///< ends every connection

    void take(const RelayLine &line); ///< one of the lines about connections
    std::string takeLines();          ///< for the relay

private:
    struct Tunnel {
        Descriptor end;
        std::string toProxy;
        std::size_t mayTake = 0; ///< bytes that may still be sent to the relay
        std::size_t untold = 0;  ///< went to the proxy, the relay was not told yet
        bool relayEnded = false; ///< the client inside writes no more
        bool shut = false;       ///< the proxy was told so
        bool proxyEnded = false; ///< the relay was told so
    };
    void open(std::uint64_t number);
    void pump();
    bool carry(std::uint64_t number, Tunnel &tunnel, short events); ///< false: the connection is over
    void read(std::uint64_t number, Tunnel &tunnel);
    bool write(std::uint64_t number, Tunnel &tunnel);
    void say(const std::string &line) { m_lines += line + "\n"; }

    AllowListProxy &m_proxy;
    const std::function<void()> m_linesWaiting;
    WakeUp m_wake;
    std::mutex m_mutex; ///< of what follows
    bool m_stopped = false;
    std::map<std::uint64_t, Tunnel> m_tunnels;
    std::string m_lines;
    std::thread m_thread; ///< last: it uses all the others
};

} // namespace vouchsafe
