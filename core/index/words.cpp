#include "core/index/words.h"

#include "core/base/text.h"

#include <array>
#include <string_view>
#include <unordered_set>

namespace vouchsafe {

namespace {

enum class CharClass { Lower, Upper, Digit, Mark, Other };

/// By byte, since every byte of the repository passes here.
constexpr std::array<CharClass, 128> asciiClasses = [] {
    std::array<CharClass, 128> classes{};
    for (std::size_t byte = 0; byte < classes.size(); ++byte)
        classes[byte] = byte >= 'a' && byte <= 'z'   ? CharClass::Lower
                        : byte >= 'A' && byte <= 'Z' ? CharClass::Upper
                        : byte >= '0' && byte <= '9' ? CharClass::Digit
                                                     : CharClass::Mark;
    return classes;
}();

/// Of the character at `at` or around it: bytes of letters of western scripts are Lower, those of scripts
/// without blanks between words Other.
CharClass classAt(std::string_view text, std::size_t at)
{
    auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80)
        return asciiClasses[byte];
    while ((byte & 0xC0) == 0x80 && at > 0)
        byte = static_cast<unsigned char>(text[--at]);
    if (byte < 0x80)
        return CharClass::Mark;
    // U+0080 to U+00BF and U+2000 to U+2FFF hold quotes, dashes and signs; from U+3000 on come the scripts of
    // East Asia.
    if (byte == 0xC2 || byte == 0xE2)
        return CharClass::Mark;
    return byte >= 0xE3 ? CharClass::Other : CharClass::Lower;
}

/// `HTTPServer2` gives `HTTP`, `Server`, `2`.
std::vector<std::string_view> parts(std::string_view raw)
{
    std::vector<std::string_view> found;
    std::size_t start = 0;
    const auto cut = [&](std::size_t end) {
        if (end > start)
            found.push_back(raw.substr(start, end - start));
        start = end;
    };
    for (std::size_t at = 0; at < raw.size(); ++at) {
        const CharClass own = classAt(raw, at);
        if (own == CharClass::Mark) {
            cut(at);
            start = at + 1;
            continue;
        }
        if (at == start)
            continue;
        const CharClass before = classAt(raw, at - 1);
        const bool hump = own == CharClass::Upper && before == CharClass::Lower;
        // The last capital of a row begins the next word: HTTPServer.
        const bool rowEnds = own == CharClass::Lower && before == CharClass::Upper && at - start > 1;
        if (rowEnds)
            cut(at - 1);
        else if (hump || (own == CharClass::Digit) != (before == CharClass::Digit) ||
                 (own == CharClass::Other) != (before == CharClass::Other))
            cut(at);
    }
    cut(raw.size());
    return found;
}

/// Pairs of neighbouring characters: scripts without blanks between words are searched by these.
void appendPairs(std::string_view text, std::vector<std::string> &words)
{
    std::vector<std::size_t> starts;
    for (std::size_t at = 0; at < text.size(); ++at)
        if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80)
            starts.push_back(at);
    starts.push_back(text.size());
    if (starts.size() == 2)
        words.emplace_back(text);
    for (std::size_t at = 0; at + 2 < starts.size(); ++at)
        words.emplace_back(text.substr(starts[at], starts[at + 2] - starts[at]));
}

bool endsAndStays(const std::string &word, std::string_view suffix)
{
    return word.ends_with(suffix) && word.size() >= suffix.size() + 3;
}

} // namespace

std::vector<std::string_view> rawWords(std::string_view text)
{
    std::vector<std::string_view> words;
    std::size_t start = std::string_view::npos;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const bool inside =
            at < text.size() && (classAt(text, at) != CharClass::Mark || text[at] == '_' || text[at] == '$');
        if (inside && start == std::string_view::npos)
            start = at;
        if (!inside && start != std::string_view::npos) {
            words.push_back(text.substr(start, at - start));
            start = std::string_view::npos;
        }
    }
    return words;
}

