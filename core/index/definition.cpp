#include "core/index/definition.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace vouchsafe {

namespace {

constexpr std::size_t longestSignature = 160;

template <std::size_t N>
bool isOneOf(std::string_view type, const std::array<std::string_view, N> &types)
{
    return std::find(types.begin(), types.end(), type) != types.end();
}

bool isWordByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '#' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// A name that a definition can end in, as opposed to a declarator round it.
bool isPlainName(std::string_view type)
{
    static constexpr std::array<std::string_view, 7> types{
        "identifier",      "field_identifier", "type_identifier",  "operator_name",
        "destructor_name", "operator_cast",    "template_function"};
    return isOneOf(type, types);
}

/// A comment between the head and the body belongs to neither.
std::size_t commentBefore(Node node, std::size_t end)
{
    for (int index = 0; index < node.childCount(); ++index) {
        const Node child = node.child(index);
        if (child.startByte() >= end)
            break;
        if (child.type() == "comment" || child.type() == "line_comment")
            return child.startByte();
    }
    return end;
}

/// Where the body begins; the end of the node where it has none.
std::size_t bodyStart(Node node)
{
    for (Node at = node; !at.isNull();) {
        if (const Node body = at.childByField("body"); !body.isNull())
            return commentBefore(at, body.startByte());
        Node next = at.childByField("value");
        if (next.isNull())
            next = at.childByField("right");
        if (next.isNull() && at.type() == "type_spec")
            next = at.childByField("type");
        at = next;
    }
    return node.endByte();
}

} // namespace

std::string typeName(std::string_view written)
{
    written = written.substr(0, written.find_first_of("[<("));
    while (!written.empty() && !isWordByte(written.back()))
        written.remove_suffix(1);
    std::size_t from = written.size();
    while (from > 0 && isWordByte(written[from - 1]))
        --from;
    std::string name(written.substr(from));
    if (name == "exports")
        return {};
    if (name == "prototype" && from > 0)
        return typeName(written.substr(0, from - 1));
    return name;
}

DeclaredName declaredName(Node declarator, std::string_view source)
{
    DeclaredName found;
    Node at = declarator;
    while (!at.isNull()) {
        const std::string_view type = at.type();
        if (isPlainName(type)) {
            found.node = type == "template_function" ? at.childByField("name") : at;
            return found;
        }
        if (type == "qualified_identifier") {
            if (const std::string scope = typeName(at.childByField("scope").text(source)); !scope.empty())
                found.owner += found.owner.empty() ? scope : "." + scope;
            at = at.childByField("name");
            continue;
        }
        found.function =
            type == "function_declarator" ||
            (found.function && type == "parenthesized_declarator" && at.namedChild(0).type() == "identifier");
        Node next = at.childByField("declarator");
        // These have no field of that name in the grammar.
        if (next.isNull() && (type == "parenthesized_declarator" || type == "reference_declarator" ||
                              type == "attributed_declarator"))
            next = at.namedChild(0);
        at = next;
    }
    return found;
}

Node widened(Node node)
{
    static constexpr std::array<std::string_view, 3> always{"decorated_definition", "export_statement",
                                                            "template_declaration"};
    static constexpr std::array<std::string_view, 9> alone{
        "lexical_declaration", "variable_declaration", "type_declaration",
        "const_declaration",   "var_declaration",      "expression_statement",
        "ambient_declaration", "type_definition",      "var_spec_list"};
    for (Node parent = node.parent(); !parent.isNull(); parent = node.parent()) {
        const bool belongs = isOneOf(parent.type(), always) ||
                             (isOneOf(parent.type(), alone) && parent.namedChildCount() == 1);
        if (!belongs)
            break;
        node = parent;
    }
    return node;
}

Node firstDecorator(Node node)
{
    Node first = node;
    for (Node before = node.previousNamedSibling(); !before.isNull();
         before = before.previousNamedSibling()) {
        if (before.type() != "decorator" && before.type() != "attribute_item")
            break;
        first = before;
    }
    return first;
}

std::string signatureOf(Node definition, std::string_view source)
{
    // `const k = …` rather than `k = …`.
    const bool inDeclaration = definition.type() == "variable_declarator" || definition.type() == "type_spec";
    const std::size_t start = (inDeclaration ? definition.parent() : definition).startByte();
    const std::size_t end = bodyStart(definition);
    std::string_view text = source.substr(start, end - start);
    if (end == definition.endByte())
        text = text.substr(0, text.find('\n'));
    std::string signature;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (blank && (signature.empty() || signature.back() == ' '))
            continue;
        signature += blank ? ' ' : c;
        // Enough to cut below; a body of one line may be megabytes long.
        if (signature.size() > 2 * longestSignature)
            break;
    }
    while (!signature.empty() && (signature.back() == ' ' || signature.back() == '{'))
        signature.pop_back();
    if (signature.size() <= longestSignature)
        return signature;
    std::size_t cut = longestSignature;
    while (cut > 0 && (static_cast<unsigned char>(signature[cut]) & 0xC0) == 0x80)
        --cut;
    return signature.substr(0, cut) + "…";
}

} // namespace vouchsafe
