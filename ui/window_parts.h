#pragma once
// The parts of a window, made once and placed by it.

#include "ui/support/actions.h"
#include "ui/support/theme.h"

#include <QList>

class QStackedWidget;
class QWidget;

namespace vouchsafe {

class BannerStack;
class ContextPanel;
class DiffPanel;
class NoticesPanel;
class OutputPanel;
class PendingWork;
class PlanPanel;
class RejectBar;
class RunHeader;
class RunPanel;
class RunsPanel;
class TaskPanel;
class TestsPanel;
class TimelinePanel;
class VerdictBar;
class WelcomePage;

/// All owned by the window through Qt's parents.
struct WindowParts {
    QWidget *centre = nullptr;       ///< banners above `pages`
    QStackedWidget *pages = nullptr; ///< the start page or the workspace
    BannerStack *banners = nullptr;
    WelcomePage *welcome = nullptr;
    QWidget *workspace = nullptr;
    TaskPanel *task = nullptr;
    VerdictBar *verdict = nullptr;
    RejectBar *reject = nullptr;
    DiffPanel *diff = nullptr;
    TimelinePanel *timeline = nullptr;
    RunsPanel *runs = nullptr;
    PlanPanel *plan = nullptr;
    ContextPanel *context = nullptr;
    TestsPanel *tests = nullptr;
    OutputPanel *output = nullptr;
    NoticesPanel *notices = nullptr;
    RunHeader *status = nullptr;
    PendingWork *pending = nullptr;

    QList<RunPanel *> runPanels() const; ///< every one that renders a run
};

WindowParts makeParts(const Theme &theme, QWidget *window);

} // namespace vouchsafe
