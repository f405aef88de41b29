#include "core/index/captures.h"

#include "core/index/symbol_query.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace vouchsafe {

namespace {

/// The captures of one match by their role; a null node where the pattern has none.
struct Match {
    Node symbol;
    Node scope;
    Node name;
    Node owner;
    Node declarator;
    Node call;
    Node arguments;
    Node qualifier;
    Node inherits;
    Node import;
    Node importName;
    Node alias;
    Node text;
    Node orphan;
    SpanKind span = SpanKind::Comment;
    SymbolKind kind = SymbolKind::Function;
    bool declaration = false;
    bool macroCall = false;
    int pattern = 0;
};

Match matchOf(const std::vector<Capture> &captures, const SymbolQuery &query)
{
    Match match;
    for (const Capture &capture : captures) {
        const CaptureMeaning &meaning = query.meanings[capture.id];
        switch (meaning.role) {
        case CaptureRole::None:
            break;
        case CaptureRole::Symbol:
            match.symbol = capture.node;
            match.kind = meaning.kind;
            match.declaration = meaning.declaration;
            break;
        case CaptureRole::Scope:
            match.scope = capture.node;
            break;
        case CaptureRole::Name:
            match.name = capture.node;
            break;
        case CaptureRole::Owner:
            match.owner = capture.node;
            break;
        case CaptureRole::Declarator:
            match.declarator = capture.node;
            break;
        case CaptureRole::Call:
            match.call = capture.node;
            break;
        case CaptureRole::MacroCall:
            match.call = capture.node;
            match.macroCall = true;
            break;
        case CaptureRole::Arguments:
            match.arguments = capture.node;
            break;
        case CaptureRole::Qualifier:
            match.qualifier = capture.node;
            break;
        case CaptureRole::Inherits:
            match.inherits = capture.node;
            break;
        case CaptureRole::Import:
            match.import = capture.node;
            break;
        case CaptureRole::ImportName:
            match.importName = capture.node;
            break;
        case CaptureRole::Alias:
            match.alias = capture.node;
            break;
        case CaptureRole::Comment:
        case CaptureRole::String:
        case CaptureRole::Doc:
            match.text = capture.node;
            match.span = meaning.role == CaptureRole::Comment  ? SpanKind::Comment
                         : meaning.role == CaptureRole::String ? SpanKind::String
                                                               : SpanKind::Doc;
            break;
        case CaptureRole::Orphan:
            match.orphan = capture.node;
            break;
        }
    }
    return match;
}

/// `os.path` and `self` as they are; `?` for anything that is not a plain chain of names.
std::string qualifierText(Node node, std::string_view source)
{
    constexpr std::size_t longest = 64;
    if (node.isNull())
        return {};
    if (node.endByte() - node.startByte() > longest)
        return "?";
    const std::string_view text = node.text(source);
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == ':' ||
               c == '$';
    });
    return plain ? std::string(text) : "?";
}

std::string_view unquoted(std::string_view text)
{
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '<' || text.front() == '`'))
        return text.substr(1, text.size() - 2);
    return text;
}

/// `Suite.Name` of GoogleTest's `TEST_F(Suite, Name)`, which the grammar reads as a function's head.
std::string macroTestName(Node declarator, std::string_view macro, std::string_view source)
{
    static constexpr std::array<std::string_view, 5> macros{"TEST", "TEST_F", "TEST_P", "TYPED_TEST",
                                                            "TYPED_TEST_P"};
    if (std::find(macros.begin(), macros.end(), macro) == macros.end())
        return {};
    const Node parameters = declarator.childByField("parameters");
    if (parameters.namedChildCount() != 2)
        return {};
    return std::string(parameters.namedChild(0).text(source)) + '.' +
           std::string(parameters.namedChild(1).text(source));
}

/// Rank of a function put together from its parts: before every pattern.
constexpr int completed = -1;

class Collector {
public:
    Collector(const Tree &tree, const SymbolQuery &query) : m_source(tree.source()), m_query(query)
    {
        m_query.query.run(tree.root(), m_source, [this](int pattern, const std::vector<Capture> &captures) {
            Match match = matchOf(captures, m_query);
            match.pattern = pattern;
            take(match);
        });
    }

    FileCaptures captures() && { return std::move(m_found); }

private:
    void take(const Match &match)
    {
        if (!match.text.isNull())
            m_found.spans.push_back({match.text.startByte(), match.text.endByte(), match.span});
        else if (!match.call.isNull())
            takeReference(match.call, match, ReferenceKind::Call);
        else if (!match.inherits.isNull())
            takeReference(match.inherits, match, ReferenceKind::Inherits);
        else if (!match.import.isNull())
            takeImport(match);
        else if (!match.orphan.isNull())
            takeOrphan(match.orphan);
        else if (!match.declarator.isNull())
            takeDeclarator(match);
        else if (!match.name.isNull())
            takeNamed(match);
    }

