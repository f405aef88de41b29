#include "ui/pane_focus.h"

#include <QApplication>
#include <QDockWidget>
#include <QWidget>

namespace vouchsafe {
namespace {

bool takesFocus(const QWidget *widget)
{
    return widget->isEnabled() && widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) != 0;
}

// A dock behind another one's tab is visible to Qt, but moved out of the window.
bool isInFront(const QWidget &pane)
{
    const QWidget *window = pane.window();
    return pane.isVisible() && window->rect().intersects(QRect(pane.mapTo(window, QPoint()), pane.size()));
}

} // namespace

void raisePane(QWidget *pane)
{
    if (auto *dock = qobject_cast<QDockWidget *>(pane->parentWidget())) {
        dock->show();
        dock->raise();
    }
}

bool focusInto(QWidget *pane)
{
    // In the order of Tab, which is that of reading.
    QWidget *widget = pane;
    do {
        const bool inside = widget == pane || pane->isAncestorOf(widget);
        if (inside && takesFocus(widget)) {
            widget->setFocus(Qt::TabFocusReason);
            return true;
        }
        widget = widget->nextInFocusChain();
    } while (widget != pane && widget != nullptr);
    return false;
}

void focusNeighbour(const QList<QWidget *> &panes, bool forwards)
{
    const QWidget *focused = QApplication::focusWidget();
    qsizetype here = -1;
    for (qsizetype i = 0; i < panes.size(); ++i)
        if (focused != nullptr && (panes[i] == focused || panes[i]->isAncestorOf(focused)))
            here = i;
    const qsizetype count = panes.size();
    if (here < 0)
        here = forwards ? -1 : count;
    for (qsizetype step = 1; step <= count; ++step) {
        QWidget *pane = panes[((forwards ? here + step : here - step) % count + count) % count];
        if (isInFront(*pane) && focusInto(pane))
            return;
    }
}

} // namespace vouchsafe
