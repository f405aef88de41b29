#include "sandbox/network/allow_list_proxy.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>

namespace vouchsafe {
namespace {

using Refused = tl::unexpected<ProxyRefusal>;

constexpr std::size_t mostEntries = 10'000;
constexpr std::size_t mostAddresses = 4;
constexpr std::size_t chunkBytes = std::size_t{64} << 10;

int leftMs(std::chrono::steady_clock::time_point until)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000));
}

std::string_view reasonOf(int status)
{
    switch (status) {
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 405:
        return "Method Not Allowed";
    case 408:
        return "Request Timeout";
    case 431:
        return "Request Header Fields Too Large";
    case 502:
        return "Bad Gateway";
    default:
        return "Service Unavailable";
    }
}

std::string answerOf(const ProxyRefusal &refusal)
{
    const std::string text = "vouchsafe: " + refusal.why + "\n";
    return "HTTP/1.1 " + std::to_string(refusal.status) + " " + std::string(reasonOf(refusal.status)) +
           "\r\nContent-Type: text/plain\r\nContent-Length: " + std::to_string(text.size()) +
           "\r\nConnection: close\r\n\r\n" + text;
}

/// One direction of a connection: bytes read here and not yet written there.
struct Flow {
    int from;
    int to;
    std::array<char, chunkBytes> bytes{};
    std::size_t begin = 0;
    std::size_t end = 0;
    bool ended = false;  ///< nothing more comes
    bool closed = false; ///< and that was passed on

    bool empty() const { return begin == end; }
    short readEvents() const { return static_cast<short>(!ended && empty() ? POLLIN : 0); }
    short writeEvents() const { return static_cast<short>(empty() ? 0 : POLLOUT); }
};

/// Reads or writes what can be at once; false where the connection is broken. `moved` counts what was read.
bool step(Flow &flow, std::uint64_t &moved)
{
    if (!flow.ended && flow.empty()) {
        const ssize_t count = ::recv(flow.from, flow.bytes.data(), flow.bytes.size(), MSG_DONTWAIT);
        if (count < 0)
            return errno == EAGAIN || errno == EINTR;
        flow.begin = 0;
        flow.end = static_cast<std::size_t>(count);
        flow.ended = count == 0;
        moved += flow.end;
    }
    while (!flow.empty()) {
        const ssize_t count = ::send(flow.to, flow.bytes.data() + flow.begin, flow.end - flow.begin,
                                     MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0)
            return errno == EAGAIN || errno == EINTR;
        flow.begin += static_cast<std::size_t>(count);
    }
    if (flow.ended && !flow.closed) {
        ::shutdown(flow.to, SHUT_WR);
        flow.closed = true;
    }
    return true;
}

} // namespace

AllowListProxy::AllowListProxy(std::vector<AllowedHost> hosts, ProxyLimits limits, NameLookup lookup)
    : m_hosts(std::move(hosts)), m_limits(limits), m_lookup(std::move(lookup))
{
}

AllowListProxy::~AllowListProxy()
{
    m_stop.wake();
    for (Worker &worker : m_workers)
        worker.thread.join();
}

void AllowListProxy::joinFinished()
{
    m_workers.remove_if([](Worker &worker) {
        if (!worker.done)
            return false;
        worker.thread.join();
        return true;
    });
}

void AllowListProxy::serve(Descriptor client)
{
    const std::unique_lock lock(m_mutex);
    joinFinished();
    if (m_workers.size() >= m_limits.connections) {
        const ProxyRefusal refusal{503, "too many connections at one time"};
        answer(client.get(), answerOf(refusal));
        if (m_log.size() < mostEntries)
            m_log.push_back({std::chrono::system_clock::now(), {}, 0, false, refusal.why});
        else
            ++m_lost;
        return;
    }
    Worker &worker = m_workers.emplace_back();
    worker.thread = std::thread([this, &worker, held = std::move(client)] {
        carry(held.get());
        ::shutdown(held.get(), SHUT_RDWR);
        worker.done = true;
    });
}

