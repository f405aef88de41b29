#include "sandbox/network/host_list.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace vouchsafe {
namespace {

constexpr std::size_t longestName = 253;
constexpr std::size_t longestLabel = 63;
constexpr std::string_view privateMark = "+private";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLabelCharacter(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || c == '-' || c == '_';
}

/// Resolvers read a name whose last part is a number as an IPv4 address: `10.1`, `0x7f000001`,
/// `017700000001`.
bool readsAsNumber(std::string_view label)
{
    if (std::all_of(label.begin(), label.end(), isDigit))
        return true;
    return label.starts_with("0x") && std::all_of(label.begin() + 2, label.end(), [](char c) {
               return isDigit(c) || (c >= 'a' && c <= 'f');
           });
}

} // namespace

std::optional<std::string> hostName(std::string_view text)
{
    std::string name = lowerAscii(text);
    if (name.ends_with('.'))
        name.pop_back();
    if (name.empty() || name.size() > longestName)
        return std::nullopt;
    const std::vector<std::string> labels = split(name, '.');
    for (const std::string &label : labels)
        if (label.empty() || label.size() > longestLabel || label.front() == '-' || label.back() == '-' ||
            !std::all_of(label.begin(), label.end(), isLabelCharacter))
            return std::nullopt;
    if (readsAsNumber(labels.back()))
        return std::nullopt;
    return name;
}

std::optional<HostAndPort> splitHostAndPort(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const std::string_view digits = text.substr(colon + 1);
    unsigned port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc() || end != digits.data() + digits.size() || !isDigit(digits.front()) ||
        port == 0 || port > 65535)
        return std::nullopt;
    return HostAndPort{std::string(text.substr(0, colon)), static_cast<std::uint16_t>(port)};
}

Result<AllowedHost> parseAllowedHost(std::string_view text)
{
    const auto wrong = [&](const std::string &why) {
        return fail(ErrorCode::Settings, "a host to allow is not understood",
                    "`" + shown(elided(text, 200, 0)) + "`: " + why,
                    "Write a name as in `pypi.org`, `mirror.example.org:8443` or `*.example.org`.");
    };
    AllowedHost host;
    std::string_view rest = trimmed(text);
    if (rest.ends_with(privateMark)) {
        host.privateToo = true;
        rest.remove_suffix(privateMark.size());
    }
    std::string name(rest);
    if (rest.find(':') != std::string_view::npos) {
        const auto parts = splitHostAndPort(rest);
        if (!parts)
            return wrong("a port is a number from 1 to 65535, and an address cannot be allowed");
        host.port = parts->port;
        name = parts->host;
    }
    if (name.starts_with("*.")) {
        host.below = true;
        name.erase(0, 2);
    }
    const auto plain = hostName(name);
    if (!plain)
        return wrong("hosts are allowed by their ASCII name, not by an address");
    // `*.org` would let in whoever can register a name.
    if (host.below && plain->find('.') == std::string::npos)
        return wrong("what stands behind `*.` has at least two parts");
    host.name = *plain;
    return host;
}

std::string shownHost(const AllowedHost &host)
{
    return (host.below ? "*." : "") + host.name + (host.port == 443 ? "" : ":" + std::to_string(host.port)) +
           (host.privateToo ? std::string(privateMark) : "");
}

const AllowedHost *allowedBy(const std::vector<AllowedHost> &hosts, std::string_view name, std::uint16_t port)
{
    const AllowedHost *found = nullptr;
    for (const AllowedHost &host : hosts) {
        const bool same = host.below ? name.size() > host.name.size() + 1 && name.ends_with(host.name) &&
                                           name[name.size() - host.name.size() - 1] == '.'
                                     : name == host.name;
        if (same && host.port == port && (found == nullptr || host.privateToo))
            found = &host;
    }
    return found;
}

} // namespace vouchsafe
