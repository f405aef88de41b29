#pragma once
// The proxy through which `prepare` reaches the hosts on its list, and nothing else.
//
// It carries CONNECT by host name, without looking into what is carried, and plain HTTP where the list names
// the port. Names are resolved here, and the address that was checked is the one that is connected to. All
// that was asked for is in the log, refused or not.

#include "core/base/descriptor.h"
#include "sandbox/descriptor.h"
#include "sandbox/network/host_list.h"
#include "sandbox/network/name_lookup.h"
#include "sandbox/network/proxy_request.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace vouchsafe {

struct ProxyLimits {
    unsigned connections = 64; ///< at one time; more are refused
    std::chrono::milliseconds head{30'000};
    std::chrono::milliseconds connect{15'000};
    std::chrono::milliseconds idle{120'000};          ///< without a byte in either direction
    std::uint64_t bytes = std::uint64_t{8} << 30;     ///< over all connections, both directions
    std::uint64_t bytesUp = std::uint64_t{256} << 20; ///< towards the hosts: what could be carried away
};

/// One request and what came of it.
struct ProxyLogEntry {
    std::chrono::system_clock::time_point at;
    std::string host; ///< empty where the request could not be read
    std::uint16_t port = 0;
    bool allowed = false;
    std::string why; ///< of a refusal, or why an allowed one failed or ended early; else empty
    std::uint64_t bytesUp = 0;
    std::uint64_t bytesDown = 0;
};

/// Each connection has a thread of its own. Safe from several threads. The destructor ends all connections.
class AllowListProxy {
public:
    explicit AllowListProxy(std::vector<AllowedHost> hosts, ProxyLimits limits = {},
                            NameLookup lookup = systemLookup);
    ~AllowListProxy();

    /// Serves one client on a stream socket. Returns at once.
    void serve(Descriptor client);
    /// In the order of their end; the first ten thousand.
    std::vector<ProxyLogEntry> log() const;
    std::uint64_t entriesLost() const { return m_lost; }

private:
    using Clock = std::chrono::steady_clock;
    struct Worker {
        std::atomic<bool> done = false;
        std::thread thread;
    };
    enum class Wait { Ready, Late, Stopped };

    void carry(int client);
    Wait waitFor(int fd, short events, Clock::time_point until) const;
    tl::expected<ProxyRequest, ProxyRefusal> readRequest(int client) const;
    tl::expected<Descriptor, ProxyRefusal> reach(const ProxyRequest &request) const;
    tl::expected<Descriptor, ProxyRefusal> connectTo(const std::vector<SocketAddress> &addresses) const;
    std::string pump(int client, int origin, bool tunnel, ProxyLogEntry &entry);
    void answer(int client, const std::string &text) const;
    void note(ProxyLogEntry entry);
    void joinFinished();

    const std::vector<AllowedHost> m_hosts;
    const ProxyLimits m_limits;
    const NameLookup m_lookup;
    WakeUp m_stop;
    std::atomic<std::uint64_t> m_bytes = 0;
    std::atomic<std::uint64_t> m_bytesUp = 0;
    std::atomic<std::uint64_t> m_lost = 0;
    mutable std::mutex m_mutex; ///< of what follows
    std::list<Worker> m_workers;
    std::vector<ProxyLogEntry> m_log;
};

} // namespace vouchsafe
