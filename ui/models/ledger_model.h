#pragma once
// The per-test ledger as a table that stays quick with a hundred thousand rows.

#include "ui/models/ledger_rows.h"
#include "ui/models/words.h"
#include "ui/support/background.h"

#include <QAbstractTableModel>
#include <QString>

namespace vouchsafe {

enum class TestsShown { All, Changed, Failing };
enum class LedgerColumn { Change, Test, Before, After, Duration, Message };

/// Filters and sorts by itself: a proxy model takes minutes to take scattered rows out of so many. Long lists
/// are put in order off the GUI thread; `arranged` tells when the new order stands.
class LedgerModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { MarkRole = Qt::UserRole + 1, DimmedRole }; ///< the values of RowTree

    explicit LedgerModel(QObject *parent = nullptr);

    void show(std::shared_ptr<const TestRows> rows);
    void filter(const QString &text, TestsShown shown);
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override; ///< -1: by attention

    const TestRow *rowOf(const QModelIndex &index) const;
    QModelIndex find(const std::string &id) const;
    const TestRows &all() const { return *m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void arranged();

private:
    void arrange();
    void takeOrder(std::vector<int> order);

    std::shared_ptr<const TestRows> m_rows;
    std::vector<int> m_order; ///< shown rows, as places in m_rows
    QString m_text;
    TestsShown m_shown = TestsShown::All;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    Background m_background;
};

} // namespace vouchsafe
