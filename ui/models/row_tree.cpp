#include "ui/models/row_tree.h"

#include "ui/models/figures.h"

#include <QFont>
#include <QSet>

#include <cstddef>
#include <iterator>

namespace vouchsafe {

struct RowTree::Node {
    TreeRow row; ///< without its children
    Node *parent = nullptr;
    int place = 0;
    std::vector<std::unique_ptr<Node>> children;

    static std::unique_ptr<Node> of(TreeRow row, Node *parent)
    {
        auto node = std::make_unique<Node>();
        node->parent = parent;
        for (TreeRow &child : row.children)
            node->children.push_back(of(std::move(child), node.get()));
        row.children.clear();
        node->row = std::move(row);
        node->number();
        return node;
    }
    void number()
    {
        for (std::size_t i = 0; i < children.size(); ++i)
            children[i]->place = static_cast<int>(i);
    }
};

RowTree::RowTree(std::vector<TreeColumn> columns, QObject *parent)
    : QAbstractItemModel(parent), m_columns(std::move(columns)), m_root(std::make_unique<Node>())
{
}

RowTree::~RowTree() = default;

void RowTree::setRows(std::vector<TreeRow> rows)
{
    take(m_root.get(), std::move(rows));
}

// Rows that are gone go, rows that are new come, in runs; where rows changed places, all after the first such
// one are taken for new.
void RowTree::take(Node *parent, std::vector<TreeRow> rows)
{
    auto &nodes = parent->children;
    QSet<QString> wanted;
    for (const TreeRow &row : rows)
        wanted.insert(row.key);
    for (std::size_t end = nodes.size(); end > 0;) {
        std::size_t from = end;
        while (from > 0 && !wanted.contains(nodes[from - 1]->row.key))
            --from;
        remove(parent, from, end);
        end = from > 0 ? from - 1 : 0;
    }

    QSet<QString> known;
    for (const auto &node : nodes)
        known.insert(node->row.key);
    std::size_t place = 0; // of the next old row
    for (const TreeRow &row : rows) {
        if (!known.contains(row.key))
            continue;
        if (place == nodes.size())
            break; // a key twice
        if (nodes[place]->row.key != row.key) {
            remove(parent, place, nodes.size());
            break;
        }
        ++place;
    }

    for (std::size_t i = 0; i < rows.size();) {
        if (i < nodes.size() && nodes[i]->row.key == rows[i].key) {
            update(nodes[i].get(), std::move(rows[i]));
            ++i;
            continue;
        }
        std::vector<std::unique_ptr<Node>> fresh;
        const std::size_t from = i;
        const QString next = i < nodes.size() ? nodes[i]->row.key : QString();
        for (; i < rows.size() && (from == nodes.size() || rows[i].key != next); ++i)
            fresh.push_back(Node::of(std::move(rows[i]), parent));
        insert(parent, from, std::move(fresh));
    }
}

void RowTree::remove(Node *parent, std::size_t from, std::size_t end)
{
    if (from == end)
        return;
    auto &nodes = parent->children;
    beginRemoveRows(indexOf(parent, 0), static_cast<int>(from), static_cast<int>(end) - 1);
    nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(from),
                nodes.begin() + static_cast<std::ptrdiff_t>(end));
    parent->number();
    endRemoveRows();
}

void RowTree::insert(Node *parent, std::size_t from, std::vector<std::unique_ptr<Node>> fresh)
{
    auto &nodes = parent->children;
    beginInsertRows(indexOf(parent, 0), static_cast<int>(from), static_cast<int>(from + fresh.size()) - 1);
    nodes.insert(nodes.begin() + static_cast<std::ptrdiff_t>(from), std::make_move_iterator(fresh.begin()),
                 std::make_move_iterator(fresh.end()));
    parent->number();
    endInsertRows();
}

void RowTree::update(Node *node, TreeRow row)
{
    std::vector<TreeRow> children = std::move(row.children);
    row.children.clear();
    if (row != node->row) {
        node->row = std::move(row);
        Q_EMIT dataChanged(indexOf(node, 0), indexOf(node, columnCount() - 1));
    }
    take(node, std::move(children));
}

QModelIndex RowTree::find(const QString &key, const QModelIndex &parent) const
{
    for (const auto &child : nodeOf(parent)->children)
        if (child->row.key == key)
            return indexOf(child.get(), 0);
    return {};
}

void RowTree::setCell(const QModelIndex &index, const QString &words)
{
    if (!index.isValid() || nodeOf(index)->row.cells[index.column()] == words)
        return;
    nodeOf(index)->row.cells[index.column()] = words;
    Q_EMIT dataChanged(index, index, {Qt::DisplayRole, Qt::AccessibleTextRole});
}

RowTree::Node *RowTree::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_root.get();
}

QModelIndex RowTree::indexOf(const Node *node, int column) const
{
    return node == m_root.get() ? QModelIndex() : createIndex(node->place, column, node);
}

QModelIndex RowTree::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, nodeOf(parent)->children[static_cast<std::size_t>(row)].get());
}

QModelIndex RowTree::parent(const QModelIndex &child) const
{
    return child.isValid() ? indexOf(nodeOf(child)->parent, 0) : QModelIndex();
}

int RowTree::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

int RowTree::columnCount(const QModelIndex &) const
{
    return static_cast<int>(m_columns.size());
}

QVariant RowTree::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TreeRow &row = nodeOf(index)->row;
    const TreeColumn &column = m_columns[static_cast<std::size_t>(index.column())];
    const QString words = row.cells.value(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return column.marked ? marked(row.mark, words) : words;
    case Qt::AccessibleTextRole:
        return words;
    case Qt::AccessibleDescriptionRole:
        return row.spoken;
    case Qt::ToolTipRole:
        return plainTip(row.tip.isEmpty() ? words : row.tip); // a narrow column cuts its words
    case Qt::TextAlignmentRole:
        return QVariant::fromValue<int>((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole:
        if (row.strong) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case ValueRole:
        return row.value;
    case MarkRole:
        return column.marked ? static_cast<int>(row.mark) : static_cast<int>(Mark::None);
    case DimmedRole:
        return row.dimmed;
    case KeyRole:
        return row.key;
    default:
        return {};
    }
}

QVariant RowTree::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const TreeColumn &column = m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return column.title;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue<int>((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace vouchsafe
