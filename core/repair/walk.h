#pragma once
// Preorder over a syntax tree without recursion: real files nest deeper than a stack.

#include "core/syntax/tree.h"

#include <vector>

namespace vouchsafe::repair {

/// A node with more children is a table of data: it is visited, what is below it is not.
inline constexpr int widestNode = 2000;

/// `visit(node)` returns whether to go below the node. The root is always entered, whatever its width.
template <typename Visit>
void walk(const Node &root, Visit visit)
{
    std::vector<Node> open{root};
    while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        const int children = node.childCount();
        if (!visit(node) || (children > widestNode && !(node == root)))
            continue;
        for (int i = children - 1; i >= 0; --i)
            open.push_back(node.child(i));
    }
}

} // namespace vouchsafe::repair
