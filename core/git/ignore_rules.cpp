#include "core/git/ignore_rules.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>

namespace vouchsafe {
namespace {

struct Token {
    enum class Kind { Literal, One, Class, Star, Folders, Everything };
    Kind kind = Kind::Literal;
    char literal = 0;
    std::string_view body; ///< of a class, with what is between the brackets
    bool negated = false;
};

bool inNamedClass(std::string_view name, unsigned char c)
{
    if (name == "alpha")
        return std::isalpha(c) != 0;
    if (name == "digit")
        return std::isdigit(c) != 0;
    if (name == "alnum")
        return std::isalnum(c) != 0;
    if (name == "upper")
        return std::isupper(c) != 0;
    if (name == "lower")
        return std::islower(c) != 0;
    if (name == "space")
        return std::isspace(c) != 0;
    if (name == "punct")
        return std::ispunct(c) != 0;
    if (name == "xdigit")
        return std::isxdigit(c) != 0;
    if (name == "blank")
        return c == ' ' || c == '\t';
    if (name == "cntrl")
        return std::iscntrl(c) != 0;
    if (name == "print")
        return std::isprint(c) != 0;
    return name == "graph" && std::isgraph(c) != 0;
}

bool inClass(const Token &token, char character)
{
    const auto c = static_cast<unsigned char>(character);
    const std::string_view body = token.body;
    bool found = false;
    for (std::size_t at = 0; at < body.size(); ++at) {
        if (body.substr(at).starts_with("[:")) {
            if (const std::size_t end = body.find(":]", at + 2); end != std::string_view::npos) {
                found = found || inNamedClass(body.substr(at + 2, end - at - 2), c);
                at = end + 1;
                continue;
            }
        }
        if (body[at] == '\\' && at + 1 < body.size())
            ++at;
        const auto low = static_cast<unsigned char>(body[at]);
        auto high = low;
        if (at + 2 < body.size() && body[at + 1] == '-') {
            at += 2;
            if (body[at] == '\\' && at + 1 < body.size())
                ++at;
            high = static_cast<unsigned char>(body[at]);
        }
        found = found || (low <= c && c <= high);
    }
    return found != token.negated && character != '/';
}

/// The index behind the closing bracket of the class that begins at `at`, or npos: then nothing matches.
std::size_t endOfClass(std::string_view pattern, std::size_t at)
{
    std::size_t end = at + 1;
    if (end < pattern.size() && (pattern[end] == '!' || pattern[end] == '^'))
        ++end;
    for (bool first = true; end < pattern.size(); first = false) {
        if (pattern[end] == ']' && !first)
            return end + 1;
        if (pattern.substr(end).starts_with("[:")) {
            if (const std::size_t close = pattern.find(":]", end + 2); close != std::string_view::npos) {
                end = close + 2;
                continue;
            }
        }
        end += pattern[end] == '\\' ? 2 : 1;
    }
    return std::string_view::npos;
}

std::optional<std::vector<Token>> tokens(std::string_view pattern)
{
    std::vector<Token> list;
    for (std::size_t at = 0; at < pattern.size();) {
        const char c = pattern[at];
        if (c == '*') {
            std::size_t end = at;
            while (end < pattern.size() && pattern[end] == '*')
                ++end;
            const bool atStart = at == 0 || pattern[at - 1] == '/';
            const bool pair = end - at == 2 && atStart;
            if (pair && end == pattern.size()) {
                list.push_back({Token::Kind::Everything, 0, {}, false});
            } else if (pair && pattern[end] == '/') {
                list.push_back({Token::Kind::Folders, 0, {}, false});
                ++end;
            } else {
                list.push_back({Token::Kind::Star, 0, {}, false});
            }
            at = end;
        } else if (c == '?') {
            list.push_back({Token::Kind::One, 0, {}, false});
            ++at;
        } else if (c == '[') {
            const std::size_t end = endOfClass(pattern, at);
            if (end == std::string_view::npos)
                return std::nullopt;
            Token token{Token::Kind::Class, 0, pattern.substr(at + 1, end - at - 2), false};
            if (token.body.front() == '!' || token.body.front() == '^') {
                token.negated = true;
                token.body.remove_prefix(1);
            }
            list.push_back(token);
            at = end;
        } else {
            if (c == '\\' && ++at == pattern.size())
                return std::nullopt;
            list.push_back({Token::Kind::Literal, pattern[at], {}, false});
            ++at;
        }
    }
    return list;
}

} // namespace

bool wildMatches(std::string_view pattern, std::string_view text)
{
    const auto list = tokens(pattern);
    if (!list)
        return false;
    // reached[i]: the tokens so far can match exactly the first i characters.
    std::vector<char> reached(text.size() + 1, 0);
    reached[0] = 1;
    for (const Token &token : *list) {
        std::vector<char> next(text.size() + 1, 0);
        bool open = false; // a star that began further left reaches here
        for (std::size_t at = 0; at <= text.size(); ++at) {
            switch (token.kind) {
            case Token::Kind::Star:
                open = reached[at] != 0 || (open && text[at - 1] != '/');
                next[at] = open ? 1 : 0;
                break;
            case Token::Kind::Folders:
                open = open || reached[at] != 0;
                next[at] = reached[at] != 0 || (open && at > 0 && text[at - 1] == '/') ? 1 : 0;
                break;
            case Token::Kind::Everything:
                open = open || reached[at] != 0;
                next[at] = open ? 1 : 0;
                break;
            default: {
                if (at == text.size() || reached[at] == 0)
                    break;
                const bool matches = token.kind == Token::Kind::Literal ? text[at] == token.literal
                                     : token.kind == Token::Kind::One   ? text[at] != '/'
                                                                        : inClass(token, text[at]);
                if (matches)
                    next[at + 1] = 1;
            }
            }
        }
        reached = std::move(next);
    }
    return reached.back() != 0;
}

IgnoreRules::IgnoreRules(std::string_view text, std::string folder, std::shared_ptr<const IgnoreRules> outer)
    : m_folder(std::move(folder)), m_outer(std::move(outer))
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    for (std::string_view line : splitLines(text)) {
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (auto rule = parsed(line))
            m_rules.push_back(std::move(*rule));
    }
}

