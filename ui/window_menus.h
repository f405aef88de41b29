#pragma once
// Menus and tool bar: every act of the registry has its place here.

#include "ui/support/actions.h"

#include <QList>

class QDockWidget;
class QMainWindow;
class QMenu;
class QToolBar;

namespace vouchsafe {

struct WindowMenus {
    QMenu *recent = nullptr; ///< the window fills it
    QToolBar *tools = nullptr;
};

WindowMenus addWindowMenus(QMainWindow &window, const Actions &actions, const QList<QDockWidget *> &docks);

} // namespace vouchsafe
