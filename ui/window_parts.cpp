#include "ui/window_parts.h"

#include "ui/dialogs/reject_bar.h"
#include "ui/diff/diff_panel.h"
#include "ui/output/output_panel.h"
#include "ui/panels/context_panel.h"
#include "ui/panels/notices_panel.h"
#include "ui/panels/plan_panel.h"
#include "ui/panels/run_header.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/task_panel.h"
#include "ui/panels/tests_panel.h"
#include "ui/panels/timeline_panel.h"
#include "ui/panels/verdict_bar.h"
#include "ui/panels/welcome_page.h"
#include "ui/pending_work.h"
#include "ui/support/banner_stack.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace vouchsafe {
WindowParts makeParts(const Theme &theme, QWidget *window)
{
    WindowParts parts;
    parts.centre = new QWidget(window);
    parts.banners = new BannerStack(theme, parts.centre);
    parts.pages = new QStackedWidget(parts.centre);
    auto *column = new QVBoxLayout(parts.centre);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(parts.banners);
    column->addWidget(parts.pages, 1);

    parts.welcome = new WelcomePage(theme, window);
    parts.workspace = new QWidget(window);
    parts.pages->addWidget(parts.welcome);
    parts.pages->addWidget(parts.workspace);

    parts.task = new TaskPanel(theme, parts.workspace);
    parts.verdict = new VerdictBar(theme, parts.workspace);
    parts.reject = new RejectBar(parts.workspace);
    parts.diff = new DiffPanel(theme, parts.workspace);
    auto *work = new QVBoxLayout(parts.workspace);
    work->setContentsMargins({});
    work->setSpacing(0);
    work->addWidget(parts.task);
    work->addWidget(parts.verdict);
    work->addWidget(parts.reject);
    work->addWidget(parts.diff, 1);

    parts.timeline = new TimelinePanel(theme, window);
    parts.runs = new RunsPanel(theme, window);
    parts.plan = new PlanPanel(theme, window);
    parts.context = new ContextPanel(theme, window);
    parts.tests = new TestsPanel(theme, window);
    parts.output = new OutputPanel(theme, window);
    parts.notices = new NoticesPanel(theme, window);
    parts.status = new RunHeader(theme, window);
    parts.pending = new PendingWork(window);
    return parts;
}

QList<RunPanel *> WindowParts::runPanels() const
{
    return {task, verdict, timeline, plan, context, tests, output, notices, status};
}

} // namespace vouchsafe
