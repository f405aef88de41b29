// C2: a test that is the wrong way round. Single comparisons are left to C1, which spells them better.

#include "core/repair/operators/shapes.h"
#include "core/repair/operators/site.h"

namespace vouchsafe::repair {
namespace {

constexpr std::string_view name = "negate a condition";

bool isReturned(const Node &node)
{
    const std::string_view type = node.type();
    return node.parent().type() == "return_statement" &&
           (type == "call" || type == "identifier" || type == "attribute" || type == "boolean_operator");
}

bool isBooleanOperand(const Node &node)
{
    return node.isNamed() && node.parent().type() == "boolean_operator";
}

} // namespace

void negateEdits(const Site &site, std::vector<Edit> &edits)
{
    const Node &node = site.node;
    if (node.type() == "not_operator") {
        const Node argument = node.childByField("argument");
        if (!argument.isNull())
            edits.push_back(
                {node.startByte(), node.endByte(), site.copy(argument), Family::Negate, name, .7, false});
        return;
    }
    const bool chained = node.type() == "comparison_operator" && node.namedChildCount() > 2;
    if (node.type() == "comparison_operator" && !chained)
        return;
    const bool literal = node.type() == "true" || node.type() == "false" || node.type() == "none";
    double prior = 0;
    if (!literal && isTest(node))
        prior = .7;
    else if (!literal && isBooleanOperand(node))
        prior = .5;
    else if (isReturned(node))
        prior = .2;
    if (prior > 0)
        edits.push_back({node.startByte(), node.endByte(), "not " + operand(node, site.tree.source()),
                         Family::Negate, name, prior, false});
}

} // namespace vouchsafe::repair
