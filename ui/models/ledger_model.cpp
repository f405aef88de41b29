#include "ui/models/ledger_model.h"

#include "ui/models/figures.h"
#include "ui/models/ledger_order.h"
#include "ui/models/row_tree.h"
#include "ui/support/safe_text.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t mostAtOnce = 2000; // rows that are put in order without a thread
constexpr int columns = 6;
constexpr int longestTip = 2000; // characters

static_assert(static_cast<int>(LedgerModel::MarkRole) == static_cast<int>(RowTree::MarkRole));
static_assert(static_cast<int>(LedgerModel::DimmedRole) == static_cast<int>(RowTree::DimmedRole));

bool isOfBaseline(const TestRow &row)
{
    return !row.after && row.change == TestChange::Other;
}

Mark markOf(const TestRow &row)
{
    return isOfBaseline(row) ? statusMark(row.before.value_or(TestStatus::Passed)) : changeMark(row.change);
}

QString changeText(const TestRow &row)
{
    return isOfBaseline(row) ? LedgerModel::tr("baseline") : changeWord(row.change);
}

QString statusText(const std::optional<TestStatus> &status)
{
    return status ? statusWord(*status) : LedgerModel::tr("–", "no result");
}

QString cell(const TestRow &row, LedgerColumn column)
{
    switch (column) {
    case LedgerColumn::Change:
        return changeText(row);
    case LedgerColumn::Test:
        return safeLine(row.id, 600);
    case LedgerColumn::Before:
        return statusText(row.before);
    case LedgerColumn::After:
        return statusText(row.after);
    case LedgerColumn::Duration:
        return row.duration ? durationText(*row.duration) : QString();
    case LedgerColumn::Message:
        return safeLine(std::string_view(row.message).substr(0, row.message.find('\n')), 200);
    }
    return {};
}

} // namespace

LedgerModel::LedgerModel(QObject *parent)
    : QAbstractTableModel(parent), m_rows(std::make_shared<const TestRows>())
{
}

void LedgerModel::show(std::shared_ptr<const TestRows> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_order.clear();
    endResetModel();
    arrange();
}

void LedgerModel::filter(const QString &text, TestsShown shown)
{
    if (text == m_text && shown == m_shown)
        return;
    m_text = text;
    m_shown = shown;
    arrange();
}

void LedgerModel::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
}

void LedgerModel::arrange()
{
    const LedgerOrder order{m_text, m_shown, m_sortColumn, m_sortOrder};
    if (m_rows->size() <= mostAtOnce) {
        m_background.cancel();
        takeOrder(orderedTests(*m_rows, order, {}));
        return;
    }
    m_background.start(
        [rows = m_rows, order](const std::stop_token &stop) { return orderedTests(*rows, order, stop); },
        [this](std::vector<int> places) { takeOrder(std::move(places)); });
}

void LedgerModel::takeOrder(std::vector<int> order)
{
    if (order == m_order) {
        Q_EMIT arranged();
        return;
    }
    beginResetModel();
    m_order = std::move(order);
    endResetModel();
    Q_EMIT arranged();
}

const TestRow *LedgerModel::rowOf(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= static_cast<int>(m_order.size()))
        return nullptr;
    return &(*m_rows)[static_cast<std::size_t>(m_order[static_cast<std::size_t>(index.row())])];
}

QModelIndex LedgerModel::find(const std::string &id) const
{
    const auto it = std::find_if(m_order.begin(), m_order.end(), [&](int place) {
        return (*m_rows)[static_cast<std::size_t>(place)].id == id;
    });
    return it == m_order.end() ? QModelIndex() : index(static_cast<int>(it - m_order.begin()), 0);
}

int LedgerModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int LedgerModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant LedgerModel::data(const QModelIndex &index, int role) const
{
    const TestRow *row = rowOf(index);
    if (row == nullptr)
        return {};
    const auto column = static_cast<LedgerColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return column == LedgerColumn::Change ? marked(markOf(*row), changeText(*row)) : cell(*row, column);
    case Qt::AccessibleTextRole:
        return cell(*row, column);
    case Qt::AccessibleDescriptionRole:
        return tr("%1, %2, before: %3, after: %4")
            .arg(cell(*row, LedgerColumn::Test), changeText(*row), statusText(row->before),
                 statusText(row->after));
    case Qt::ToolTipRole:
        if (column == LedgerColumn::Message)
            return plainTip(safeText(std::string_view(row->message).substr(0, longestTip)));
        return plainTip(column == LedgerColumn::Test ? safeLine(row->id, longestTip) : cell(*row, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue<int>((column == LedgerColumn::Duration ? Qt::AlignRight : Qt::AlignLeft) |
                                        Qt::AlignVCenter);
    case MarkRole:
        return static_cast<int>(column == LedgerColumn::Change ? markOf(*row) : Mark::None);
    case DimmedRole:
        return column == LedgerColumn::Message || column == LedgerColumn::Duration;
    default:
        return {};
    }
}

QVariant LedgerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue<int>(
            (section == static_cast<int>(LedgerColumn::Duration) ? Qt::AlignRight : Qt::AlignLeft) |
            Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<LedgerColumn>(section)) {
    case LedgerColumn::Change:
        return tr("Change");
    case LedgerColumn::Test:
        return tr("Test");
    case LedgerColumn::Before:
        return tr("Before");
    case LedgerColumn::After:
        return tr("After");
    case LedgerColumn::Duration:
        return tr("Time");
    case LedgerColumn::Message:
        return tr("Message");
    }
    return {};
}

} // namespace vouchsafe
