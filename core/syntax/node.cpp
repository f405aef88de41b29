#include "core/syntax/node_access.h"
#include "core/syntax/tree.h"

namespace vouchsafe {

namespace {

TSNode rawOf(const Node &node)
{
    return NodeAccess::raw(node);
}

} // namespace

bool Node::isNull() const
{
    return m_id == nullptr;
}

std::string_view Node::type() const
{
    return isNull() ? std::string_view() : std::string_view(ts_node_type(rawOf(*this)));
}

bool Node::isNamed() const
{
    return !isNull() && ts_node_is_named(rawOf(*this));
}

bool Node::isError() const
{
    // The library gives its ERROR nodes the largest symbol.
    return !isNull() && ts_node_symbol(rawOf(*this)) == static_cast<TSSymbol>(-1);
}

bool Node::isMissing() const
{
    return !isNull() && ts_node_is_missing(rawOf(*this));
}

bool Node::hasError() const
{
    return !isNull() && ts_node_has_error(rawOf(*this));
}

std::size_t Node::startByte() const
{
    return isNull() ? 0 : ts_node_start_byte(rawOf(*this));
}

std::size_t Node::endByte() const
{
    return isNull() ? 0 : ts_node_end_byte(rawOf(*this));
}

int Node::startLine() const
{
    return isNull() ? 0 : static_cast<int>(ts_node_start_point(rawOf(*this)).row) + 1;
}

int Node::endLine() const
{
    if (isNull())
        return 0;
    const TSPoint end = ts_node_end_point(rawOf(*this));
    // A node that ends with a line feed ends at column 0 of the line after its last byte.
    const bool pastLineFeed = end.column == 0 && endByte() > startByte();
    return static_cast<int>(end.row) + (pastLineFeed ? 0 : 1);
}

int Node::startColumn() const
{
    return isNull() ? 0 : static_cast<int>(ts_node_start_point(rawOf(*this)).column);
}

Node Node::parent() const
{
    return isNull() ? Node() : NodeAccess::node(ts_node_parent(rawOf(*this)));
}

int Node::childCount() const
{
    return isNull() ? 0 : static_cast<int>(ts_node_child_count(rawOf(*this)));
}

Node Node::child(int index) const
{
    if (isNull() || index < 0)
        return {};
    return NodeAccess::node(ts_node_child(rawOf(*this), static_cast<std::uint32_t>(index)));
}

int Node::namedChildCount() const
{
    return isNull() ? 0 : static_cast<int>(ts_node_named_child_count(rawOf(*this)));
}

Node Node::namedChild(int index) const
{
    if (isNull() || index < 0)
        return {};
    return NodeAccess::node(ts_node_named_child(rawOf(*this), static_cast<std::uint32_t>(index)));
}

Node Node::childByField(std::string_view field) const
{
    if (isNull())
        return {};
    return NodeAccess::node(
        ts_node_child_by_field_name(rawOf(*this), field.data(), static_cast<std::uint32_t>(field.size())));
}

std::string_view Node::fieldOfChild(int index) const
{
    if (isNull() || index < 0)
        return {};
    // A cursor sees the fields of hidden nodes too; ts_node_field_name_for_child of this version does not.
    TSTreeCursor cursor = ts_tree_cursor_new(rawOf(*this));
    bool found = ts_tree_cursor_goto_first_child(&cursor);
    for (int step = 0; found && step < index; ++step)
        found = ts_tree_cursor_goto_next_sibling(&cursor);
    const char *name = found ? ts_tree_cursor_current_field_name(&cursor) : nullptr;
    ts_tree_cursor_delete(&cursor);
    return name != nullptr ? std::string_view(name) : std::string_view();
}

Node Node::nextSibling() const
{
    return isNull() ? Node() : NodeAccess::node(ts_node_next_sibling(rawOf(*this)));
}

Node Node::previousSibling() const
{
    return isNull() ? Node() : NodeAccess::node(ts_node_prev_sibling(rawOf(*this)));
}

Node Node::nextNamedSibling() const
{
    return isNull() ? Node() : NodeAccess::node(ts_node_next_named_sibling(rawOf(*this)));
}

Node Node::previousNamedSibling() const
{
    return isNull() ? Node() : NodeAccess::node(ts_node_prev_named_sibling(rawOf(*this)));
}

Node Node::smallestAt(std::size_t startByte, std::size_t endByte) const
{
    if (isNull() || endByte < startByte)
        return {};
    return NodeAccess::node(ts_node_named_descendant_for_byte_range(
        rawOf(*this), static_cast<std::uint32_t>(startByte), static_cast<std::uint32_t>(endByte)));
}

std::string_view Node::text(std::string_view source) const
{
    if (isNull() || startByte() > source.size())
        return {};
    return source.substr(startByte(), endByte() - startByte());
}

bool Node::operator==(const Node &other) const
{
    if (isNull() || other.isNull())
        return isNull() && other.isNull();
    return ts_node_eq(rawOf(*this), rawOf(other));
}

} // namespace vouchsafe