std::vector<ProxyLogEntry> AllowListProxy::log() const
{
    const std::lock_guard lock(m_mutex);
    return m_log;
}

void AllowListProxy::note(ProxyLogEntry entry)
{
    const std::lock_guard lock(m_mutex);
    if (m_log.size() < mostEntries)
        m_log.push_back(std::move(entry));
    else
        ++m_lost;
}

AllowListProxy::Wait AllowListProxy::waitFor(int fd, short events, Clock::time_point until) const
{
    for (;;) {
        std::array<pollfd, 2> waits = {{{fd, events, 0}, {m_stop.descriptor(), POLLIN, 0}}};
        ::poll(waits.data(), waits.size(), leftMs(until));
        if (waits[1].revents != 0)
            return Wait::Stopped;
        if (waits[0].revents != 0)
            return Wait::Ready;
        if (Clock::now() >= until)
            return Wait::Late;
    }
}

void AllowListProxy::answer(int client, const std::string &text) const
{
    std::string_view rest = text;
    const auto until = Clock::now() + std::chrono::seconds(5);
    while (!rest.empty()) {
        const ssize_t count = ::send(client, rest.data(), rest.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count > 0)
            rest.remove_prefix(static_cast<std::size_t>(count));
        else if ((errno != EAGAIN && errno != EINTR) || waitFor(client, POLLOUT, until) != Wait::Ready)
            return; // a client that does not read needs no answer
    }
}

tl::expected<ProxyRequest, ProxyRefusal> AllowListProxy::readRequest(int client) const
{
    const auto until = Clock::now() + m_limits.head;
    std::string head;
    for (;;) {
        switch (waitFor(client, POLLIN, until)) {
        case Wait::Ready:
            break;
        case Wait::Late:
            return Refused(ProxyRefusal{408, "no request came in time"});
        case Wait::Stopped:
            return Refused(ProxyRefusal{503, "the proxy has ended"});
        }
        std::array<char, 4096> chunk;
        const ssize_t count = ::recv(client, chunk.data(), chunk.size(), MSG_DONTWAIT);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (count <= 0)
            return Refused(ProxyRefusal{400, "the request's head is incomplete"});
        const std::size_t searched = head.size() < 3 ? 0 : head.size() - 3;
        head.append(chunk.data(), static_cast<std::size_t>(count));
        const std::size_t end = head.find("\r\n\r\n", searched);
        if (end == std::string::npos && head.size() <= longestRequestHead)
            continue;
        // Nobody has a reason to send more before the answer; a second request would be carried unread.
        if (end != std::string::npos && end + 4 < head.size())
            return Refused(ProxyRefusal{400, "something follows the request's head"});
        return parseProxyRequest(head);
    }
}

