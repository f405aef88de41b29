#include "sandbox/network/proxy_request.h"

#include "core/base/text.h"
#include "sandbox/network/host_list.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace vouchsafe {
namespace {

using Refused = tl::unexpected<ProxyRefusal>;

constexpr std::string_view lineEnd = "\r\n";
// What concerns this hop alone, and what the rewritten head says itself (RFC 9110, 7.6.1).
constexpr std::array<std::string_view, 10> notForwarded{
    "host",   "connection",          "keep-alive",        "te", "trailer", "upgrade", "proxy-connection",
    "expect", "proxy-authorization", "proxy-authenticate"};

Refused refused(int status, std::string why)
{
    return Refused(ProxyRefusal{status, std::move(why)});
}

bool isTokenCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool isToken(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isTokenCharacter);
}

/// Printable ASCII and tabs; bytes above ASCII are opaque and pass (RFC 9110, 5.5).
bool isFieldText(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
    });
}

struct Field {
    std::string_view name;
    std::string_view value;
};

/// The lines between the request line and the empty one.
tl::expected<std::vector<Field>, ProxyRefusal> fieldsOf(std::string_view text)
{
    std::vector<Field> fields;
    while (!text.empty()) {
        const std::size_t end = text.find(lineEnd);
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(text.size(), end + lineEnd.size()));
        const std::size_t colon = line.find(':');
        // A folded line or a blank before the colon is read differently by different servers.
        if (colon == std::string_view::npos || !isToken(line.substr(0, colon)))
            return refused(400, "a header line is malformed");
        const std::string_view value = line.substr(colon + 1);
        if (!isFieldText(value))
            return refused(400, "a header holds control characters");
        fields.push_back({line.substr(0, colon), trimmed(value)});
    }
    return fields;
}

/// Content would have to be measured, and measured wrongly it holds a second request.
std::optional<ProxyRefusal> faultOf(const std::vector<Field> &fields)
{
    int hosts = 0;
    for (const Field &field : fields) {
        const std::string name = lowerAscii(field.name);
        if (name == "transfer-encoding" || (name == "content-length" && field.value != "0"))
            return ProxyRefusal{400, "a request with content is not carried"};
        hosts += name == "host" ? 1 : 0;
    }
    if (hosts > 1)
        return ProxyRefusal{400, "there is more than one Host header"};
    return std::nullopt;
}

tl::expected<ProxyRequest, ProxyRefusal> plainRequest(std::string_view method, std::string_view target,
                                                      const std::vector<Field> &fields)
{
    constexpr std::string_view scheme = "http://";
    if (method != "GET" && method != "HEAD")
        return refused(405, "only CONNECT, GET and HEAD are carried");
    if (lowerAscii(target.substr(0, scheme.size())) != scheme)
        return refused(400, "the target is no absolute http:// address");
    target.remove_prefix(scheme.size());
    const std::size_t pathAt = std::min(target.find_first_of("/?#"), target.size());
    const std::string authority(target.substr(0, pathAt));
    std::string path(target.substr(pathAt));
    if (path.find('#') != std::string::npos || authority.find('@') != std::string::npos)
        return refused(400, "the target holds a user or a fragment");
    if (!path.starts_with('/'))
        path.insert(0, "/");
    ProxyRequest request{false, authority, 80, {}};
    if (authority.find(':') != std::string::npos) {
        const auto parts = splitHostAndPort(authority);
        if (!parts)
            return refused(400, "the target's port is no port");
        request.host = parts->host;
        request.port = parts->port;
    }
    request.forward =
        std::string(method) + " " + path + " HTTP/1.1\r\nHost: " + authority + "\r\nConnection: close\r\n";
    std::vector<std::string> hop(notForwarded.begin(), notForwarded.end());
    for (const Field &field : fields)
        if (lowerAscii(field.name) == "connection")
            for (const std::string &named : split(field.value, ','))
                hop.push_back(lowerAscii(trimmed(named)));
    for (const Field &field : fields)
        if (std::find(hop.begin(), hop.end(), lowerAscii(field.name)) == hop.end())
            request.forward += std::string(field.name) + ": " + std::string(field.value) + "\r\n";
    request.forward += lineEnd;
    return request;
}

} // namespace

tl::expected<ProxyRequest, ProxyRefusal> parseProxyRequest(std::string_view head)
{
    if (head.size() > longestRequestHead)
        return refused(431, "the request's head is too long");
    if (!head.ends_with("\r\n\r\n"))
        return refused(400, "the request's head is incomplete");
    head.remove_suffix(lineEnd.size());
    // A line feed or a carriage return on its own ends a line for some readers and not for others.
    for (std::size_t i = 0; i < head.size(); ++i) {
        const bool pair = head[i] == '\r' && i + 1 < head.size() && head[i + 1] == '\n';
        if (pair)
            ++i;
        else if (head[i] == '\r' || head[i] == '\n' || head[i] == '\0')
            return refused(400, "a line of the head is not ended by CR LF");
    }
    const std::size_t firstEnd = head.find(lineEnd);
    const std::vector<std::string> words = split(head.substr(0, firstEnd), ' ');
    if (words.size() != 3 || !isToken(words[0]) || words[1].empty() ||
        (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0") ||
        !std::all_of(words[1].begin(), words[1].end(), [](char c) { return c > 0x20 && c < 0x7f; }))
        return refused(400, "the request line is malformed");
    const auto fields = fieldsOf(head.substr(firstEnd + lineEnd.size()));
    if (!fields)
        return Refused(fields.error());
    if (const auto fault = faultOf(*fields))
        return Refused(*fault);
    if (words[0] != "CONNECT")
        return plainRequest(words[0], words[1], *fields);
    const auto parts = splitHostAndPort(words[1]);
    if (!parts)
        return refused(400, "the target of CONNECT is no host:port");
    return ProxyRequest{true, parts->host, parts->port, {}};
}

} // namespace vouchsafe
