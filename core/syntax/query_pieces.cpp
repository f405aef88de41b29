#include "core/syntax/query_pieces.h"

#include <cstdint>

namespace vouchsafe {

namespace {

/// What a whole tree may cost: one ERROR node of 4,096 children, about 20 ms.
constexpr std::uint64_t stepsAllowed = std::uint64_t{1} << 23;

class Cursor {
public:
    explicit Cursor(TSNode root) : m_cursor(ts_tree_cursor_new(root)) {}
    Cursor(const Cursor &) = delete;
    Cursor &operator=(const Cursor &) = delete;
    ~Cursor() { ts_tree_cursor_delete(&m_cursor); }

    TSNode node() const { return ts_tree_cursor_current_node(&m_cursor); }
    bool down()
    {
        if (!ts_tree_cursor_goto_first_child(&m_cursor))
            return false;
        ++m_depth;
        return true;
    }
    /// The next node in the tree's order that is not below this one; false at the end.
    bool past()
    {
        while (m_depth > 0) {
            if (ts_tree_cursor_goto_next_sibling(&m_cursor))
                return true;
            ts_tree_cursor_goto_parent(&m_cursor);
            --m_depth;
        }
        return false;
    }

private:
    TSTreeCursor m_cursor;
    int m_depth = 0;
};

bool isError(TSNode node)
{
    return ts_node_symbol(node) == static_cast<TSSymbol>(-1);
}

bool isCostly(TSNode root)
{
    std::uint64_t steps = 0;
    Cursor cursor(root);
    for (bool more = true; more;) {
        const TSNode node = cursor.node();
        const std::uint64_t children = isError(node) ? ts_node_child_count(node) : 0;
        steps += children * children / 2;
        if (steps > stepsAllowed)
            return true;
        more = (ts_node_has_error(node) && cursor.down()) || cursor.past();
    }
    return false;
}

} // namespace

void forEachQueryPiece(TSNode root, const std::function<bool(TSNode)> &piece)
{
    if (!ts_node_has_error(root) || !isCostly(root)) {
        piece(root);
        return;
    }
    Cursor cursor(root);
    for (bool more = true; more;) {
        if (ts_node_has_error(cursor.node()) && cursor.down())
            continue;
        if (!piece(cursor.node()))
            return;
        more = cursor.past();
    }
}

} // namespace vouchsafe
