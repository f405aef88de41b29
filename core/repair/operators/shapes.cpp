#include "core/repair/operators/shapes.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace vouchsafe::repair {
namespace {

template <std::size_t N>
bool isOneOf(std::string_view type, const std::array<std::string_view, N> &types)
{
    return std::find(types.begin(), types.end(), type) != types.end();
}

constexpr std::array<std::string_view, 8> looseTypes{
    "boolean_operator", "not_operator",     "comparison_operator", "conditional_expression",
    "lambda",           "named_expression", "binary_operator",     "await"};
constexpr std::array<std::string_view, 6> numberTypes{"integer", "identifier", "attribute",
                                                      "call",    "subscript",  "binary_operator"};

} // namespace

bool isTest(const Node &node)
{
    const Node parent = node.parent();
    if (parent.isNull() || !node.isNamed())
        return false;
    const std::string_view type = parent.type();
    if (type == "if_statement" || type == "elif_clause" || type == "while_statement")
        return parent.childByField("condition") == node;
    if (type == "if_clause")
        return parent.namedChild(0) == node;
    if (type == "assert_statement")
        return parent.namedChild(0) == node;
    return type == "conditional_expression" && parent.namedChild(1) == node;
}

bool isStatement(const Node &node)
{
    const std::string_view type = node.type();
    return type.ends_with("_statement") || type == "function_definition" || type == "class_definition" ||
           type == "decorated_definition";
}

std::string operand(const Node &node, std::string_view source)
{
    const std::string text(node.text(source));
    return isOneOf(node.type(), looseTypes) ? "(" + text + ")" : text;
}

bool mayBeNumber(const Node &node)
{
    if (node.type() == "parenthesized_expression")
        return node.namedChildCount() == 1 && mayBeNumber(node.namedChild(0));
    return node.type() == "unary_operator" || isOneOf(node.type(), numberTypes);
}

bool isStep(const Node &node)
{
    const std::string_view token = node.childByField("operator").type();
    return node.type() == "binary_operator" && (token == "+" || token == "-") &&
           node.childByField("right").type() == "integer";
}

Node enclosingFunction(const Node &node)
{
    for (Node at = node; !at.isNull(); at = at.parent())
        if (at.type() == "function_definition")
            return at;
    return {};
}

bool isPlace(const Node &node)
{
    const std::string_view type = node.type();
    return isStatement(node) || type == "elif_clause" || type == "except_clause" || type == "case_clause";
}

Node enclosingPlace(const Node &node)
{
    for (Node at = node; !at.isNull(); at = at.parent())
        if (isPlace(at))
            return at;
    return {};
}

bool plainInteger(std::string_view text, long long &value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value > -1'000'000'000'000 &&
           value < 1'000'000'000'000;
}

} // namespace vouchsafe::repair