tl::expected<Descriptor, ProxyRefusal>
AllowListProxy::connectTo(const std::vector<SocketAddress> &addresses) const
{
    std::string why = "the host has no address";
    for (std::size_t i = 0; i < std::min(addresses.size(), mostAddresses); ++i) {
        const SocketAddress &address = addresses[i];
        Descriptor socket(::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        sockaddr_storage copy = address.bytes;
        int error = socket.valid() ? 0 : errno;
        if (error == 0 && ::connect(socket.get(), reinterpret_cast<sockaddr *>(&copy), address.size) != 0)
            error = errno;
        if (error == EINPROGRESS) {
            const Wait wait = waitFor(socket.get(), POLLOUT, Clock::now() + m_limits.connect);
            if (wait == Wait::Stopped)
                return Refused(ProxyRefusal{503, "the proxy has ended"});
            socklen_t size = sizeof error;
            error = ETIMEDOUT;
            if (wait == Wait::Ready)
                ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
        }
        if (error == 0)
            return socket;
        why = shownAddress(address) + ": " + std::strerror(error);
    }
    return Refused(ProxyRefusal{502, "the host cannot be reached: " + why});
}

/// Whether the host may be reached, and a connection to it.
tl::expected<Descriptor, ProxyRefusal> AllowListProxy::reach(const ProxyRequest &request) const
{
    const auto name = hostName(request.host);
    if (!name)
        return Refused(ProxyRefusal{403, "hosts are reached by name, not by address"});
    const AllowedHost *allowed = allowedBy(m_hosts, *name, request.port);
    if (allowed == nullptr)
        return Refused(ProxyRefusal{403, "the host and port are not on the list"});
    auto found = m_lookup(*name, request.port, m_stop.descriptor());
    if (!found)
        return Refused(ProxyRefusal{502, found.error().what});
    const std::size_t all = found->size();
    std::erase_if(*found, [&](const SocketAddress &address) {
        const AddressScope scope = addressScope(address);
        return scope == AddressScope::Never || (scope == AddressScope::Private && !allowed->privateToo);
    });
    if (found->empty() && all > 0)
        return Refused(ProxyRefusal{403, "the name stands for an address of this machine or a private one"});
    return connectTo(*found);
}

/// Carries bytes until both sides have ended; why it ended before that, or empty.
std::string AllowListProxy::pump(int client, int origin, bool tunnel, ProxyLogEntry &entry)
{
    Flow up{client, origin};
    Flow down{origin, client};
    auto until = Clock::now() + m_limits.idle;
    for (;;) {
        const std::uint64_t before = entry.bytesUp + entry.bytesDown;
        std::uint64_t sent = 0;
        std::uint64_t received = 0;
        const bool whole = step(up, sent) && step(down, received);
        entry.bytesUp += sent;
        entry.bytesDown += received;
        const std::uint64_t all = m_bytes += sent + received;
        if ((m_bytesUp += sent) > m_limits.bytesUp || all > m_limits.bytes)
            return "more bytes than are allowed";
        if (!tunnel && sent > 0)
            return "something followed the request";
        if (!whole)
            return "the connection broke";
        if (down.closed && (up.closed || !tunnel))
            return {};
        if (entry.bytesUp + entry.bytesDown != before) {
            until = Clock::now() + m_limits.idle;
            continue;
        }
        const auto events = [](short one, short other) { return static_cast<short>(one | other); };
        std::array<pollfd, 3> waits = {{{client, events(up.readEvents(), down.writeEvents()), 0},
                                        {origin, events(down.readEvents(), up.writeEvents()), 0},
                                        {m_stop.descriptor(), POLLIN, 0}}};
        // A side from which nothing is wanted would report its end over and over.
        for (std::size_t i = 0; i < 2; ++i)
            if (waits[i].events == 0)
                waits[i].fd = -1;
        ::poll(waits.data(), waits.size(), leftMs(until));
        if (waits[2].revents != 0)
            return "the proxy has ended";
        if (Clock::now() >= until)
            return "no byte was carried for too long";
    }
}

void AllowListProxy::carry(int client)
{
    ProxyLogEntry entry;
    entry.at = std::chrono::system_clock::now();
    const auto refuse = [&](const ProxyRefusal &refusal) {
        entry.why = refusal.why;
        note(entry);
        answer(client, answerOf(refusal));
    };
    const auto request = readRequest(client);
    if (!request) {
        entry.host = shown(elided(request.error().host, 256, 0));
        entry.port = request.error().port;
        return refuse(request.error());
    }
    entry.host = shown(elided(request->host, 256, 0));
    entry.port = request->port;
    const auto origin = reach(*request);
    if (!origin) {
        entry.allowed = origin.error().status != 403;
        return refuse(origin.error());
    }
    entry.allowed = true;
    if (request->tunnel)
        answer(client, "HTTP/1.1 200 Connection established\r\n\r\n");
    else
        answer(origin->get(), request->forward);
    entry.why = pump(client, origin->get(), request->tunnel, entry);
    note(entry);
}

} // namespace vouchsafe
