#pragma once
// From a host's name to the addresses that may be connected to.

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <sys/socket.h>
#include <vector>

namespace vouchsafe {

struct SocketAddress {
    sockaddr_storage bytes{};
    socklen_t size = 0;
};

/// Whom an address reaches.
enum class AddressScope {
    Public,
    Private, ///< this machine or a private network: loopback, RFC 1918, RFC 6598, unique local
    Never,   ///< unspecified, link-local (where clouds keep their credentials), multicast, reserved
};
/// IPv4 inside of IPv6 (mapped, NAT64, 6to4) counts as the IPv4 address.
AddressScope addressScope(const SocketAddress &address);
/// For people: `93.184.216.34`.
std::string shownAddress(const SocketAddress &address);

/// Gives up when `cancelled` becomes readable. Called from several threads.
using NameLookup = std::function<Result<std::vector<SocketAddress>>(const std::string &name,
                                                                    std::uint16_t port, int cancelled)>;
/// The system's resolver; ErrorCode::Network after ten seconds or where there is no such name.
Result<std::vector<SocketAddress>> systemLookup(const std::string &name, std::uint16_t port, int cancelled);

} // namespace vouchsafe
