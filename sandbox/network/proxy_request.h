#pragma once
// Reads the one request that a connection to the proxy may make. Strict: what two readers could understand
// differently is refused.

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vouchsafe {

/// The longest head that is read, its empty line included.
inline constexpr std::size_t longestRequestHead = std::size_t{16} << 10;

struct ProxyRequest {
    bool tunnel = false; ///< CONNECT; else plain HTTP
    std::string host;    ///< as it was written
    std::uint16_t port = 0;
    std::string forward; ///< plain HTTP: the head for the origin server

    bool operator==(const ProxyRequest &) const = default;
};

struct ProxyRefusal {
    int status = 403; ///< of HTTP
    std::string why;
    std::string host = {}; ///< as far as it was understood
    std::uint16_t port = 0;
};

/// `head` ends with its empty line (RFC 9112). CONNECT in authority form, GET and HEAD of `http://` in
/// absolute form, nothing else; no content.
tl::expected<ProxyRequest, ProxyRefusal> parseProxyRequest(std::string_view head);

} // namespace vouchsafe
