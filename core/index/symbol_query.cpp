#include "core/index/symbol_query.h"

#include "core/base/resources.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace vouchsafe {

namespace {

/// The files of a language in resources/queries; what is written first wins.
std::vector<std::string_view> queryFiles(Language language)
{
    switch (language) {
    case Language::Python:
        return {"python/symbols.scm"};
    case Language::JavaScript:
        return {"javascript/symbols.scm", "javascript/shared.scm"};
    case Language::TypeScript:
        return {"typescript/symbols.scm", "javascript/shared.scm"};
    case Language::Tsx:
        return {"typescript/symbols.scm", "tsx/markup.scm", "javascript/shared.scm"};
    case Language::Go:
        return {"go/symbols.scm"};
    case Language::Rust:
        return {"rust/symbols.scm"};
    case Language::C:
        return {"c/symbols.scm"};
    case Language::Cpp:
        return {"cpp/symbols.scm", "c/symbols.scm"};
    }
    return {};
}

std::optional<SymbolKind> kindOf(std::string_view name)
{
    for (int value = 0; value <= static_cast<int>(SymbolKind::Fixture); ++value)
        if (symbolKindName(static_cast<SymbolKind>(value)) == name)
            return static_cast<SymbolKind>(value);
    return std::nullopt;
}

Result<SymbolQuery> compiled(Language language)
{
    std::string text;
    for (const std::string_view file : queryFiles(language)) {
        Result<std::string> part = resource("queries/" + std::string(file));
        if (!part)
            return tl::unexpected(part.error());
        text += *part;
    }
    Result<Query> query = Query::compile(language, text);
    if (!query)
        return tl::unexpected(query.error());
    std::vector<CaptureMeaning> meanings;
    for (const std::string_view name : query->captureNames()) {
        const std::optional<CaptureMeaning> meaning = captureMeaning(name);
        if (!meaning)
            return fail(ErrorCode::Internal, "the capture @" + std::string(name) + " is unknown",
                        "reading the queries of " + std::string(languageName(language)));
        meanings.push_back(*meaning);
    }
    return SymbolQuery{std::move(*query), std::move(meanings)};
}

} // namespace

std::optional<CaptureMeaning> captureMeaning(std::string_view name)
{
    static const std::map<std::string_view, CaptureRole> roles{
        {"scope", CaptureRole::Scope},
        {"name", CaptureRole::Name},
        {"owner", CaptureRole::Owner},
        {"declarator", CaptureRole::Declarator},
        {"call", CaptureRole::Call},
        {"call.macro", CaptureRole::MacroCall},
        {"arguments", CaptureRole::Arguments},
        {"qualifier", CaptureRole::Qualifier},
        {"inherits", CaptureRole::Inherits},
        {"import", CaptureRole::Import},
        {"import.name", CaptureRole::ImportName},
        {"alias", CaptureRole::Alias},
        {"comment", CaptureRole::Comment},
        {"string", CaptureRole::String},
        {"doc", CaptureRole::Doc},
        {"orphan", CaptureRole::Orphan},
    };
    if (name.starts_with('_'))
        return CaptureMeaning{};
    if (const auto role = roles.find(name); role != roles.end())
        return CaptureMeaning{.role = role->second};
    constexpr std::string_view prefix = "symbol.";
    constexpr std::string_view suffix = ".declaration";
    if (!name.starts_with(prefix))
        return std::nullopt;
    name.remove_prefix(prefix.size());
    CaptureMeaning meaning{.role = CaptureRole::Symbol};
    if (name.ends_with(suffix)) {
        meaning.declaration = true;
        name.remove_suffix(suffix.size());
    }
    const std::optional<SymbolKind> kind = kindOf(name);
    if (!kind)
        return std::nullopt;
    meaning.kind = *kind;
    return meaning;
}

Result<const SymbolQuery *> symbolQuery(Language language)
{
    static std::mutex mutex;
    static std::map<Language, Result<SymbolQuery>> queries;
    const std::scoped_lock lock(mutex);
    auto found = queries.find(language);
    if (found == queries.end())
        found = queries.emplace(language, compiled(language)).first;
    if (!found->second)
        return tl::unexpected(found->second.error());
    return &*found->second;
}

} // namespace vouchsafe
