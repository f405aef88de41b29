#include "core/syntax/cplusplus_header.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace vouchsafe {

namespace {

constexpr std::array<std::string_view, 13> words{"namespace", "template", "typename", "constexpr", "virtual",
                                                 "nullptr",   "noexcept", "decltype", "protected", "private",
                                                 "public",    "friend",   "operator"};

bool isWordByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// One past the comment, string or preprocessor line that begins at `at`; `at` itself where none does.
std::size_t pastNoise(std::string_view text, std::size_t at, bool lineStart)
{
    const auto pastMark = [&](std::string_view mark) {
        const std::size_t found = text.find(mark, at + 2);
        return found == std::string_view::npos ? text.size() : found + mark.size();
    };
    if (text.substr(at, 2) == "//")
        return pastMark("\n");
    if (text.substr(at, 2) == "/*")
        return pastMark("*/");
    if (text[at] == '#' && lineStart) {
        std::size_t end = text.find('\n', at);
        while (end != std::string_view::npos && end > at && text[end - 1] == '\\')
            end = text.find('\n', end + 1);
        return end == std::string_view::npos ? text.size() : end;
    }
    if (text[at] == '"' || text[at] == '\'') {
        std::size_t end = at + 1;
        while (end < text.size() && text[end] != text[at] && text[end] != '\n')
            end += text[end] == '\\' ? 2 : 1;
        return std::min(end + 1, text.size());
    }
    return at;
}

} // namespace

bool showsCplusplus(std::string_view head)
{
    bool lineStart = true;
    std::size_t at = 0;
    while (at < head.size()) {
        if (const std::size_t past = pastNoise(head, at, lineStart); past != at) {
            at = past;
            lineStart = head[at - 1] == '\n';
            continue;
        }
        if (head.substr(at, 2) == "::")
            return true;
        if (isWordByte(head[at])) {
            std::size_t end = at;
            while (end < head.size() && isWordByte(head[end]))
                ++end;
            const std::string_view word = head.substr(at, end - at);
            if (std::find(words.begin(), words.end(), word) != words.end())
                return true;
            // `class` alone may be a C identifier; before a name it is not.
            if (word == "class" && end + 1 < head.size() && head[end] == ' ' && isWordByte(head[end + 1]))
                return true;
            at = end;
            lineStart = false;
            continue;
        }
        if (head[at] == '\n')
            lineStart = true;
        else if (head[at] != ' ' && head[at] != '\t')
            lineStart = false;
        ++at;
    }
    return false;
}

} // namespace vouchsafe