    void takeReference(Node name, const Match &match, ReferenceKind kind)
    {
        if (match.macroCall && !match.arguments.text(m_source).starts_with('('))
            return;
        m_found.references.push_back(
            {name.startByte(),
             {std::string(name.text(m_source)), qualifierText(match.qualifier, m_source), name.startLine(),
              -1, kind}});
    }

    void takeImport(const Match &match)
    {
        m_found.imports.push_back({std::string(unquoted(match.import.text(m_source))),
                                   std::string(match.importName.text(m_source)),
                                   std::string(match.alias.text(m_source)), match.import.startLine()});
    }

    void takeNamed(const Match &match)
    {
        Definition definition;
        definition.scope = match.symbol.isNull();
        definition.node = definition.scope ? match.scope : match.symbol;
        definition.nameByte = match.name.startByte();
        definition.kind = match.kind;
        definition.declaration = match.declaration;
        definition.pattern = match.pattern;
        definition.owner = typeName(match.owner.text(m_source));
        const std::string_view written = match.name.text(m_source);
        // Names of types may carry arguments: `impl S for A<T>`, `struct hash<A>`.
        const std::string_view type = match.name.type();
        const bool plain = type.find("identifier") != std::string_view::npos || type == "string_fragment" ||
                           type == "computed_property_name" || type == "default" || type == "string";
        definition.name =
            plain && type != "scoped_type_identifier" ? std::string(unquoted(written)) : typeName(written);
        if (definition.name.empty())
            definition.name = std::string(written.substr(0, written.find('\n')));
        add(std::move(definition));
    }

    void takeDeclarator(const Match &match)
    {
        const DeclaredName declared = declaredName(match.declarator, m_source);
        if (declared.node.isNull() || declared.node.isMissing())
            return;
        Definition definition{.node = match.symbol,
                              .nameByte = declared.node.startByte(),
                              .name = std::string(declared.node.text(m_source)),
                              .owner = declared.owner,
                              .kind = match.kind,
                              .pattern = match.pattern};
        // Plain struct members are read with their struct.
        if (match.kind == SymbolKind::Field && !declared.function)
            return;
        if (match.kind == SymbolKind::Field || match.kind == SymbolKind::Variable) {
            definition.kind = declared.function ? SymbolKind::Function : SymbolKind::Variable;
            definition.declaration =
                declared.function || match.symbol.child(0).text(m_source) == std::string_view("extern");
        }
        // `typedef struct { … } point;` names the struct.
        const Node aliased = match.symbol.childByField("type");
        if (match.kind == SymbolKind::Type && aliased.childByField("name").isNull() &&
            !aliased.childByField("body").isNull())
            definition.kind = aliased.type() == "enum_specifier" ? SymbolKind::Enum : SymbolKind::Struct;
        if (match.kind == SymbolKind::Function) {
            if (std::string test = macroTestName(match.declarator, definition.name, m_source);
                !test.empty()) {
                definition.name = std::move(test);
                definition.kind = SymbolKind::Test;
            }
        }
        add(std::move(definition));
    }

    /// An old-style function whose declarations the grammar took for its own: the body is a block at file
    /// level, the head a prototype some declarations before it.
    void takeOrphan(Node body)
    {
        for (Node at = body.previousNamedSibling(); at.type() == "declaration" || at.type() == "comment";
             at = at.previousNamedSibling()) {
            const DeclaredName declared = declaredName(at.childByField("declarator"), m_source);
            if (declared.node.isNull() || !declared.function)
                continue;
            Definition definition{.node = at,
                                  .nameByte = declared.node.startByte(),
                                  .name = std::string(declared.node.text(m_source)),
                                  .body = body,
                                  .pattern = completed};
            add(std::move(definition));
            return;
        }
    }

    void add(Definition definition)
    {
        const auto [place, fresh] = m_byName.emplace(definition.nameByte, m_found.definitions.size());
        if (fresh) {
            m_found.definitions.push_back(std::move(definition));
            return;
        }
        // Matches arrive as they end, not in the order of their patterns.
        Definition &known = m_found.definitions[place->second];
        if (definition.pattern < known.pattern)
            known = std::move(definition);
    }

    std::string_view m_source;
    const SymbolQuery &m_query;
    FileCaptures m_found;
    std::unordered_map<std::size_t, std::size_t> m_byName; ///< first byte of a name to its definition
};

} // namespace

Result<FileCaptures> captureFile(const Tree &tree)
{
    const Result<const SymbolQuery *> query = symbolQuery(tree.language());
    if (!query)
        return tl::unexpected(query.error());
    return Collector(tree, **query).captures();
}

} // namespace vouchsafe
