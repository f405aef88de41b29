#include "core/index/symbols.h"

#include "core/base/text.h"
#include "core/index/captures.h"
#include "core/index/recovery.h"
#include "core/index/test_rules.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <unordered_map>

namespace vouchsafe {

namespace {

bool isFunctionLike(SymbolKind kind)
{
    return kind == SymbolKind::Function || kind == SymbolKind::Method || kind == SymbolKind::Test ||
           kind == SymbolKind::Fixture || kind == SymbolKind::Macro;
}

bool isTypeLike(SymbolKind kind)
{
    return kind == SymbolKind::Class || kind == SymbolKind::Struct || kind == SymbolKind::Interface ||
           kind == SymbolKind::Trait || kind == SymbolKind::Enum || kind == SymbolKind::Type;
}

bool isConstantName(std::string_view name)
{
    return name.size() > 1 &&
           std::none_of(name.begin(), name.end(),
                        [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }) &&
           std::isupper(static_cast<unsigned char>(name.front())) != 0;
}

/// One level of nesting while walking the definitions in the order of their first byte.
struct Level {
    std::size_t end = 0;   ///< one past
    std::string qualified; ///< `Outer.inner`
    int symbol = -1;       ///< the index of the innermost symbol from here outwards
    bool members = false;  ///< functions directly inside are methods
    bool function = false;
    SymbolKind kind = SymbolKind::Module;
    std::string name;
};

class Nesting {
public:
    Nesting(std::string_view path, const Tree &tree, FileSymbols &file)
        : m_path(path),
          m_idPath(replaceAll(std::string(path), "::", "%3A%3A")),
          m_source(tree.source()),
          m_file(file)
    {
    }

    void place(std::vector<Definition> definitions)
    {
        std::stable_sort(definitions.begin(), definitions.end(),
                         [](const Definition &a, const Definition &b) {
                             const std::size_t first = a.node.startByte();
                             const std::size_t second = b.node.startByte();
                             return first != second ? first < second : endOf(a) > endOf(b);
                         });
        for (const Definition &definition : definitions)
            placeOne(definition);
        numberTwins();
    }

private:
    static std::size_t endOf(const Definition &definition)
    {
        const std::size_t end =
            definition.body.isNull() ? definition.node.endByte() : definition.body.endByte();
        return std::min(end, definition.cut);
    }

    void placeOne(const Definition &definition)
    {
        const std::size_t start = definition.node.startByte();
        while (!m_levels.empty() && m_levels.back().end <= start)
            m_levels.pop_back();
        const Level *outer = m_levels.empty() ? nullptr : &m_levels.back();
        const bool inFunction = outer != nullptr && outer->function;
        const bool data = definition.kind == SymbolKind::Variable ||
                          definition.kind == SymbolKind::Constant || definition.declaration;
        // Locals are no symbols, nor are prototypes inside of a body.
        if (!definition.scope && inFunction && data)
            return;
        // `typedef struct A { … } A;` is one thing.
        if (outer != nullptr && outer->kind == SymbolKind::Type && outer->name == definition.name &&
            isTypeLike(definition.kind) && !definition.scope) {
            m_file.symbols[static_cast<std::size_t>(outer->symbol)].kind = definition.kind;
            m_levels.back().members = true;
            return;
        }
        Level level{.end = endOf(definition), .name = definition.name};
        // What a typedef defines besides is not a part of it.
        const bool lendsName = definition.node.type() != "type_definition";
        const std::string name = qualified(definition, outer);
        level.qualified = lendsName ? name : outer != nullptr ? outer->qualified : std::string();
        level.symbol = outer != nullptr ? outer->symbol : -1;
        // A C++ namespace has no members that are methods; an impl block has.
        level.members =
            definition.scope ? definition.node.type() == "impl_item" : isTypeLike(definition.kind);
        level.kind = definition.scope ? SymbolKind::Module : definition.kind;
        level.function = definition.scope ? inFunction : isFunctionLike(definition.kind);
        if (!definition.scope) {
            addSymbol(definition, name, outer);
            level.symbol = static_cast<int>(m_file.symbols.size()) - 1;
        }
        m_levels.push_back(std::move(level));
    }

    static std::string qualified(const Definition &definition, const Level *outer)
    {
        std::string name =
            definition.owner.empty() ? definition.name : definition.owner + '.' + definition.name;
        if (outer == nullptr || outer->qualified.empty())
            return name;
        return outer->qualified + '.' + name;
    }

