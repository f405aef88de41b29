#include "core/repair/surroundings.h"

#include "core/repair/operators/shapes.h"
#include "core/repair/walk.h"

#include <algorithm>
#include <array>

namespace vouchsafe::repair {
namespace {

constexpr std::size_t mostOfAKind = 12;
constexpr std::size_t longestText = 80; ///< bytes of a borrowed expression

constexpr std::array<std::string_view, 14> builtins{"len",  "isinstance", "callable", "int", "str",
                                                    "list", "dict",       "tuple",    "set", "float",
                                                    "bool", "hasattr",    "any",      "all"};

void addOnce(std::vector<std::string> &to, std::string_view text)
{
    const bool usable = !text.empty() && text.size() <= longestText && text.find('\n') == text.npos;
    if (usable && to.size() < mostOfAKind && std::find(to.begin(), to.end(), text) == to.end())
        to.emplace_back(text);
}

std::string_view parameterName(const Node &parameter, std::string_view source)
{
    const std::string_view type = parameter.type();
    if (type == "identifier")
        return parameter.text(source);
    if (type == "default_parameter" || type == "typed_default_parameter")
        return parameter.childByField("name").text(source);
    if (type == "typed_parameter" && parameter.namedChild(0).type() == "identifier")
        return parameter.namedChild(0).text(source);
    return {};
}

std::vector<std::string> parametersOf(const Node &function, std::string_view source)
{
    std::vector<std::string> names;
    const Node list = function.childByField("parameters");
    for (int i = 0; i < list.namedChildCount(); ++i) {
        const std::string_view name = parameterName(list.namedChild(i), source);
        if (name != "self" && name != "cls")
            addOnce(names, name);
    }
    return names;
}

bool isSure(const Node &node, std::string_view source)
{
    return node.type() == "integer" || node.type() == "float" ||
           (node.type() == "call" && node.childByField("function").text(source) == "len");
}

/// Marks the name beside something that is surely a number: `i + 1`, `n < len(x)`, `k = 0`.
void noteNumeric(const Node &node, std::string_view source, Surroundings &around)
{
    const std::string_view type = node.type();
    Node left;
    Node right;
    if (type == "binary_operator") {
        const std::string_view token = node.childByField("operator").type();
        left = node.childByField("left");
        right = node.childByField("right");
        // No text or list can stand beside these.
        const bool numbersOnly = token == "/" || token == "//" || token == "**" || token == "-";
        for (const Node &side : {left, right})
            if (numbersOnly && side.type() == "identifier")
                around.numericNames.emplace(side.text(source));
        if ((token == "/" || token == "//" || token == "%") && right.type() == "identifier")
            around.divisors.emplace(right.text(source));
    } else if (type == "assignment" || type == "augmented_assignment") {
        left = node.childByField("left");
        right = node.childByField("right");
    } else if (type == "comparison_operator") {
        left = node.namedChild(0);
        right = node.namedChild(1);
    } else if (type == "for_statement" || type == "for_in_clause") {
        const Node over = node.childByField("right");
        if (over.type() == "call" && over.childByField("function").text(source) == "range")
            around.numericNames.emplace(node.childByField("left").text(source));
        return;
    }
    // `x % 2` may be a format, yet never with a bare number on the right of a text that is worth shifting.
    if (left.type() == "identifier" && isSure(right, source))
        around.numericNames.emplace(left.text(source));
    if (right.type() == "identifier" && isSure(left, source) && type != "assignment")
        around.numericNames.emplace(right.text(source));
}

void noteFunctionNode(const Node &node, std::string_view source, Surroundings &around)
{
    noteNumeric(node, source, around);
    const std::string_view type = node.type();
    if (type == "integer")
        addOnce(around.integers, node.text(source));
    else if (type == "string" && node.parent().type() != "expression_statement")
        addOnce(around.strings, node.text(source));
    else if (type == "return_statement" && node.namedChildCount() == 1)
        addOnce(around.returned, node.namedChild(0).text(source));
}

bool usesOnly(const Node &condition, std::string_view source, const std::vector<std::string> &parameters)
{
    bool fits = true;
    bool usesOne = false;
    walk(condition, [&](const Node &node) {
        const bool member =
            node.parent().type() == "attribute" && node.parent().childByField("attribute") == node;
        const bool keyword =
            node.parent().type() == "keyword_argument" && node.parent().childByField("name") == node;
        if (node.type() == "identifier" && !member && !keyword) {
            const std::string_view name = node.text(source);
            const bool own = std::find(parameters.begin(), parameters.end(), name) != parameters.end();
            const bool known = std::find(builtins.begin(), builtins.end(), name) != builtins.end();
            usesOne = usesOne || own;
            fits = fits && (own || known || (name[0] >= 'A' && name[0] <= 'Z'));
        }
        return fits;
    });
    return fits && usesOne;
}

void noteFileNode(const Node &node, std::string_view source, Surroundings &around)
{
    const std::string_view type = node.type();
    if (type == "integer")
        addOnce(around.integers, node.text(source));
    else if (type == "raise_statement" && node.namedChildCount() == 1)
        addOnce(around.raised, node.text(source));
    if (isTest(node) && usesOnly(node, source, around.parameters))
        addOnce(around.conditions, node.text(source));
}

std::string indentUnitOf(const Node &function, std::string_view source)
{
    const std::size_t own = static_cast<std::size_t>(function.startColumn());
    const Node body = function.childByField("body");
    const std::size_t inner = static_cast<std::size_t>(body.startColumn());
    const std::size_t lineStart = body.startByte() - inner;
    if (body.isNull() || body.startLine() == function.startLine() || inner <= own)
        return "    ";
    return std::string(source.substr(lineStart + own, inner - own));
}

} // namespace

Surroundings surroundingsOf(const Tree &tree, const Node &function, const std::vector<std::string> &expected)
{
    const std::string_view source = tree.source();
    Surroundings around;
    around.function = function;
    around.lineEnd = source.find("\r\n") != source.npos ? "\r\n" : "\n";
    for (const std::string &type : expected)
        addOnce(around.raised, "raise " + type);
    const Node scope = function.isNull() ? tree.root() : function;
    if (!function.isNull()) {
        around.parameters = parametersOf(function, source);
        around.indentUnit = indentUnitOf(function, source);
    }
    walk(scope, [&](const Node &node) {
        noteFunctionNode(node, source, around);
        return true;
    });
    walk(tree.root(), [&](const Node &node) {
        noteFileNode(node, source, around);
        return true;
    });
    return around;
}

} // namespace vouchsafe::repair
