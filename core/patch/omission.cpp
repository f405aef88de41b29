#include "core/patch/omission.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace vouchsafe {
namespace {

constexpr std::array<std::string_view, 9> openers{"<!--", "{/*", "/*", "//", "--", "#", ";", "%", "*"};
constexpr std::array<std::string_view, 4> closers{"-->", "*/}", "*/", "*"};
constexpr std::array<std::string_view, 3> dots{"...", "\xE2\x80\xA6", ".."};

bool takeStart(std::string_view &text, std::string_view what)
{
    if (!text.starts_with(what))
        return false;
    text = trimmed(text.substr(what.size()));
    return true;
}

bool takeEnd(std::string_view &text, std::string_view what)
{
    if (!text.ends_with(what))
        return false;
    text = trimmed(text.substr(0, text.size() - what.size()));
    return true;
}

bool holdsWord(std::string_view text, std::string_view word)
{
    const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isLetter(text[at - 1])) && (end == text.size() || !isLetter(text[end])))
            return true;
    }
    return false;
}

template <std::size_t N>
bool holdsAny(std::string_view text, const std::array<std::string_view, N> &words)
{
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return holdsWord(text, word); });
}

constexpr std::array<std::string_view, 6> left{"rest",     "remaining", "remainder",
                                               "existing", "other",     "previous"};
constexpr std::array<std::string_view, 8> same{"unchanged", "same",       "as before", "omitted",
                                               "remains",   "unmodified", "stays",     "untouched"};
constexpr std::array<std::string_view, 14> things{
    "code",    "function", "functions", "method",  "methods",        "file",  "class",
    "classes", "lines",    "body",      "imports", "implementation", "logic", "content"};

} // namespace

bool isOmission(std::string_view line)
{
    std::string_view text = trimmed(line);
    if (text.size() > 120)
        return false;
    bool comment = false;
    for (const std::string_view opener : openers)
        while (takeStart(text, opener))
            comment = true;
    if (comment)
        for (const std::string_view closer : closers)
            takeEnd(text, closer);
    bool elided = false;
    if (takeStart(text, "[") || takeStart(text, "("))
        text = trimmed(text.substr(0, text.find_last_of("])")));
    for (const std::string_view dot : dots) {
        while (takeStart(text, dot))
            elided = true;
        while (takeEnd(text, dot))
            elided = true;
    }
    if (!comment && !elided)
        return false;
    const std::string words = lowerAscii(text);
    if (words.find_first_of("=;{}\"'`") != std::string::npos)
        return false;
    const bool names = holdsAny(words, left) && (holdsAny(words, things) || holdsAny(words, same));
    const bool keeps = holdsAny(words, same) && holdsAny(words, things);
    if (elided)
        return names || keeps || (holdsAny(words, same) && words.size() < 30);
    // Without dots only a remark that begins so: `# rest of the code remains the same`, `// existing code
    // here`.
    const bool begins = words.starts_with("rest of") || words.starts_with("the rest of") ||
                        words.starts_with("remaining ") || words.starts_with("existing code") ||
                        words.starts_with("unchanged code") || words.starts_with("same as before");
    return begins && words.size() < 70 &&
           (holdsAny(words, same) || words.starts_with("existing code") || holdsWord(words, "here"));
}

} // namespace vouchsafe
