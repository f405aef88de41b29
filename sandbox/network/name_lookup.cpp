#include "sandbox/network/name_lookup.h"

#include "sandbox/descriptor.h"

#include <arpa/inet.h>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <thread>

namespace vouchsafe {
namespace {

constexpr int lookupMs = 10'000;

struct Block {
    std::uint32_t first;
    int bits;
    AddressScope scope;
};

// IANA's registry of special-purpose addresses; the rest of IPv4 is public.
constexpr std::array<Block, 15> special4{{
    {0x00000000, 8, AddressScope::Never},
    {0x0a000000, 8, AddressScope::Private},
    {0x64400000, 10, AddressScope::Private},
    {0x7f000000, 8, AddressScope::Private},
    {0xa9fe0000, 16, AddressScope::Never},
    {0xac100000, 12, AddressScope::Private},
    {0xc0000000, 24, AddressScope::Never},
    {0xc0000200, 24, AddressScope::Never},
    {0xc0586300, 24, AddressScope::Never},
    {0xc0a80000, 16, AddressScope::Private},
    {0xc6120000, 15, AddressScope::Never},
    {0xc6336400, 24, AddressScope::Never},
    {0xcb007100, 24, AddressScope::Never},
    {0xe0000000, 4, AddressScope::Never},
    {0xf0000000, 4, AddressScope::Never},
}};

AddressScope scope4(std::uint32_t address)
{
    for (const Block &block : special4)
        if (((address ^ block.first) >> (32 - block.bits)) == 0)
            return block.scope;
    return AddressScope::Public;
}

std::uint32_t number(const unsigned char *bytes)
{
    return (std::uint32_t{bytes[0]} << 24) | (std::uint32_t{bytes[1]} << 16) |
           (std::uint32_t{bytes[2]} << 8) | bytes[3];
}

AddressScope scope6(const unsigned char *a)
{
    static constexpr std::array<unsigned char, 12> none{};
    static constexpr std::array<unsigned char, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    static constexpr std::array<unsigned char, 12> nat64{0, 0x64, 0xff, 0x9b};
    if (std::memcmp(a, mapped.data(), mapped.size()) == 0 || std::memcmp(a, nat64.data(), nat64.size()) == 0)
        return scope4(number(a + 12));
    if (std::memcmp(a, none.data(), none.size()) == 0)
        return number(a + 12) == 1 ? AddressScope::Private : AddressScope::Never;
    if (a[0] == 0x20 && a[1] == 0x02)
        return scope4(number(a + 2));
    if ((a[0] & 0xfe) == 0xfc)
        return AddressScope::Private;
    const bool teredo = a[0] == 0x20 && a[1] == 0x01 && a[2] == 0 && a[3] == 0;
    const bool documentation = a[0] == 0x20 && a[1] == 0x01 && a[2] == 0x0d && a[3] == 0xb8;
    return (a[0] & 0xe0) == 0x20 && !teredo && !documentation ? AddressScope::Public : AddressScope::Never;
}

/// What a thread in the resolver and whoever waits for it share: either may go first.
struct Asked {
    WakeUp done;
    std::mutex mutex;
    std::vector<SocketAddress> found;
    int error = 0;
};

void ask(Asked &asked, const std::string &name, std::uint16_t port)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG;
    addrinfo *list = nullptr;
    const int error = ::getaddrinfo(name.c_str(), std::to_string(port).c_str(), &hints, &list);
    const std::lock_guard lock(asked.mutex);
    asked.error = error;
    for (const addrinfo *one = error == 0 ? list : nullptr; one != nullptr; one = one->ai_next) {
        SocketAddress address;
        address.size = std::min<socklen_t>(one->ai_addrlen, sizeof address.bytes);
        std::memcpy(&address.bytes, one->ai_addr, address.size);
        asked.found.push_back(address);
    }
    if (error == 0)
        ::freeaddrinfo(list);
}

} // namespace

AddressScope addressScope(const SocketAddress &address)
{
    if (address.bytes.ss_family == AF_INET) {
        sockaddr_in plain{};
        std::memcpy(&plain, &address.bytes, sizeof plain);
        return scope4(ntohl(plain.sin_addr.s_addr));
    }
    if (address.bytes.ss_family != AF_INET6)
        return AddressScope::Never;
    sockaddr_in6 plain{};
    std::memcpy(&plain, &address.bytes, sizeof plain);
    return scope6(plain.sin6_addr.s6_addr);
}

std::string shownAddress(const SocketAddress &address)
{
    std::array<char, NI_MAXHOST> text{};
    sockaddr_storage copy = address.bytes;
    const int error = ::getnameinfo(reinterpret_cast<const sockaddr *>(&copy), address.size, text.data(),
                                    text.size(), nullptr, 0, NI_NUMERICHOST);
    return error == 0 ? text.data() : "unknown address";
}

Result<std::vector<SocketAddress>> systemLookup(const std::string &name, std::uint16_t port, int cancelled)
{
    const auto asked = std::make_shared<Asked>();
    // getaddrinfo can neither be cancelled nor given a time; the thread is left to itself and holds its data.
    std::thread([asked, name, port] {
        ask(*asked, name, port);
        asked->done.wake();
    }).detach();
    std::array<pollfd, 2> waits = {{{asked->done.descriptor(), POLLIN, 0}, {cancelled, POLLIN, 0}}};
    const int ready = ::poll(waits.data(), waits.size(), lookupMs);
    if (waits[1].revents != 0)
        return fail(ErrorCode::Cancelled, "looking up a name was cancelled", name);
    if (ready <= 0 || waits[0].revents == 0)
        return fail(ErrorCode::Network, "a name was not resolved in time", name);
    const std::lock_guard lock(asked->mutex);
    if (asked->error != 0)
        return fail(ErrorCode::Network, "a name could not be resolved",
                    name + ": " + ::gai_strerror(asked->error));
    return asked->found;
}

} // namespace vouchsafe
