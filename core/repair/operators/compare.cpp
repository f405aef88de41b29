// C1: comparison operators. The boundary comes first, then the side, then the rarer exchanges.

#include "core/repair/operators/site.h"

#include <array>

namespace vouchsafe::repair {
namespace {

struct Exchange {
    std::string_view from;
    std::string_view to;
    double prior;
    std::string_view name;
};

constexpr std::array exchanges{
    Exchange{"<", "<=", .9, "move the boundary of a comparison"},
    Exchange{"<=", "<", .9, "move the boundary of a comparison"},
    Exchange{">", ">=", .9, "move the boundary of a comparison"},
    Exchange{">=", ">", .9, "move the boundary of a comparison"},
    Exchange{"==", "!=", .7, "flip a comparison"},
    Exchange{"!=", "==", .7, "flip a comparison"},
    Exchange{"is", "is not", .7, "flip a comparison"},
    Exchange{"is not", "is", .7, "flip a comparison"},
    Exchange{"in", "not in", .7, "flip a comparison"},
    Exchange{"not in", "in", .7, "flip a comparison"},
    Exchange{"<", ">=", .5, "flip a comparison"},
    Exchange{"<", ">", .5, "flip a comparison"},
    Exchange{"<=", ">", .5, "flip a comparison"},
    Exchange{"<=", ">=", .5, "flip a comparison"},
    Exchange{">", "<=", .5, "flip a comparison"},
    Exchange{">", "<", .5, "flip a comparison"},
    Exchange{">=", "<", .5, "flip a comparison"},
    Exchange{">=", "<=", .5, "flip a comparison"},
    Exchange{"==", "is", .2, "exchange equality and identity"},
    Exchange{"is", "==", .2, "exchange equality and identity"},
    Exchange{"==", "<=", .2, "loosen an equality"},
    Exchange{"==", ">=", .2, "loosen an equality"},
};

} // namespace

void compareEdits(const Site &site, std::vector<Edit> &edits)
{
    if (site.node.type() != "comparison_operator")
        return;
    for (int i = 0; i < site.node.childCount(); ++i) {
        const Node token = site.node.child(i);
        if (token.isNamed())
            continue;
        // Older grammars give `is not` and `not in` as two tokens.
        std::string spelled = token.type() == "<>" ? "!=" : std::string(token.type());
        std::size_t end = token.endByte();
        const Node next = token.nextSibling();
        if (!next.isNull() && !next.isNamed() && (spelled == "is" || spelled == "not")) {
            spelled += " " + std::string(next.type());
            end = next.endByte();
            ++i;
        }
        for (const Exchange &exchange : exchanges)
            if (exchange.from == spelled)
                edits.push_back({token.startByte(), end, std::string(exchange.to), Family::Compare,
                                 exchange.name, exchange.prior, false});
    }
    const bool membership = site.node.namedChildCount() == 2 && site.node.childCount() == 3 &&
                            (site.node.child(1).type() == "in" || site.node.child(1).type() == "not in");
    if (membership)
        edits.push_back({site.node.startByte(), site.node.endByte(),
                         site.copy(site.node.child(2)) + " " + site.copy(site.node.child(1)) + " " +
                             site.copy(site.node.child(0)),
                         Family::Compare, "swap the sides of a comparison", .2, false});
}

} // namespace vouchsafe::repair
