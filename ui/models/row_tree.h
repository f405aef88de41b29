#pragma once
// A tree of rows that takes on new values in place, so that selection and scroll position survive.

#include "ui/models/words.h"

#include <QAbstractItemModel>
#include <QStringList>
#include <QVariant>

#include <memory>
#include <vector>

namespace vouchsafe {

/// One row. `cells`, `tip` and `spoken` are text for people, made safe already.
struct TreeRow {
    QString key;       ///< tells it from the rows beside it, and stays while they change
    QStringList cells; ///< by column
    Mark mark = Mark::None;
    bool strong = false; ///< stands out: the iteration that is looked at
    bool dimmed = false;
    QString tip;
    QString spoken; ///< description for assistive technology
    QVariant value; ///< what the row stands for
    std::vector<TreeRow> children;

    bool operator==(const TreeRow &) const = default;
};

struct TreeColumn {
    QString title;
    bool number = false; ///< aligned to the end
    bool marked = false; ///< takes the row's mark before its words

    bool operator==(const TreeColumn &) const = default;
};

/// Rows are matched by their keys: those that stay are told of by dataChanged, others come and go by
/// insertion and removal. Never reset.
class RowTree : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Role { ValueRole = Qt::UserRole, MarkRole, DimmedRole, KeyRole };

    explicit RowTree(std::vector<TreeColumn> columns, QObject *parent = nullptr);
    ~RowTree() override;

    void setRows(std::vector<TreeRow> rows);
    QModelIndex find(const QString &key, const QModelIndex &parent = {}) const; ///< among the children
    void setCell(const QModelIndex &index, const QString &words);               ///< until the next rows

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Node;
    Node *nodeOf(const QModelIndex &index) const;
    QModelIndex indexOf(const Node *node, int column) const;
    void take(Node *parent, std::vector<TreeRow> rows);
    void update(Node *node, TreeRow row);
    void remove(Node *parent, std::size_t from, std::size_t end);
    void insert(Node *parent, std::size_t from, std::vector<std::unique_ptr<Node>> fresh);

    std::vector<TreeColumn> m_columns;
    std::unique_ptr<Node> m_root;
};

} // namespace vouchsafe
