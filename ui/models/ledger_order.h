#pragma once
// Which tests are shown, in which order: pure, for a thread of the pool.

#include "ui/models/ledger_model.h"

#include <stop_token>

namespace vouchsafe {

struct LedgerOrder {
    QString text; ///< part of the test's name, whatever its case
    TestsShown shown = TestsShown::All;
    int column = -1; ///< LedgerColumn; -1: by attention
    Qt::SortOrder order = Qt::AscendingOrder;
};

/// Places in `rows`. Stable: equal rows stay by attention. Cut short when it is to stop.
std::vector<int> orderedTests(const TestRows &rows, const LedgerOrder &order, const std::stop_token &stop);

} // namespace vouchsafe
