#include "core/repair/screen.h"

#include "core/base/hash.h"
#include "core/repair/walk.h"

namespace vouchsafe::repair {

std::string spliced(const std::string &source, const Edit &edit)
{
    std::string text;
    text.reserve(source.size() + edit.replacement.size());
    text.append(source, 0, edit.start);
    text += edit.replacement;
    text.append(source, edit.end);
    return text;
}

std::string spelling(const Tree &tree)
{
    std::string text;
    text.reserve(tree.source().size() * 2);
    walk(tree.root(), [&](const Node &node) {
        const std::string_view type = node.type();
        const std::string_view parent = node.parent().type();
        if (type == "comment" || type == "parenthesized_expression" ||
            (parent == "parenthesized_expression" && !node.isNamed()))
            return type != "comment";
        // The count of children keeps the shape, so that dropped parentheses cannot make two programs one.
        const int children = node.childCount();
        int kept = children;
        for (int i = 0; i < children && children <= widestNode; ++i)
            kept -= node.child(i).type() == "comment" ? 1 : 0;
        text += type;
        text += static_cast<char>('0' + kept % 64);
        if (children == 0 || children > widestNode)
            text += node.text(tree.source());
        text += '\n';
        return true;
    });
    return sha256(text);
}

int parseErrors(const Tree &tree)
{
    if (!tree.hasError())
        return 0;
    int errors = 0;
    walk(tree.root(), [&](const Node &node) {
        if (node.isError() || node.isMissing())
            ++errors;
        return node.hasError();
    });
    return errors;
}

std::optional<Screened> screened(const std::string &source, const Original &original, const Edit &edit)
{
    std::string after = spliced(source, edit);
    if (after == source)
        return std::nullopt;
    const Result<Tree> tree = Tree::parse(Language::Python, after);
    if (!tree || parseErrors(*tree) > original.errors)
        return std::nullopt;
    std::string spelled = spelling(*tree);
    if (spelled == original.spelling)
        return std::nullopt;
    return Screened{std::move(after), std::move(spelled)};
}

} // namespace vouchsafe::repair
