#include "core/base/text.h"

#include <algorithm>
#include <cstdio>

namespace vouchsafe {
namespace {

/// Length of the UTF-8 sequence at the start of `bytes`, or 0 where there is none.
std::size_t sequenceLength(std::string_view bytes)
{
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char lead = at(0);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead >= 0xf0 && lead <= 0xf4  ? 4
                               : lead >= 0xe0 && lead < 0xf0 ? 3
                               : lead >= 0xc2 && lead < 0xe0 ? 2
                                                             : 0;
    if (length == 0 || bytes.size() < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((at(i) & 0xc0) != 0x80)
            return 0;
    // Overlong forms, surrogates and code points past U+10FFFF, by the first continuation byte.
    if ((lead == 0xe0 && at(1) < 0xa0) || (lead == 0xed && at(1) > 0x9f) || (lead == 0xf0 && at(1) < 0x90) ||
        (lead == 0xf4 && at(1) > 0x8f))
        return 0;
    return length;
}

/// The C0 and C1 control characters; terminals obey the latter in UTF-8 as well (U+009B begins a sequence).
bool isControl(std::string_view character)
{
    const auto lead = static_cast<unsigned char>(character.front());
    if (character.size() == 1)
        return lead < 0x20 || lead == 0x7f;
    return lead == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

} // namespace

bool isUtf8(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t length = sequenceLength(bytes);
        if (length == 0)
            return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string shown(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t length = sequenceLength(bytes);
        const std::size_t taken = std::max<std::size_t>(length, 1);
        if (length == 0 || isControl(bytes.substr(0, length)))
            for (const char c : bytes.substr(0, taken)) {
                char escape[8];
                std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned char>(c));
                text += escape;
            }
        else
            text += bytes.substr(0, length);
        bytes.remove_prefix(taken);
    }
    return text;
}

std::string toUtf8Lossy(std::string_view bytes)
{
    if (isUtf8(bytes))
        return std::string(bytes);
    std::string text;
    while (!bytes.empty()) {
        const std::size_t length = sequenceLength(bytes);
        text += length == 0 ? std::string_view("\xEF\xBF\xBD") : bytes.substr(0, length);
        bytes.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return text;
}

std::vector<std::string_view> splitLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) {
            lines.push_back(text);
            break;
        }
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return lines;
}

std::vector<std::string> split(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

std::string join(const std::vector<std::string> &parts, std::string_view separator)
{
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0)
            text += separator;
        text += parts[i];
    }
    return text;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n\f\v";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lowerAscii(std::string_view text)
{
    std::string lower(text);
    for (char &c : lower)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

std::string replaceAll(std::string text, std::string_view from, std::string_view to)
{
    if (from.empty())
        return text;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

Result<std::vector<std::string>> shellWords(std::string_view command)
{
    std::vector<std::string> words;
    std::string word;
    bool open = false;
    char quote = 0;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (quote == '\'') {
            if (c == '\'')
                quote = 0;
            else
                word += c;
        } else if (quote == '"') {
            if (c == '"') {
                quote = 0;
            } else if (c == '\\' && i + 1 < command.size() &&
                       std::string_view("$`\"\\\n").find(command[i + 1]) != std::string_view::npos) {
                if (command[++i] != '\n') // a backslash joins lines
                    word += command[i];
            } else {
                word += c;
            }
        } else if (c == '\'' || c == '"') {
            quote = c;
            open = true;
        } else if (c == '\\' && i + 1 < command.size()) {
            if (command[++i] == '\n')
                continue;
            word += command[i];
            open = true;
        } else if (c == ' ' || c == '\t' || c == '\n') {
            if (open)
                words.push_back(word);
            word.clear();
            open = false;
        } else {
            word += c;
            open = true;
        }
    }
    if (quote != 0)
        return fail(ErrorCode::CheckInvalid, "a quote in the command is not closed",
                    "splitting `" + shown(command) + "` into words");
    if (open)
        words.push_back(word);
    return words;
}

bool hasShellSyntax(std::string_view command)
{
    char quote = 0;
    bool wordStart = true;
    bool firstWord = true;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (quote == '\'') {
            if (c == '\'')
                quote = 0;
            continue;
        }
        if (c == '\\') {
            ++i;
            wordStart = false;
            continue;
        }
        if (c == '$' || c == '`')
            return true;
        if (quote == '"') {
            if (c == '"')
                quote = 0;
            continue;
        }
        if (c == '\'' || c == '"') {
            quote = c;
            wordStart = false;
            continue;
        }
        if (std::string_view("|&;<>()*?[]{}\n").find(c) != std::string_view::npos)
            return true;
        if (wordStart && (c == '~' || c == '#' || (firstWord && c == '!')))
            return true;
        if (firstWord && c == '=' && !wordStart)
            return true;
        const bool blank = c == ' ' || c == '\t';
        if (blank && !wordStart)
            firstWord = false;
        wordStart = blank;
    }
    return false;
}

std::string shellQuoted(const std::vector<std::string> &words)
{
    std::vector<std::string> quoted;
    for (const std::string &word : words) {
        const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   std::string_view("_-./:=@,+%").find(c) != std::string_view::npos;
        });
        quoted.push_back(plain ? word : "'" + replaceAll(word, "'", "'\\''") + "'");
    }
    return join(quoted, " ");
}

std::size_t estimatedTokens(std::string_view text)
{
    return (text.size() * 10 + 31) / 32;
}

std::string elided(std::string_view text, std::size_t headBytes, std::size_t tailBytes)
{
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
    constexpr int longest = 3; // continuation bytes of one character; more of them are not UTF-8
    if (text.size() <= headBytes + tailBytes)
        return std::string(text);
    std::string_view head = text.substr(0, headBytes);
    std::string_view tail = text.substr(text.size() - tailBytes);
    if (const auto end = head.rfind('\n'); end != std::string_view::npos)
        head = head.substr(0, end + 1);
    else
        for (int i = 0; i < longest && !head.empty() && continues(text[head.size()]); ++i)
            head.remove_suffix(1);
    if (const auto start = tail.find('\n'); start != std::string_view::npos && start + 1 < tail.size())
        tail.remove_prefix(start + 1);
    else
        for (int i = 0; i < longest && !tail.empty() && continues(tail.front()); ++i)
            tail.remove_prefix(1);
    std::string result(head);
    if (!result.empty() && result.back() != '\n')
        result += '\n';
    result += "[… " + std::to_string(text.size() - head.size() - tail.size()) + " bytes left out …]\n";
    result += tail;
    return result;
}

} // namespace vouchsafe