void appendWords(std::string_view raw, std::vector<std::string> &words)
{
    // Encoded data is no identifier.
    constexpr std::size_t longest = 100;
    constexpr std::size_t shortestNumber = 3;
    if (raw.size() > longest)
        return;
    const std::vector<std::string_view> found = parts(raw);
    for (const std::string_view part : found) {
        const CharClass kind = classAt(part, 0);
        if (kind == CharClass::Other) {
            appendPairs(part, words);
            continue;
        }
        if (kind == CharClass::Digit) {
            if (part.size() >= shortestNumber || found.size() > 1)
                words.emplace_back(part);
            continue;
        }
        std::string word = lowerAscii(part);
        if (word.size() > 1 && !isStopWord(word))
            words.push_back(stemmed(std::move(word)));
    }
    if (found.size() > 1 && classAt(found.front(), 0) != CharClass::Other)
        words.push_back(lowerAscii(raw));
}

std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    for (const std::string_view raw : rawWords(text))
        appendWords(raw, words);
    return words;
}

std::string stemmed(std::string word)
{
    if (endsAndStays(word, "ies")) {
        word.replace(word.size() - 3, 3, "y");
        return word;
    }
    for (const std::string_view suffix : {"ing", "ed", "er", "s"}) {
        if (!endsAndStays(word, suffix) || (suffix == "s" && word.ends_with("ss")))
            continue;
        word.resize(word.size() - suffix.size());
        return word;
    }
    return word;
}

bool isStopWord(std::string_view word)
{
    static const std::unordered_set<std::string_view> words{
        // English
        "the", "an", "and", "or", "not", "no", "is", "are", "was", "were", "be", "been", "being", "it", "its",
        "this", "that", "these", "those", "to", "of", "in", "on", "at", "by", "for", "with", "from", "as",
        "into", "than", "then", "when", "where", "which", "who", "what", "why", "how", "if", "else", "but",
        "so", "do", "does", "did", "done", "have", "has", "had", "can", "could", "should", "would", "will",
        "shall", "may", "might", "must", "we", "you", "they", "he", "she", "my", "our", "your", "their",
        "there", "here", "also", "only", "just", "some", "any", "all", "each", "more", "most", "other",
        "such", "same", "too", "very", "now", "about", "after", "before", "because", "between", "both",
        "during", "over", "under", "again", "once", "us", "am", "up", "out", "don", "doesn", "isn", "instead",
        "get", "gets", "got", "make", "makes", "use", "uses", "used", "using",
        // Tasks
        "fix", "fixes", "fixed", "bug", "bugs", "issue", "issues", "error", "errors", "add", "adds", "added",
        "test", "tests", "fail", "fails", "failed", "failing", "failure", "wrong", "broken", "problem",
        "please", "expected", "actual", "correct", "incorrect",
        // Keywords
        "def", "class", "return", "self", "cls", "import", "pass", "none", "true", "false", "null", "nil",
        "elif", "try", "except", "finally", "raise", "lambda", "yield", "async", "await", "global",
        "nonlocal", "assert", "function", "const", "let", "var", "new", "delete", "typeof", "instanceof",
        "undefined", "void", "extends", "implements", "interface", "export", "default", "switch", "case",
        "break", "continue", "while", "throw", "catch", "static", "public", "private", "protected", "func",
        "package", "struct", "type", "chan", "defer", "range", "select", "fn", "impl", "trait", "enum", "mod",
        "pub", "crate", "mut", "match", "loop", "unsafe", "dyn", "ref", "int", "char", "long", "short",
        "unsigned", "signed", "float", "double", "bool", "string", "str", "extern", "typedef", "union",
        "sizeof", "namespace", "template", "typename", "virtual", "override", "auto", "inline", "constexpr",
        "std", "include", "define", "ifdef", "endif", "this"};
    return words.contains(word);
}

} // namespace vouchsafe
