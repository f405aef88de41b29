#pragma once
// Going from pane to pane by keys.

#include <QList>

class QWidget;

namespace vouchsafe {

/// Gives the focus to the pane, or to the first widget in it that takes it; false where there is none.
bool focusInto(QWidget *pane);
/// From the pane that holds the focus to the next visible one, or the one before; round at the ends.
void focusNeighbour(const QList<QWidget *> &panes, bool forwards);

} // namespace vouchsafe
