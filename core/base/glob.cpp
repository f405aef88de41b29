#include "core/base/text.h"

#include <cstddef>
#include <cstdint>

// fnmatch(3) knows no `**` and takes `?` for one byte or one character as the locale has it. These patterns
// guard paths and come from repositories too, so they must mean the same everywhere and end in time: both
// matchers below go back to the last star only, so their time is at most the product of the lengths.

namespace vouchsafe {
namespace {

/// The first character and its length; a byte that begins no UTF-8 sequence counts as one character.
struct Character {
    std::uint32_t code = 0;
    std::size_t length = 0;
};

Character firstCharacter(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    if (length == 1 || !isUtf8(text.substr(0, length)))
        return {lead, 1};
    std::uint32_t code = lead & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i)
        code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3fU);
    return {code, length};
}

/// Whether the set that starts at pattern[0] == '[' holds the character, and how long the set is; length 0
/// where it is never closed.
struct SetMatch {
    bool holds = false;
    std::size_t length = 0;
};

SetMatch matchSet(std::string_view pattern, std::uint32_t code)
{
    std::size_t at = 1;
    const bool negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
    if (negated)
        ++at;
    bool found = false;
    for (bool first = true; at < pattern.size(); first = false) {
        if (pattern[at] == ']' && !first)
            return {found != negated, at + 1};
        const Character low = firstCharacter(pattern.substr(at));
        at += low.length;
        Character high = low;
        if (at + 1 < pattern.size() && pattern[at] == '-' && pattern[at + 1] != ']') {
            high = firstCharacter(pattern.substr(at + 1));
            at += 1 + high.length;
        }
        found = found || (low.code <= code && code <= high.code);
    }
    return {};
}

/// How many bytes of the pattern stand for the first character of `text`; 0 where they do not.
std::size_t matchOne(std::string_view pattern, std::string_view text, std::size_t textLength)
{
    if (pattern.front() == '?')
        return 1;
    if (pattern.front() == '[') {
        const SetMatch set = matchSet(pattern, firstCharacter(text).code);
        if (set.length > 0)
            return set.holds ? set.length : 0;
    }
    return pattern.substr(0, textLength) == text.substr(0, textLength) ? textLength : 0;
}

/// One path part.
bool partMatches(std::string_view pattern, std::string_view text)
{
    constexpr std::size_t none = std::string_view::npos;
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = none;
    std::size_t resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = ++p;
            resume = t;
            continue;
        }
        const std::size_t length = firstCharacter(text.substr(t)).length;
        const std::size_t used = p < pattern.size() ? matchOne(pattern.substr(p), text.substr(t), length) : 0;
        if (used > 0) {
            p += used;
            t += length;
        } else if (star != none) {
            p = star;
            resume += firstCharacter(text.substr(resume)).length;
            t = resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

/// The same over parts, where `**` is the star.
bool partsMatch(const std::vector<std::string> &pattern, const std::vector<std::string> &path)
{
    constexpr std::size_t none = std::string_view::npos;
    std::size_t p = 0;
    std::size_t q = 0;
    std::size_t star = none;
    std::size_t resume = 0;
    while (q < path.size()) {
        if (p < pattern.size() && pattern[p] == "**") {
            star = ++p;
            resume = q;
        } else if (p < pattern.size() && partMatches(pattern[p], path[q])) {
            ++p;
            ++q;
        } else if (star != none) {
            p = star;
            q = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == "**")
        ++p;
    return p == pattern.size();
}

} // namespace

bool globMatches(std::string_view pattern, std::string_view path)
{
    const bool anywhere = pattern.find('/') == std::string_view::npos && pattern != "**";
    std::vector<std::string> parts = split(pattern, '/');
    if (anywhere)
        parts.insert(parts.begin(), "**");
    else if (parts.front().empty()) // `/a`: at the root only, which every pattern with a slash is
        parts.erase(parts.begin());
    return partsMatch(parts, split(path, '/'));
}

} // namespace vouchsafe
