#pragma once
// The hosts that code with limited network may reach, by name and port, and the names that are no names.

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// One entry of the list: `pypi.org`, `mirror.example.org:8443`, `*.example.org` for whatever is below, and
/// with `+private` behind it also where the name stands for an address of this machine or of a private
/// network.
struct AllowedHost {
    std::string name; ///< as hostName() gives it
    bool below = false;
    std::uint16_t port = 443;
    bool privateToo = false;

    bool operator==(const AllowedHost &) const = default;
};

/// ErrorCode::Settings says what is wrong with an entry.
Result<AllowedHost> parseAllowedHost(std::string_view text);
std::string shownHost(const AllowedHost &host);

/// Lower case, without the dot that may end a name. None for what is no ASCII host name, and for all that a
/// resolver would read as an address: IPv4 in any of its forms (decimal, octal, hexadecimal, shortened),
/// IPv6.
std::optional<std::string> hostName(std::string_view text);

/// The entry that lets this name (of hostName()) and port through; null: none does.
const AllowedHost *allowedBy(const std::vector<AllowedHost> &hosts, std::string_view name,
                             std::uint16_t port);

/// `host` and `port` of `host:port`; none without a port from 1 to 65535. The host is not looked at.
struct HostAndPort {
    std::string host;
    std::uint16_t port = 0;
};
std::optional<HostAndPort> splitHostAndPort(std::string_view text);

} // namespace vouchsafe
