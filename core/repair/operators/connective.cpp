// C3: `and` for `or`, or one side of them alone.

#include "core/repair/operators/site.h"

namespace vouchsafe::repair {

void connectiveEdits(const Site &site, std::vector<Edit> &edits)
{
    const Node &node = site.node;
    if (node.type() != "boolean_operator")
        return;
    const Node left = node.childByField("left");
    const Node right = node.childByField("right");
    const Node token = node.childByField("operator");
    if (left.isNull() || right.isNull() || token.isNull())
        return;
    edits.push_back({token.startByte(), token.endByte(), token.type() == "and" ? "or" : "and",
                     Family::Connective, "exchange and with or", .8, false});
    // Only the connective changes above; where it binds differently from before, grouping is a variant of its
    // own.
    const Node parent = node.parent();
    if (parent.type() == "boolean_operator" && token.type() == "and")
        edits.push_back({node.startByte(), node.endByte(),
                         "(" + site.copy(left) + " or " + site.copy(right) + ")", Family::Connective,
                         "exchange and with or", .6, false});
    if (left.type() == "boolean_operator" && token.type() == "or")
        edits.push_back({node.startByte(), node.endByte(),
                         "(" + site.copy(left) + ") and " + site.copy(right), Family::Connective,
                         "exchange and with or", .6, false});
    edits.push_back({node.startByte(), node.endByte(), site.copy(left), Family::Connective,
                     "drop one side of a condition", .4, false});
    edits.push_back({node.startByte(), node.endByte(), site.copy(right), Family::Connective,
                     "drop one side of a condition", .4, false});
}

} // namespace vouchsafe::repair
