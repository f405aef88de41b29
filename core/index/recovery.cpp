#include "core/index/recovery.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace vouchsafe {

namespace {

/// How a definition begins at the start of a line; nothing where heads cannot be told by their first word.
std::span<const std::string_view> headWords(Language language)
{
    static constexpr std::array<std::string_view, 3> python{"def ", "class ", "async def "};
    static constexpr std::array<std::string_view, 9> javascript{"function ", "class ",     "export ",
                                                                "async ",    "interface ", "abstract ",
                                                                "enum ",     "type ",      "namespace "};
    static constexpr std::array<std::string_view, 2> go{"func ", "type "};
    static constexpr std::array<std::string_view, 10> rust{"fn ",   "pub ",   "impl ", "impl<",   "struct ",
                                                           "enum ", "trait ", "mod ",  "unsafe ", "async "};
    switch (language) {
    case Language::Python:
        return python;
    case Language::JavaScript:
    case Language::TypeScript:
    case Language::Tsx:
        return javascript;
    case Language::Go:
        return go;
    case Language::Rust:
        return rust;
    case Language::C:
    case Language::Cpp:
        return {};
    }
    return {};
}

struct Head {
    std::size_t start = 0; ///< first byte of its line
    std::size_t end = 0;   ///< where the next head begins
    bool lost = false;
};

/// Every head of the file; a part reaches to the next head.
std::vector<Head> headsOf(const Tree &tree)
{
    const std::span<const std::string_view> words = headWords(tree.language());
    const std::string_view source = tree.source();
    std::vector<Head> heads;
    for (std::size_t line = 0; !words.empty() && line < source.size();) {
        const std::string_view text = source.substr(line);
        if (std::any_of(words.begin(), words.end(),
                        [&](std::string_view word) { return text.starts_with(word); })) {
            if (!heads.empty())
                heads.back().end = line;
            heads.push_back({line, source.size(), false});
        }
        const std::size_t feed = source.find('\n', line);
        line = feed == std::string_view::npos ? source.size() : feed + 1;
    }
    return heads;
}

/// Whether the part from this head to the next one is sound by itself: the broken one must not spoil the
/// rest.
bool readsAlone(const Tree &tree, const Head &head, const ParseLimits &limits)
{
    std::string text = tree.source().substr(head.start, head.end - head.start);
    const Result<Tree> alone = Tree::parse(tree.language(), std::move(text), limits);
    return alone && !alone->hasError();
}

} // namespace

std::optional<Tree> recoverLost(const Tree &tree, const ParseLimits &limits, FileCaptures &captures)
{
    std::vector<Head> heads = headsOf(tree);
    std::vector<std::size_t> names;
    for (const Definition &definition : captures.definitions)
        names.push_back(definition.nameByte);
    std::sort(names.begin(), names.end());
    const std::string &source = tree.source();
    // Places and lines stay what they are when everything else becomes blanks.
    std::string rest(source.size(), ' ');
    for (std::size_t at = 0; at < source.size(); ++at)
        if (source[at] == '\n')
            rest[at] = '\n';
    bool any = false;
    for (Head &head : heads) {
        const auto name = std::lower_bound(names.begin(), names.end(), head.start);
        const std::size_t lineEnd = std::min(source.find('\n', head.start), source.size());
        head.lost = (name == names.end() || *name > lineEnd) && readsAlone(tree, head, limits);
        if (!head.lost)
            continue;
        any = true;
        source.copy(rest.data() + head.start, head.end - head.start, head.start);
    }
    if (!any)
        return std::nullopt;
    Result<Tree> again = Tree::parse(tree.language(), std::move(rest), limits);
    if (!again)
        return std::nullopt;
    Result<FileCaptures> found = captureFile(*again);
    if (!found || found->definitions.empty())
        return std::nullopt;

    for (Definition &definition : captures.definitions)
        for (const Head &head : heads)
            if (head.lost && head.start > definition.nameByte)
                definition.cut = std::min(definition.cut, head.start);
    std::erase_if(captures.definitions, [&](const Definition &definition) {
        return std::any_of(heads.begin(), heads.end(), [&](const Head &head) {
            return head.lost && definition.nameByte >= head.start && definition.nameByte < head.end;
        });
    });
    std::erase_if(captures.references, [&](const FoundReference &reference) {
        return std::any_of(heads.begin(), heads.end(), [&](const Head &head) {
            return head.lost && reference.byte >= head.start && reference.byte < head.end;
        });
    });
    std::move(found->definitions.begin(), found->definitions.end(), std::back_inserter(captures.definitions));
    std::move(found->references.begin(), found->references.end(), std::back_inserter(captures.references));
    std::move(found->spans.begin(), found->spans.end(), std::back_inserter(captures.spans));
    return std::move(*again);
}

} // namespace vouchsafe
