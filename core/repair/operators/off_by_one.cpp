// N1: one too many or one too few, in indices, slices, loop bounds, comparisons, arguments and results.

#include "core/repair/operators/shapes.h"
#include "core/repair/operators/site.h"

namespace vouchsafe::repair {
namespace {

constexpr std::string_view name = "shift by one";

bool isNumeric(const Site &site)
{
    const std::string_view type = site.node.type();
    if (type == "integer" || type == "binary_operator" || type == "unary_operator")
        return true;
    if (type == "identifier")
        return site.around.numericNames.contains(site.text(site.node));
    return type == "call" && site.text(site.node.childByField("function")) == "len";
}

/// How likely a value in this position is off by one; 0: not a position for it.
double positionPrior(const Site &site)
{
    const Node parent = site.node.parent();
    const std::string_view type = parent.type();
    const double numeric = isNumeric(site) ? .5 : .25;
    if (type == "slice")
        return .8;
    if (type == "subscript") {
        if (parent.childByField("value") == site.node)
            return 0;
        return isNumeric(site) ? .8 : .25;
    }
    if (type == "argument_list") {
        const Node callee = parent.parent().childByField("function");
        return site.text(callee) == "range" ? .8 : numeric;
    }
    if (type == "comparison_operator")
        return numeric;
    if (type == "return_statement" || type == "assignment" || type == "augmented_assignment") {
        if (parent.childByField("left") == site.node || parent.childByField("type") == site.node)
            return 0;
        return numeric;
    }
    return 0;
}

void dropOrTurnStep(const Site &site, std::vector<Edit> &edits)
{
    const Node token = site.node.childByField("operator");
    const Node right = site.node.childByField("right");
    if (site.text(right) != "1" || (token.type() != "+" && token.type() != "-"))
        return;
    edits.push_back({site.node.startByte(), site.node.endByte(), site.copy(site.node.childByField("left")),
                     Family::OffByOne, name, .8, false});
    edits.push_back({token.startByte(), token.endByte(), token.type() == "+" ? "-" : "+", Family::OffByOne,
                     name, .6, false});
}

} // namespace

void offByOneEdits(const Site &site, std::vector<Edit> &edits)
{
    const Node &node = site.node;
    if (node.type() == "binary_operator")
        dropOrTurnStep(site, edits);
    if (!node.isNamed() || !mayBeNumber(node))
        return;
    const double prior = positionPrior(site);
    // Another number in `n - 1` is a constant's edit; a second step would only spell it differently.
    if (prior == 0 || isStep(node))
        return;
    long long value = 0;
    if (plainInteger(site.text(node), value)) {
        for (const long long other : {value + 1, value - 1})
            edits.push_back({node.startByte(), node.endByte(), std::to_string(other), Family::OffByOne, name,
                             prior, false});
        return;
    }
    const bool loose = node.type() == "binary_operator" && node.childByField("operator").type() != "+" &&
                       node.childByField("operator").type() != "-" &&
                       node.childByField("operator").type() != "*";
    const std::string text = loose ? "(" + site.copy(node) + ")" : site.copy(node);
    edits.push_back({node.startByte(), node.endByte(), text + " + 1", Family::OffByOne, name, prior, false});
    edits.push_back({node.startByte(), node.endByte(), text + " - 1", Family::OffByOne, name, prior, false});
}

} // namespace vouchsafe::repair
