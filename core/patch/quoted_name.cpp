#include "core/patch/quoted_name.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstddef>

namespace vouchsafe {
namespace {

constexpr std::string_view letters = "abtnvfr\"\\";
constexpr std::string_view values = "\a\b\t\n\v\f\r\"\\";

bool isOctal(char c)
{
    return c >= '0' && c <= '7';
}

} // namespace

bool needsQuotes(std::string_view name)
{
    return !isUtf8(name) || std::any_of(name.begin(), name.end(), [](unsigned char c) {
        return c < 0x20 || c == 0x7f || c == '"' || c == '\\';
    });
}

std::string quotedName(std::string_view name)
{
    if (!needsQuotes(name))
        return std::string(name);
    const bool readable = isUtf8(name);
    std::string quoted = "\"";
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (const std::size_t at = values.find(c); at != std::string_view::npos) {
            quoted += '\\';
            quoted += letters[at];
        } else if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !readable)) {
            quoted += '\\';
            quoted += static_cast<char>('0' + (byte >> 6));
            quoted += static_cast<char>('0' + ((byte >> 3) & 7));
            quoted += static_cast<char>('0' + (byte & 7));
        } else {
            quoted += c;
        }
    }
    return quoted + '"';
}

std::optional<std::string> takeQuotedName(std::string_view &text)
{
    if (!text.starts_with('"'))
        return std::nullopt;
    std::string name;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            text.remove_prefix(i + 1);
            return name;
        }
        if (c != '\\') {
            name += c;
            continue;
        }
        if (++i == text.size())
            return std::nullopt;
        if (const std::size_t at = letters.find(text[i]); at != std::string_view::npos) {
            name += values[at];
            continue;
        }
        if (i + 2 >= text.size() || text[i] > '3' || !isOctal(text[i]) || !isOctal(text[i + 1]) ||
            !isOctal(text[i + 2]))
            return std::nullopt;
        name += static_cast<char>(((text[i] - '0') << 6) | ((text[i + 1] - '0') << 3) | (text[i + 2] - '0'));
        i += 2;
    }
    return std::nullopt;
}

} // namespace vouchsafe
