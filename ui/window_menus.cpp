#include "ui/window_menus.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

namespace vouchsafe {
namespace {

struct Menus {
    Q_DECLARE_TR_FUNCTIONS(Menus)
};

// An empty name is a separator.
void fill(QWidget *menu, const Actions &actions, std::initializer_list<const char *> ids)
{
    for (const char *id : ids) {
        if (*id != '\0') {
            menu->addAction(actions.get(id));
            continue;
        }
        auto *separator = new QAction(menu);
        separator->setSeparator(true);
        menu->addAction(separator);
    }
}

QMenu *addMenu(QMainWindow &window, const QString &title)
{
    QMenu *menu = window.menuBar()->addMenu(title);
    menu->setToolTipsVisible(true);
    return menu;
}

void addViewMenu(QMainWindow &window, const Actions &actions, const QList<QDockWidget *> &docks)
{
    QMenu *view = addMenu(window, Menus::tr("&View"));
    fill(view, actions, {"view.start", ""});
    QMenu *panes = view->addMenu(Menus::tr("&Panes"));
    for (QDockWidget *dock : docks)
        panes->addAction(dock->toggleViewAction());
    QMenu *go = view->addMenu(Menus::tr("&Go To"));
    fill(go, actions,
         {"view.timeline", "view.runs", "view.diff", "view.tests", "view.plan", "view.context", "view.output",
          "view.notices", "", "view.next-pane", "view.previous-pane"});
    fill(view, actions,
         {"", "run.previous-iteration", "run.next-iteration", "", "view.zoom-in", "view.zoom-out",
          "view.zoom-reset", ""});
    QMenu *theme = view->addMenu(Menus::tr("&Theme"));
    auto *choice = new QActionGroup(&window);
    for (const char *id : {"theme.system", "theme.light", "theme.dark"})
        choice->addAction(actions.get(id));
    fill(theme, actions, {"theme.system", "theme.light", "theme.dark"});
    fill(view, actions, {"view.full-screen", "view.reset-layout"});
}

QToolBar *addTools(QMainWindow &window, const Actions &actions)
{
    auto *tools = new QToolBar(Menus::tr("Tools"), &window);
    tools->setObjectName(QStringLiteral("tools"));
    tools->setAccessibleName(Menus::tr("Tools"));
    tools->setMovable(false);
    tools->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fill(tools, actions,
         {"file.open", "", "run.start", "run.step", "run.event", "run.iteration", "run.pause", "run.stop",
          "run.resume", "", "review.apply", "review.reject", "review.edit", "review.verify", "review.undo"});
    const std::pair<const char *, QString> shortNames[] = {
        {"file.open", Menus::tr("Open")},       {"run.step", Menus::tr("Phase")},
        {"run.event", Menus::tr("Event")},      {"run.iteration", Menus::tr("Iteration")},
        {"review.apply", Menus::tr("Approve")}, {"review.reject", Menus::tr("Reject")},
        {"review.verify", Menus::tr("Verify")}, {"review.undo", Menus::tr("Undo")}};
    for (const auto &[id, name] : shortNames)
        actions.get(id)->setIconText(name);
    for (QAction *action : tools->actions()) {
        QWidget *button = tools->widgetForAction(action);
        if (button == nullptr || action->isSeparator())
            continue;
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->text().remove(QLatin1Char('&')).remove(QChar(u'…')));
    }
    window.addToolBar(tools);
    return tools;
}

} // namespace

WindowMenus addWindowMenus(QMainWindow &window, const Actions &actions, const QList<QDockWidget *> &docks)
{
    WindowMenus menus;
    QMenu *file = addMenu(window, Menus::tr("&File"));
    fill(file, actions, {"file.open"});
    menus.recent = file->addMenu(Menus::tr("Open &Recent"));
    fill(file, actions, {"", "file.new", "file.close-run", "", "file.quit"});
    QMenu *edit = addMenu(window, Menus::tr("&Edit"));
    fill(edit, actions, {"review.edit", "review.drop", "", "edit.find"});
    addViewMenu(window, actions, docks);
    QMenu *run = addMenu(window, Menus::tr("&Run"));
    fill(run, actions,
         {"run.start", "run.step", "run.event", "run.iteration", "", "run.pause", "run.stop", "",
          "run.resume", "review.verify"});
    QMenu *review = addMenu(window, Menus::tr("Revie&w"));
    fill(review, actions,
         {"review.next", "review.previous", "review.text", "", "review.apply", "review.reject", "review.undo",
          ""});
    QMenu *letters = review->addMenu(Menus::tr("&With the Diff in Focus"));
    fill(letters, actions, {"diff.approve", "diff.reject", "diff.edit"});
    QMenu *help = addMenu(window, Menus::tr("&Help"));
    fill(help, actions, {"help.pages", "help.shortcuts", "help.machine", "", "help.about"});
    menus.tools = addTools(window, actions);
    return menus;
}

} // namespace vouchsafe