    SymbolKind kindOf(const Definition &definition, const Level *outer, std::string_view decorators) const
    {
        SymbolKind kind = definition.kind;
        const bool member = (outer != nullptr && outer->members) || !definition.owner.empty();
        if (kind == SymbolKind::Function && member)
            kind = SymbolKind::Method;
        if (kind == SymbolKind::Variable)
            kind = outer != nullptr && outer->members ? SymbolKind::Field
                   : isConstantName(definition.name)  ? SymbolKind::Constant
                                                      : kind;
        return testKind(kind, m_file.language, m_path, definition.name, decorators);
    }

    void addSymbol(const Definition &definition, const std::string &qualifiedName, const Level *outer)
    {
        const Node whole = widened(definition.node);
        const Node first = firstDecorator(whole);
        Symbol symbol;
        symbol.startByte = first.startByte();
        symbol.endByte = std::min(std::max(whole.endByte(), endOf(definition)), definition.cut);
        symbol.start = first.startLine();
        symbol.end = definition.body.isNull() ? whole.endLine() : definition.body.endLine();
        if (symbol.endByte == definition.cut)
            symbol.end = lineBefore(definition.cut);
        symbol.name = definition.name.substr(definition.name.rfind('.') + 1);
        symbol.path = m_path;
        const std::string_view decorators =
            m_source.substr(symbol.startByte, definition.node.startByte() - symbol.startByte);
        symbol.kind = kindOf(definition, outer, decorators);
        symbol.declaration = definition.declaration && definition.body.isNull();
        symbol.signature = toUtf8Lossy(signatureOf(definition.node, m_source));
        symbol.id = m_idPath + "::" + qualifiedName;
        m_file.symbols.push_back(std::move(symbol));
        m_file.parents.push_back(outer != nullptr ? outer->symbol : -1);
    }

    /// The line of the last byte before `byte`, from 1.
    int lineBefore(std::size_t byte) const
    {
        const auto text = m_source.substr(0, byte > 0 ? byte - 1 : 0);
        return static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
    }

    void numberTwins()
    {
        std::unordered_map<std::string, int> seen;
        for (Symbol &symbol : m_file.symbols) {
            const int count = ++seen[symbol.id];
            if (count > 1)
                symbol.id += '#' + std::to_string(count);
        }
    }

    std::string m_path;
    std::string m_idPath;
    std::string_view m_source;
    FileSymbols &m_file;
    std::vector<Level> m_levels;
};

/// Comments and strings do not overlap, but a string may be a doc too, or hold others (`f"{g('x')}"`).
std::vector<Span> withoutOverlap(std::vector<Span> spans)
{
    std::sort(spans.begin(), spans.end(), [](const Span &a, const Span &b) {
        if (a.start != b.start)
            return a.start < b.start;
        return a.end != b.end ? a.end > b.end : a.kind == SpanKind::Doc && b.kind != SpanKind::Doc;
    });
    std::vector<Span> kept;
    for (const Span &span : spans)
        if (kept.empty() || span.start >= kept.back().end)
            kept.push_back(span);
    return kept;
}

/// Gives each reference the innermost symbol around it. Both lists are in the order of the text.
void attach(std::vector<FoundReference> found, FileSymbols &file)
{
    std::stable_sort(found.begin(), found.end(),
                     [](const FoundReference &a, const FoundReference &b) { return a.byte < b.byte; });
    std::vector<int> open;
    std::size_t next = 0;
    for (FoundReference &each : found) {
        while (next < file.symbols.size() && file.symbols[next].startByte <= each.byte)
            open.push_back(static_cast<int>(next++));
        while (!open.empty() && file.symbols[static_cast<std::size_t>(open.back())].endByte <= each.byte)
            open.pop_back();
        each.reference.symbol = open.empty() ? -1 : open.back();
        file.references.push_back(std::move(each.reference));
    }
}

} // namespace

Result<FileSymbols> extractSymbols(std::string_view path, Language language, std::string_view source,
                                   const ParseLimits &limits, std::stop_token stop)
{
    const Result<Tree> tree = Tree::parse(language, std::string(source), limits, std::move(stop));
    if (!tree)
        return tl::unexpected(tree.error());
    Result<FileCaptures> captures = captureFile(*tree);
    if (!captures)
        return tl::unexpected(captures.error());
    std::optional<Tree> second;
    if (tree->hasError())
        second = recoverLost(*tree, limits, *captures);
    FileSymbols file;
    file.language = language;
    file.partial = tree->hasError();
    Nesting(path, *tree, file).place(std::move(captures->definitions));
    attach(std::move(captures->references), file);
    file.imports = std::move(captures->imports);
    file.spans = withoutOverlap(std::move(captures->spans));
    return file;
}

} // namespace vouchsafe
