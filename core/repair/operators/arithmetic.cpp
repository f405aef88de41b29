// N3: arithmetic operators, plain and augmented, the sign, and the order of operands.

#include "core/repair/operators/shapes.h"
#include "core/repair/operators/site.h"

#include <array>

namespace vouchsafe::repair {
namespace {

constexpr std::string_view name = "exchange an arithmetic operator";

struct Exchange {
    std::string_view from;
    std::string_view to;
    double prior;
};

constexpr std::array exchanges{
    Exchange{"+", "-", .5},   Exchange{"-", "+", .5},   Exchange{"*", "/", .5},  Exchange{"/", "*", .5},
    Exchange{"/", "//", .5},  Exchange{"//", "/", .5},  Exchange{"%", "//", .4}, Exchange{"//", "%", .4},
    Exchange{"*", "//", .3},  Exchange{"//", "*", .4},  Exchange{"*", "+", .3},  Exchange{"+", "*", .3},
    Exchange{"*", "**", .3},  Exchange{"**", "*", .4},  Exchange{"&", "|", .5},  Exchange{"|", "&", .5},
    Exchange{"^", "&", .4},   Exchange{"^", "|", .4},   Exchange{"&", "^", .3},  Exchange{"|", "^", .3},
    Exchange{"<<", ">>", .5}, Exchange{">>", "<<", .5},
};

void exchangeToken(const Node &token, std::string_view suffix, std::vector<Edit> &edits)
{
    for (const Exchange &exchange : exchanges)
        if (token.type() == std::string(exchange.from) + std::string(suffix))
            edits.push_back({token.startByte(), token.endByte(),
                             std::string(exchange.to) + std::string(suffix), Family::Arithmetic, name,
                             exchange.prior, false});
}

void binaryEdits(const Site &site, std::vector<Edit> &edits)
{
    const Node token = site.node.childByField("operator");
    exchangeToken(token, "", edits);
    const Node left = site.node.childByField("left");
    const Node right = site.node.childByField("right");
    const std::string_view type = token.type();
    const bool ordered = type == "-" || type == "/" || type == "//" || type == "%" || type == "**" ||
                         type == "<<" || type == ">>" || type == "+";
    if (!ordered || site.text(left) == site.text(right))
        return;
    // `+` keeps its sum, but not the order of a sequence.
    const double prior = type == "+" ? .2 : .3;
    const std::string_view source = site.tree.source();
    edits.push_back({site.node.startByte(), site.node.endByte(),
                     operand(right, source) + " " + std::string(type) + " " + operand(left, source),
                     Family::Arithmetic, "swap the operands", prior, false});
}

} // namespace

void arithmeticEdits(const Site &site, std::vector<Edit> &edits)
{
    const std::string_view type = site.node.type();
    if (type == "binary_operator")
        return binaryEdits(site, edits);
    if (type == "augmented_assignment") {
        const Node token = site.node.childByField("operator");
        exchangeToken(token, "=", edits);
        edits.push_back({token.startByte(), token.endByte(), "=", Family::Arithmetic, "assign instead of add",
                         .3, false});
        return;
    }
    if (type == "unary_operator" && site.node.child(0).type() == "-" &&
        site.node.childByField("argument").type() != "integer")
        edits.push_back({site.node.startByte(), site.node.endByte(),
                         site.copy(site.node.childByField("argument")), Family::Arithmetic, "drop the sign",
                         .3, false});
    if (type == "identifier" && site.node.parent().type() == "return_statement" &&
        site.around.numericNames.contains(site.text(site.node)))
        edits.push_back({site.node.startByte(), site.node.startByte(), "-", Family::Arithmetic,
                         "turn the sign", .15, false});
}

} // namespace vouchsafe::repair
