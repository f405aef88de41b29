#include "ui/window_wiring.h"

#include "ui/dialogs/apply_dialog.h"
#include "ui/dialogs/reject_bar.h"
#include "ui/panels/run_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/task_panel.h"
#include "ui/panels/timeline_panel.h"
#include "ui/panels/welcome_page.h"
#include "ui/pending_work.h"
#include "ui/support/banner_stack.h"

#include <QCoreApplication>

#include <filesystem>

namespace vouchsafe {
namespace {

struct Wiring {
    Q_DECLARE_TR_FUNCTIONS(Wiring)
};

// The question binds the patch that it shows: another one closes it, and its answer counts for that hash
// alone.
void askToApply(RunController &controller, const Theme &theme, QWidget *window)
{
    const Iteration *iteration = controller.view().shownIteration();
    if (!controller.review() || iteration == nullptr)
        return;
    auto *dialog = new ApplyDialog(*controller.review(), *iteration, theme, window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(&controller, &RunController::reviewChanged, dialog, &QDialog::reject);
    QObject::connect(dialog, &ApplyDialog::approved, &controller, [&controller](const std::string &sha256) {
        if (controller.review() && controller.review()->sha256 == sha256)
            controller.approve();
    });
    dialog->open();
}

void goOnOrStart(RunController &controller, TaskPanel &task, Stride stride)
{
    if (controller.view().life == RunLife::Paused)
        controller.goOn(stride);
    else
        task.place(stride);
}

void onTrigger(const Actions &actions, const char *id, QObject *context, std::function<void()> act)
{
    QObject::connect(actions.get(id), &QAction::triggered, context, std::move(act));
}

} // namespace

void wirePanels(const WindowParts &parts, RunController &controller)
{
    QObject::connect(&controller, &RunController::changed, parts.centre,
                     [panels = parts.runPanels()](const RunView &view) {
                         for (RunPanel *panel : panels)
                             panel->render(view);
                     });
    QObject::connect(&controller, &RunController::repositoryChanged, parts.task, &TaskPanel::setRepository);
    QObject::connect(parts.task, &TaskPanel::orderPlaced, &controller, &RunController::start);
    QObject::connect(parts.task, &TaskPanel::newTaskAsked, &controller, [parts, &controller] {
        controller.closeRun();
        parts.task->write();
    });
    QObject::connect(parts.timeline, &TimelinePanel::iterationChosen, &controller, &RunController::show);
    QObject::connect(parts.timeline, &TimelinePanel::outputChosen, &controller, &RunController::readLog);
    QObject::connect(parts.reject, &RejectBar::rejected, &controller, &RunController::reject);
    QObject::connect(&controller, &RunController::reviewChanged, parts.reject, &RejectBar::clear);
    QObject::connect(&controller, &RunController::repositoryChanged, parts.runs,
                     [runs = parts.runs](const OpenedRepository &opened) { runs->setRuns(opened.runs); });
    QObject::connect(parts.runs, &RunsPanel::runChosen, &controller, &RunController::openRun);
    for (RunPanel *panel : parts.runPanels())
        panel->render(controller.view());
}

void wireProblems(const WindowParts &parts, RunController &controller)
{
    BannerStack *banners = parts.banners;
    PendingWork *pending = parts.pending;
    QObject::connect(&controller, &RunController::problem, banners, &BannerStack::put);
    QObject::connect(&controller, &RunController::problemSolved, banners, &BannerStack::take);

    const auto begin = [pending](Act act, const QString &words) {
        return [=] { pending->begin(act, words); };
    };
    const auto end = [pending](Act act) { return [=] { pending->end(act); }; };
    QObject::connect(&controller, &RunController::repositoryAsked, pending,
                     begin(Act::OpenRepository, Wiring::tr("The repository is opened…")));
    QObject::connect(&controller, &RunController::sampleAsked, pending,
                     begin(Act::OpenRepository, Wiring::tr("The sample is unpacked…")));
    QObject::connect(&controller, &RunController::repositoryChanged, pending, end(Act::OpenRepository));
    QObject::connect(&controller, &RunController::runAsked, pending,
                     begin(Act::OpenRun, Wiring::tr("The run is read…")));
    QObject::connect(&controller, &RunController::reviewAsked, pending,
                     begin(Act::Review, Wiring::tr("The patch is read…")));
    QObject::connect(&controller, &RunController::reviewChanged, pending, [pending, &controller] {
        if (controller.review())
            pending->end(Act::Review);
    });
    QObject::connect(&controller, &RunController::applyAsked, pending,
                     begin(Act::Apply, Wiring::tr("The patch is written…")));
    QObject::connect(&controller, &RunController::undoAsked, pending,
                     begin(Act::Undo, Wiring::tr("The patch is taken back…")));
    QObject::connect(&controller, &RunController::logAsked, pending,
                     begin(Act::ReadLog, Wiring::tr("The log is read…")));
    QObject::connect(&controller, &RunController::output, pending, end(Act::ReadLog));
    QObject::connect(&controller, &RunController::reported, pending, [pending](const AppliedReport &report) {
        pending->end(report.undone ? Act::Undo : Act::Apply);
    });
    QObject::connect(&controller, &RunController::problem, pending,
                     [pending](Act act) { pending->end(act == Act::Sample ? Act::OpenRepository : act); });
    QObject::connect(&controller, &RunController::changed, pending, [pending](const RunView &view) {
        if (view.life != RunLife::None)
            pending->end(Act::OpenRun);
    });
}

void wireStartPage(const WindowParts &parts, RunController &controller, RecentRepositories &recent)
{
    WelcomePage *page = parts.welcome;
    const auto setOpening = [page](bool opening) { return [page, opening] { page->setOpening(opening); }; };
    QObject::connect(page, &WelcomePage::repositoryAsked, &controller, &RunController::openRepository);
    QObject::connect(page, &WelcomePage::sampleAsked, &controller, &RunController::trySample);
    QObject::connect(page, &WelcomePage::examineAsked, &controller, &RunController::examine);
    QObject::connect(page, &WelcomePage::removeRecentAsked, &recent, &RecentRepositories::remove);
    QObject::connect(&recent, &RecentRepositories::changed, page,
                     [page, &recent] { page->setRecent(recent.all()); });
    QObject::connect(&controller, &RunController::examineAsked, page, &WelcomePage::setExamining);
    QObject::connect(&controller, &RunController::examined, page, &WelcomePage::setFindings);
    QObject::connect(&controller, &RunController::repositoryAsked, page, setOpening(true));
    QObject::connect(&controller, &RunController::sampleAsked, page, setOpening(true));
    QObject::connect(&controller, &RunController::repositoryChanged, page, setOpening(false));
    QObject::connect(&controller, &RunController::problem, page, [page](Act act) {
        if (act == Act::Examine)
            page->setExaminationFailed();
        if (act == Act::OpenRepository || act == Act::Sample)
            page->setOpening(false);
    });
    QObject::connect(
        &controller, &RunController::repositoryChanged, &recent, [&recent](const OpenedRepository &opened) {
            recent.opened(
                (std::filesystem::path(opened.root) / opened.subfolder).lexically_normal().string());
        });
    page->setRecent(recent.all());
}

void wireActs(const Actions &actions, const WindowParts &parts, RunController &controller, const Theme &theme)
{
    TaskPanel *task = parts.task;
    const auto on = [&](const char *id, std::function<void()> act) {
        onTrigger(actions, id, &controller, std::move(act));
    };
    on("run.start", [&controller, task] { goOnOrStart(controller, *task, Stride::ToTheEnd); });
    on("run.step", [&controller, task] { goOnOrStart(controller, *task, Stride::NextPhase); });
    on("run.event", [&controller] { controller.goOn(Stride::NextEvent); });
    on("run.iteration", [&controller] { controller.goOn(Stride::NextIteration); });
    on("run.pause", [&controller] { controller.pause(); });
    on("run.stop", [&controller] { controller.stop(); });
    on("run.resume", [&controller] { controller.resume(); });
    on("run.previous-iteration", [&controller] { controller.show(controller.view().shown - 1); });
    on("run.next-iteration", [&controller] { controller.show(controller.view().shown + 1); });
    on("file.close-run", [&controller] { controller.closeRun(); });
    on("file.new", [&controller, task] {
        controller.closeRun();
        task->write();
    });

    const auto apply = [&controller, &theme, window = parts.centre] {
        askToApply(controller, theme, window->window());
    };
    const auto reject = [bar = parts.reject] { bar->ask(); };
    for (const char *id : {"review.apply", "diff.approve"})
        on(id, apply);
    for (const char *id : {"review.reject", "diff.reject"})
        on(id, reject);
    on("review.verify", [&controller] { controller.verifyEdited(); });
    on("review.drop", [&controller] { controller.edit({}); });
    on("review.undo", [&controller] { controller.undo(); });
}

} // namespace vouchsafe
