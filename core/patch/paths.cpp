#include "core/patch/paths.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace vouchsafe {
namespace {

struct Range {
    std::uint32_t first;
    std::uint32_t last;
};
// Zero-width and direction-changing characters: what git's HFS+ check ignores, and the rest of their kind.
constexpr std::array<Range, 8> hidden{{{0xad, 0xad},
                                       {0x61c, 0x61c},
                                       {0x180e, 0x180e},
                                       {0x200b, 0x200f},
                                       {0x2028, 0x202e},
                                       {0x2060, 0x206f},
                                       {0xfeff, 0xfeff},
                                       {0xe0000, 0xe007f}}};

/// Decodes one character; a byte that is not UTF-8 counts as U+FFFD.
std::uint32_t take(std::string_view &text)
{
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
    };
    const std::uint32_t lead = byte(0);
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    if (length == 1 || text.size() < length || !isUtf8(text.substr(0, length))) {
        text.remove_prefix(1);
        return lead < 0x80 ? lead : 0xfffd;
    }
    std::uint32_t value = lead & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
        value = (value << 6) | (byte(i) & 0x3f);
    text.remove_prefix(length);
    return value;
}

bool isHidden(std::uint32_t character)
{
    return std::any_of(hidden.begin(), hidden.end(), [&](const Range &range) {
        return character >= range.first && character <= range.last;
    });
}

std::string withoutHidden(std::string_view text)
{
    std::string kept;
    while (!text.empty()) {
        const std::string_view before = text;
        if (!isHidden(take(text)))
            kept += before.substr(0, before.size() - text.size());
    }
    return kept;
}

} // namespace

bool isGitPart(std::string_view part)
{
    std::string name = lowerAscii(withoutHidden(part));
    name = name.substr(0, name.find(':'));
    while (!name.empty() && (name.back() == '.' || name.back() == ' '))
        name.pop_back();
    if (name == ".git")
        return true;
    return name.size() > 4 && name.starts_with("git~") &&
           name.find_first_not_of("0123456789", 4) == std::string::npos;
}

bool hasHiddenCharacters(std::string_view name)
{
    return withoutHidden(name).size() != name.size();
}

std::optional<PatchRefusal> nameRefusal(std::string_view name)
{
    const auto refused = [&](ErrorCode code, std::string what) {
        return PatchRefusal{
            Error{code, std::move(what), "the name `" + elided(shown(name), 200, 60) + "`", {}}, {}};
    };
    if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
        return refused(ErrorCode::PatchName, "a file name holds control characters");
    std::string slashes(name);
    std::replace(slashes.begin(), slashes.end(), '\\', '/');
    for (const std::string &part : split(slashes, '/')) {
        if (part == "..")
            return refused(ErrorCode::PatchOutside, "a path climbs out of its folder");
        if (isGitPart(part))
            return refused(ErrorCode::PatchGitDir, "a path leads into git's own data");
        if (part.size() > 255)
            return refused(ErrorCode::PatchName, "a part of a path is longer than 255 bytes");
    }
    if (name.size() > 4095)
        return refused(ErrorCode::PatchName, "a path is longer than 4,095 bytes");
    return std::nullopt;
}

std::string plainPath(std::string_view path)
{
    std::string plain;
    for (const std::string &part : split(path, '/')) {
        if (part.empty() || part == ".")
            continue;
        if (!plain.empty())
            plain += '/';
        plain += part;
    }
    return plain;
}

std::optional<std::string> linkDestination(std::string_view path, std::string_view target)
{
    if (target.empty() || target.starts_with('/'))
        return std::nullopt;
    std::vector<std::string> parts = split(parentOf(path), '/');
    if (parts.size() == 1 && parts.front().empty())
        parts.clear();
    for (const std::string &part : split(target, '/')) {
        if (part.empty() || part == ".")
            continue;
        if (part != "..") {
            parts.push_back(part);
            continue;
        }
        if (parts.empty())
            return std::nullopt;
        parts.pop_back();
    }
    return join(parts, "/");
}

std::string_view parentOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

} // namespace vouchsafe
