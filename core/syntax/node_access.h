#pragma once
// The bridge between Node and the library's type. Private to core/syntax.

#include "core/syntax/tree.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <iterator>

namespace vouchsafe {

struct NodeAccess {
    static TSNode raw(const Node &node)
    {
        TSNode raw{};
        std::copy(std::begin(node.m_context), std::end(node.m_context), std::begin(raw.context));
        raw.id = node.m_id;
        raw.tree = static_cast<const TSTree *>(node.m_tree);
        return raw;
    }

    static Node node(const TSNode &raw)
    {
        Node node;
        std::copy(std::begin(raw.context), std::end(raw.context), std::begin(node.m_context));
        node.m_id = raw.id;
        node.m_tree = raw.tree;
        return node;
    }
};

} // namespace vouchsafe
