// A1: two arguments in the wrong order; the parts of a tuple index; the arms of a conditional expression.

#include "core/repair/operators/site.h"

namespace vouchsafe::repair {
namespace {

constexpr std::size_t mostArguments = 5; ///< beyond it only neighbours are exchanged

/// Exchanges two nodes and keeps what stands between them.
Edit exchanged(const Site &site, const Node &first, const Node &second, std::string_view name, double prior)
{
    const std::string_view source = site.tree.source();
    const std::string_view between = source.substr(first.endByte(), second.startByte() - first.endByte());
    return {first.startByte(),
            second.endByte(),
            site.copy(second) + std::string(between) + site.copy(first),
            Family::Swap,
            name,
            prior,
            false};
}

void exchangeAll(const Site &site, const std::vector<Node> &parts, std::string_view name, double near,
                 double far, std::vector<Edit> &edits)
{
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (std::size_t j = i + 1; j < parts.size(); ++j) {
            if (j > i + 1 && parts.size() > mostArguments)
                break;
            if (site.text(parts[i]) != site.text(parts[j]))
                edits.push_back(exchanged(site, parts[i], parts[j], name, j == i + 1 ? near : far));
        }
}

bool isPositional(const Node &argument)
{
    const std::string_view type = argument.type();
    return type != "keyword_argument" && type != "list_splat" && type != "dictionary_splat" &&
           type != "comment";
}

std::vector<Node> positional(const Node &list)
{
    std::vector<Node> parts;
    for (int i = 0; i < list.namedChildCount(); ++i)
        if (isPositional(list.namedChild(i)))
            parts.push_back(list.namedChild(i));
    return parts;
}

} // namespace

void swapEdits(const Site &site, std::vector<Edit> &edits)
{
    const Node &node = site.node;
    if (node.type() == "argument_list" && node.parent().type() == "call")
        return exchangeAll(site, positional(node), "swap two arguments", .7, .3, edits);
    if (node.type() == "subscript") {
        std::vector<Node> parts = positional(node);
        if (!parts.empty())
            parts.erase(parts.begin()); // the value that is indexed
        return exchangeAll(site, parts, "swap two indices", .3, .3, edits);
    }
    if (node.type() == "conditional_expression" && node.namedChildCount() == 3 &&
        site.text(node.namedChild(0)) != site.text(node.namedChild(2)))
        edits.push_back(
            exchanged(site, node.namedChild(0), node.namedChild(2), "swap the arms of a condition", .5));
}

} // namespace vouchsafe::repair
