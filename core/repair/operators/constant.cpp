// N2: another literal: near numbers, the other truth value, literals used close by.

#include "core/repair/operators/shapes.h"
#include "core/repair/operators/site.h"

#include <algorithm>

namespace vouchsafe::repair {
namespace {

constexpr std::string_view name = "change a constant";
constexpr std::size_t donors = 8; ///< literals borrowed from the surroundings, per place

/// The bytes to replace: the literal with its sign, so that -1 is one constant.
Node signedLiteral(const Node &node)
{
    const Node parent = node.parent();
    return parent.type() == "unary_operator" && parent.child(0).type() == "-" ? parent : node;
}

void integerEdits(const Site &site, std::vector<Edit> &edits)
{
    const Node whole = signedLiteral(site.node);
    long long value = 0;
    if (!plainInteger(site.text(whole), value))
        return;
    std::vector<std::string> offered{std::string(site.text(whole))};
    // In `n - 1` the other sign is another operator and 0 is no step at all: both have an operator of their
    // own.
    const bool step = isStep(whole.parent()) && whole.parent().childByField("right") == whole;
    const auto offer = [&](const std::string &text, double prior) {
        if (step && (text == "0" || text.starts_with('-')))
            return;
        if (std::find(offered.begin(), offered.end(), text) != offered.end())
            return;
        offered.push_back(text);
        edits.push_back({whole.startByte(), whole.endByte(), text, Family::Constant, name, prior, false});
    };
    offer(std::to_string(value + 1), .55);
    offer(std::to_string(value - 1), .55);
    offer("0", .4);
    offer("1", .4);
    offer("-1", .3);
    offer(std::to_string(value * 2), .3);
    offer(std::to_string(-value), .3);
    const std::size_t count = std::min(donors, site.around.integers.size());
    for (std::size_t i = 0; i < count; ++i)
        offer(site.around.integers[i], .2);
}

void stringEdits(const Site &site, std::vector<Edit> &edits)
{
    const std::string_view parent = site.node.parent().type();
    if (parent == "expression_statement" || parent == "concatenated_string" || parent == "type")
        return; // a docstring or a part of one literal
    const std::string_view own = site.text(site.node);
    if (own.size() < 2 || own.starts_with("\"\"\"") || own.starts_with("'''"))
        return;
    std::size_t given = 0;
    for (const std::string &other : site.around.strings) {
        if (other == own)
            continue;
        if (++given > donors)
            break;
        edits.push_back(
            {site.node.startByte(), site.node.endByte(), other, Family::Constant, name, .2, false});
    }
    const std::string empty{own.back(), own.back()};
    if (own != empty)
        edits.push_back(
            {site.node.startByte(), site.node.endByte(), empty, Family::Constant, name, .15, false});
}

} // namespace

void constantEdits(const Site &site, std::vector<Edit> &edits)
{
    const std::string_view type = site.node.type();
    if (type == "integer")
        return integerEdits(site, edits);
    if (type == "string")
        return stringEdits(site, edits);
    // `while True` and `if False` are left alone: a constant condition is no repair.
    if ((type == "true" || type == "false") && !isTest(site.node))
        edits.push_back({site.node.startByte(), site.node.endByte(), type == "true" ? "False" : "True",
                         Family::Constant, name, .6, false});
}

} // namespace vouchsafe::repair
