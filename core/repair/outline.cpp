#include "core/repair/outline.h"

#include "core/repair/operators/shapes.h"
#include "core/repair/walk.h"

#include <algorithm>

namespace vouchsafe::repair {
namespace {

std::string qualifiedName(const Node &function, std::string_view source)
{
    std::string name(function.childByField("name").text(source));
    for (Node at = function.parent(); !at.isNull(); at = at.parent())
        if (at.type() == "function_definition" || at.type() == "class_definition")
            name = std::string(at.childByField("name").text(source)) + "." + name;
    return name;
}

} // namespace

const FunctionSpan *Outline::functionAt(int line) const
{
    const FunctionSpan *innermost = nullptr;
    for (const FunctionSpan &function : functions) {
        if (function.start > line)
            break;
        if (line <= function.end)
            innermost = &function;
    }
    return innermost;
}

int Outline::placeAt(int line) const
{
    int start = 0;
    for (const PlaceSpan &place : places) {
        if (place.start > line)
            break;
        if (line <= place.end)
            start = place.start;
    }
    return start;
}

Outline outlineOf(const std::string &path, const Tree &tree)
{
    Outline outline{path, {}, {}};
    walk(tree.root(), [&](const Node &node) {
        if (isPlace(node))
            outline.places.push_back({node.startLine(), node.endLine(), -1});
        if (node.type() != "function_definition")
            return true;
        const bool decorated = node.parent().type() == "decorated_definition";
        outline.functions.push_back(
            {qualifiedName(node, tree.source()), decorated ? node.parent().startLine() : node.startLine(),
             node.startLine(), node.childByField("body").startLine(), node.endLine()});
        return true;
    });
    std::stable_sort(outline.places.begin(), outline.places.end(),
                     [](const PlaceSpan &a, const PlaceSpan &b) { return a.start < b.start; });
    for (PlaceSpan &place : outline.places)
        if (const FunctionSpan *function = outline.functionAt(place.start))
            place.function = static_cast<int>(function - outline.functions.data());
    return outline;
}

} // namespace vouchsafe::repair
