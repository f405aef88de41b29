#include "ui/window_docks.h"

#include "ui/diff/diff_panel.h"
#include "ui/output/output_panel.h"
#include "ui/pane_focus.h"
#include "ui/panels/context_panel.h"
#include "ui/panels/notices_panel.h"
#include "ui/panels/plan_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/task_panel.h"
#include "ui/panels/tests_panel.h"
#include "ui/panels/timeline_panel.h"
#include "ui/panels/welcome_page.h"
#include "ui/support/banner_stack.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>

#include <utility>

namespace vouchsafe {
namespace {

struct Docks {
    Q_DECLARE_TR_FUNCTIONS(Docks)
};

enum Place { TimelineDock, RunsDock, PlanDock, ContextDock, TestsDock, OutputDock, NoticesDock };

} // namespace

void WindowDocks::dock(const char *name, const QString &title, QWidget *content)
{
    auto *dock = new QDockWidget(title, &m_window);
    dock->setObjectName(QLatin1String(name));
    dock->setAccessibleName(title);
    dock->setWidget(content);
    m_docks << dock;
}

void WindowDocks::add()
{
    dock("timeline", Docks::tr("Timeline"), m_parts.timeline);
    dock("runs", Docks::tr("Runs"), m_parts.runs);
    dock("plan", Docks::tr("Plan"), m_parts.plan);
    dock("context", Docks::tr("Context"), m_parts.context);
    dock("tests", Docks::tr("Tests"), m_parts.tests);
    dock("output", Docks::tr("Output"), m_parts.output);
    dock("notices", Docks::tr("Notices"), m_parts.notices);
    m_window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
}

QDockWidget &WindowDocks::notices() const
{
    return *m_docks[NoticesDock];
}

void WindowDocks::arrange()
{
    const auto place = [&](Place which, Qt::DockWidgetArea area) {
        m_docks[which]->setFloating(false);
        m_window.addDockWidget(area, m_docks[which]);
        m_docks[which]->show();
    };
    place(TimelineDock, Qt::LeftDockWidgetArea);
    place(RunsDock, Qt::LeftDockWidgetArea);
    place(PlanDock, Qt::RightDockWidgetArea);
    place(ContextDock, Qt::RightDockWidgetArea);
    for (const Place below : {TestsDock, OutputDock, NoticesDock})
        place(below, Qt::BottomDockWidgetArea);
    // Tabs leave the middle, where the patch is read, the most room on a small screen.
    m_window.tabifyDockWidget(m_docks[TimelineDock], m_docks[RunsDock]);
    m_window.tabifyDockWidget(m_docks[PlanDock], m_docks[ContextDock]);
    m_window.tabifyDockWidget(m_docks[TestsDock], m_docks[OutputDock]);
    m_window.tabifyDockWidget(m_docks[OutputDock], m_docks[NoticesDock]);
    for (const Place first : {TimelineDock, PlanDock, TestsDock})
        m_docks[first]->raise();

    const int column = m_window.fontMetrics().averageCharWidth();
    const int line = m_window.fontMetrics().height();
    m_window.resizeDocks({m_docks[TimelineDock], m_docks[PlanDock]}, {40 * column, 32 * column},
                         Qt::Horizontal);
    m_window.resizeDocks({m_docks[TestsDock]}, {11 * line}, Qt::Vertical);
}

void wirePanes(const Actions &actions, const WindowParts &parts)
{
    const std::pair<const char *, QWidget *> targets[] = {
        {"view.timeline", parts.timeline}, {"view.runs", parts.runs},       {"view.diff", parts.diff},
        {"view.tests", parts.tests},       {"view.plan", parts.plan},       {"view.context", parts.context},
        {"view.output", parts.output},     {"view.notices", parts.notices},
    };
    for (const auto &[id, pane] : targets)
        QObject::connect(actions.get(id), &QAction::triggered, pane, [pane = pane] {
            raisePane(pane);
            focusInto(pane);
        });
    // In the order of reading: the middle, the right, below, then back to the left.
    const QList<QWidget *> ring{parts.banners, parts.welcome,  parts.task,  parts.diff,
                                parts.plan,    parts.context,  parts.tests, parts.output,
                                parts.notices, parts.timeline, parts.runs};
    QObject::connect(actions.get("view.next-pane"), &QAction::triggered, parts.centre,
                     [ring] { focusNeighbour(ring, true); });
    QObject::connect(actions.get("view.previous-pane"), &QAction::triggered, parts.centre,
                     [ring] { focusNeighbour(ring, false); });
}

} // namespace vouchsafe
