#include "core/syntax/highlight_query.h"

#include "core/base/resources.h"

#include <array>
#include <map>
#include <mutex>
#include <string>

namespace vouchsafe {

namespace {

/// The files of a language in resources/queries; what is written later wins.
std::vector<std::string_view> highlightFiles(Language language)
{
    switch (language) {
    case Language::Python:
        return {"python/highlights.scm"};
    case Language::JavaScript:
        return {"javascript/highlights_shared.scm", "tsx/highlights_markup.scm", "javascript/highlights.scm"};
    case Language::TypeScript:
        return {"javascript/highlights_shared.scm", "typescript/highlights.scm"};
    case Language::Tsx:
        return {"javascript/highlights_shared.scm", "tsx/highlights_markup.scm", "typescript/highlights.scm"};
    case Language::Go:
        return {"go/highlights.scm"};
    case Language::Rust:
        return {"rust/highlights.scm"};
    case Language::C:
        return {"c/highlights.scm"};
    case Language::Cpp:
        return {"c/highlights.scm", "cpp/highlights.scm"};
    }
    return {};
}

std::optional<SyntaxRole> roleOf(std::string_view name)
{
    static constexpr std::array<std::string_view, syntaxRoles> names{
        "plain",    "keyword", "string",   "escape",    "number",   "constant",    "comment",
        "function", "type",    "property", "parameter", "operator", "preprocessor"};
    for (std::size_t role = 0; role < names.size(); ++role)
        if (names[role] == name)
            return static_cast<SyntaxRole>(role);
    return std::nullopt;
}

Result<HighlightQuery> compiled(Language language)
{
    std::string text;
    for (const std::string_view file : highlightFiles(language)) {
        Result<std::string> part = resource("queries/" + std::string(file));
        if (!part)
            return tl::unexpected(part.error());
        text += *part;
    }
    Result<Query> query = Query::compile(language, text);
    if (!query)
        return tl::unexpected(query.error());
    std::vector<std::optional<SyntaxRole>> roles;
    for (const std::string_view name : query->captureNames()) {
        const std::optional<SyntaxRole> role = roleOf(name);
        if (!role && !name.starts_with('_'))
            return fail(ErrorCode::Internal, "the capture @" + std::string(name) + " is unknown",
                        "reading the colours of " + std::string(languageName(language)),
                        "name a role of resources/queries/README.md");
        roles.push_back(role);
    }
    return HighlightQuery{std::move(*query), std::move(roles)};
}

} // namespace

Result<const HighlightQuery *> highlightQuery(Language language)
{
    static std::mutex mutex;
    static std::map<Language, Result<HighlightQuery>> queries;
    const std::scoped_lock lock(mutex);
    auto found = queries.find(language);
    if (found == queries.end())
        found = queries.emplace(language, compiled(language)).first;
    if (!found->second)
        return tl::unexpected(found->second.error());
    return &*found->second;
}

} // namespace vouchsafe
