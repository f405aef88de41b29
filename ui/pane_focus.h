#pragma once
// Going from pane to pane by keys.

#include <QList>

class QWidget;

namespace vouchsafe {

/// Shows the dock that holds the pane, in front of its neighbours.
void raisePane(QWidget *pane);
/// Gives the focus to the pane, or to the first widget in it that takes it; false where there is none.
bool focusInto(QWidget *pane);
/// From the pane that holds the focus to the next visible one, or the one before; round at the ends.
void focusNeighbour(const QList<QWidget *> &panes, bool forwards);

} // namespace vouchsafe
