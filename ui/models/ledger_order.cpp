#include "ui/models/ledger_order.h"

#include "ui/support/safe_text.h"

#include <algorithm>

namespace vouchsafe {
namespace {

bool isShown(const TestRow &row, const LedgerOrder &order)
{
    if (order.shown == TestsShown::Changed && !isChanged(row))
        return false;
    if (order.shown == TestsShown::Failing && !isFailingNow(row))
        return false;
    return order.text.isEmpty() || safeText(row.id, Lines::Mark).contains(order.text, Qt::CaseInsensitive);
}

int statusRank(const std::optional<TestStatus> &status)
{
    return status ? static_cast<int>(*status) : 99;
}

bool before(const TestRow &one, const TestRow &other, LedgerColumn column)
{
    switch (column) {
    case LedgerColumn::Change:
        return attentionRank(one) < attentionRank(other);
    case LedgerColumn::Test:
        return one.id < other.id;
    case LedgerColumn::Before:
        return statusRank(one.before) < statusRank(other.before);
    case LedgerColumn::After:
        return statusRank(one.after) < statusRank(other.after);
    case LedgerColumn::Duration:
        return one.duration < other.duration;
    case LedgerColumn::Message:
        return one.message < other.message;
    }
    return false;
}

} // namespace

std::vector<int> orderedTests(const TestRows &rows, const LedgerOrder &order, const std::stop_token &stop)
{
    std::vector<int> places;
    places.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size() && !stop.stop_requested(); ++i)
        if (isShown(rows[i], order))
            places.push_back(static_cast<int>(i));
    if (order.column < 0 || stop.stop_requested())
        return places;
    const auto column = static_cast<LedgerColumn>(order.column);
    std::stable_sort(places.begin(), places.end(), [&](int one, int other) {
        const TestRow &first = rows[static_cast<std::size_t>(one)];
        const TestRow &second = rows[static_cast<std::size_t>(other)];
        return order.order == Qt::AscendingOrder ? before(first, second, column)
                                                 : before(second, first, column);
    });
    return places;
}

} // namespace vouchsafe
