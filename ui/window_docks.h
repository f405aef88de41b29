#pragma once
// The docks of a window: their first places, and the keys that go to them.

#include "ui/window_parts.h"

#include <QList>
#include <QString>

class QDockWidget;
class QMainWindow;

namespace vouchsafe {

/// Timeline and runs on the left, plan and context on the right, tests, output and notices in tabs below.
class WindowDocks {
public:
    WindowDocks(QMainWindow &window, const WindowParts &parts) : m_window(window), m_parts(parts) {}

    void add();     ///< once
    void arrange(); ///< all at their first places, shown
    const QList<QDockWidget *> &all() const { return m_docks; }
    QDockWidget &notices() const; ///< its title counts them

private:
    void dock(const char *name, const QString &title, QWidget *content);

    QMainWindow &m_window;
    const WindowParts &m_parts;
    QList<QDockWidget *> m_docks;
};

/// Acts that go to a pane.
void wirePanes(const Actions &actions, const WindowParts &parts);

} // namespace vouchsafe