std::optional<IgnoreRules::Rule> IgnoreRules::parsed(std::string_view line)
{
    // Blanks at the end do not count unless the last of them is escaped.
    std::size_t size = line.size();
    while (size > 0 && line[size - 1] == ' ' && (size < 2 || line[size - 2] != '\\'))
        --size;
    line = line.substr(0, size);
    if (line.empty() || line.front() == '#')
        return std::nullopt;
    Rule rule;
    if (line.front() == '!') {
        rule.negated = true;
        line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
        rule.folderOnly = true;
        line.remove_suffix(1);
    }
    rule.anchored = line.find('/') != std::string_view::npos;
    if (line.starts_with('/'))
        line.remove_prefix(1);
    if (line.empty())
        return std::nullopt;
    rule.literal = line.find_first_of("*?[\\") == std::string_view::npos;
    rule.pattern = line;
    return rule;
}

std::optional<bool> IgnoreRules::decision(std::string_view path, bool isFolder) const
{
    std::string_view below = path;
    if (!m_folder.empty())
        below.remove_prefix(m_folder.size() + 1);
    const std::string_view name = below.substr(below.rfind('/') + 1);
    for (auto rule = m_rules.rbegin(); rule != m_rules.rend(); ++rule) {
        if (rule->folderOnly && !isFolder)
            continue;
        const std::string_view subject = rule->anchored ? below : name;
        if (rule->literal ? subject == rule->pattern : wildMatches(rule->pattern, subject))
            return !rule->negated;
    }
    return std::nullopt;
}

bool IgnoreRules::ignores(std::string_view path, bool isFolder) const
{
    for (const IgnoreRules *rules = this; rules != nullptr; rules = rules->m_outer.get())
        if (const auto decided = rules->decision(path, isFolder))
            return *decided;
    return false;
}

} // namespace vouchsafe
