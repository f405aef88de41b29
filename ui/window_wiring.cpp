#include "ui/window_wiring.h"

#include "ui/deeds.h"
#include "ui/dialogs/apply_dialog.h"
#include "ui/dialogs/machine_dialog.h"
#include "ui/dialogs/reject_bar.h"
#include "ui/diff/diff_panel.h"
#include "ui/output/output_panel.h"
#include "ui/pane_focus.h"
#include "ui/panels/holdings_list.h"
#include "ui/panels/run_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/task_panel.h"
#include "ui/panels/timeline_panel.h"
#include "ui/panels/verdict_bar.h"
#include "ui/panels/welcome_page.h"
#include "ui/pending_work.h"
#include "ui/support/banner_stack.h"

#include <QCoreApplication>

#include <functional>
#include <memory>

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
    if (controller.repository())
        dialog->setTree(controller.view().state.task.repository, controller.repository()->branch);
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

/// What the diff was given last, so that an event that changes nothing of it costs nothing.
struct ShownPatch {
    std::string run;
    int iteration = -1;
    bool rejected = false;
    QString sentence;

    bool operator==(const ShownPatch &) const = default;
};

QString whyNoPatch(const RunView &view)
{
    if (view.isLive())
        return Wiring::tr("The patch is shown here as soon as there is one.");
    const Iteration *iteration = view.shownIteration();
    if (iteration != nullptr && iteration->patch)
        return Wiring::tr("The patch is being read.");
    return view.life == RunLife::None
               ? Wiring::tr(
                     "Write down what should be changed and run it. The patch is shown here, side by side.")
               : Wiring::tr("This iteration has no patch.");
}

void showPatch(DiffPanel &diff, const RunController &controller, ShownPatch &shown)
{
    const RunView &view = controller.view();
    if (controller.review()) {
        const ReviewPatch &review = *controller.review();
        const ShownPatch wanted{review.run, review.iteration, false, QString::fromStdString(review.sha256)};
        if (wanted != shown)
            diff.setPatch(review);
        shown = wanted;
        return;
    }
    const Iteration *iteration = view.shownIteration();
    const bool rejected = iteration != nullptr && !iteration->patch && iteration->rejected;
    const ShownPatch wanted{view.state.run, view.shown, rejected, rejected ? QString() : whyNoPatch(view)};
    if (wanted == shown)
        return;
    shown = wanted;
    if (rejected) {
        diff.setRejected(*iteration->rejected);
        return;
    }
    diff.setEmptyText(wanted.sentence);
    diff.setPatch(std::nullopt);
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
    QObject::connect(
        &controller, &RunController::changed, parts.verdict,
        [bar = parts.verdict](const RunView &view) { bar->setVisible(view.life != RunLife::None); });
    parts.verdict->setVisible(controller.view().life != RunLife::None);
    QObject::connect(&controller, &RunController::repositoryChanged, parts.task, &TaskPanel::setRepository);
    QObject::connect(parts.task, &TaskPanel::orderPlaced, &controller, &RunController::start);
    QObject::connect(parts.task, &TaskPanel::newTaskAsked, &controller, [parts, &controller] {
        controller.closeRun();
        parts.task->write();
    });
    QObject::connect(parts.timeline, &TimelinePanel::iterationChosen, &controller, &RunController::show);
    QObject::connect(parts.timeline, &TimelinePanel::outputChosen, parts.output,
                     [output = parts.output](const OutputKey &key) {
                         raisePane(output);
                         output->choose(key);
                     });
    QObject::connect(parts.reject, &RejectBar::rejected, &controller, &RunController::reject);
    QObject::connect(&controller, &RunController::changed, parts.reject,
                     [bar = parts.reject, &controller, told = std::string()](const RunView &view) mutable {
                         const Iteration *shown = view.shownIteration();
                         // The reason stays until it is recorded, or is about another patch.
                         const std::string patch =
                             shown != nullptr && shown->patch ? shown->patch->sha256 : "";
                         if (patch != told || (shown != nullptr && shown->declined))
                             bar->clear();
                         told = patch;
                         const QString no = whyNot(Deed::TryAgain, view, controller.review(), true, true);
                         bar->setMayTryAgain(no.isEmpty(), no);
                     });
    QObject::connect(&controller, &RunController::repositoryChanged, parts.runs,
                     [runs = parts.runs](const OpenedRepository &opened) { runs->setRuns(opened.runs); });
    QObject::connect(parts.runs, &RunsPanel::runChosen, &controller, &RunController::openRun);
    for (RunPanel *panel : parts.runPanels())
        panel->render(controller.view());
}

void wireReview(const WindowParts &parts, RunController &controller)
{
    DiffPanel *diff = parts.diff;
    const auto shown = std::make_shared<ShownPatch>();
    const auto show = [diff, &controller, shown] { showPatch(*diff, controller, *shown); };
    QObject::connect(&controller, &RunController::reviewChanged, diff, show);
    QObject::connect(&controller, &RunController::changed, diff, show);
    QObject::connect(diff, &DiffPanel::edited, &controller, &RunController::edit);
    QObject::connect(diff, &DiffPanel::verifyAsked, &controller, &RunController::verifyEdited);
    QObject::connect(&controller, &RunController::output, parts.output, &OutputPanel::takeOutput);
    QObject::connect(&controller, &RunController::outputCleared, parts.output, &OutputPanel::clear);
    QObject::connect(parts.output, &OutputPanel::logAsked, &controller, &RunController::readLog);
    QObject::connect(&controller, &RunController::problem, parts.output, [output = parts.output](Act act) {
        if (act == Act::ReadLog)
            output->logFailed();
    });
    show();
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
    // Of a repository and a run that are being opened the later one counts.
    QObject::connect(&controller, &RunController::runAsked, pending, end(Act::OpenRepository));
    QObject::connect(&controller, &RunController::repositoryAsked, pending, end(Act::OpenRun));
    QObject::connect(&controller, &RunController::reviewAsked, pending,
                     begin(Act::Review, Wiring::tr("The patch is read…")));
    // Comes before each question for a patch, and with its answer.
    QObject::connect(&controller, &RunController::reviewChanged, pending, end(Act::Review));
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
    QObject::connect(&controller, &RunController::examinedSoFar, page, &WelcomePage::setFindingsSoFar);
    QObject::connect(&controller, &RunController::examined, page, &WelcomePage::setFindings);
    QObject::connect(&controller, &RunController::repositoryAsked, page, setOpening(true));
    QObject::connect(&controller, &RunController::sampleAsked, page, setOpening(true));
    QObject::connect(&controller, &RunController::runAsked, page, setOpening(false));
    QObject::connect(&controller, &RunController::repositoryChanged, page, setOpening(false));
    QObject::connect(&controller, &RunController::problem, page, [page](Act act) {
        if (act == Act::Examine)
            page->setExaminationFailed();
        if (act == Act::OpenRepository || act == Act::Sample)
            page->setOpening(false);
    });
    QObject::connect(
        &controller, &RunController::repositoryChanged, &recent, [&recent](const OpenedRepository &opened) {
            recent.opened(opened.subfolder.empty() ? opened.root : opened.root + '/' + opened.subfolder);
        });
    page->setRecent(recent.all());
}

void wireMachine(MachineDialog &dialog, RunController &controller)
{
    QObject::connect(&dialog, &MachineDialog::examineAsked, &controller, &RunController::examine);
    QObject::connect(&dialog, &MachineDialog::cleanAsked, &controller, &RunController::clean);
    QObject::connect(&controller, &RunController::examineAsked, &dialog, &MachineDialog::setExamining);
    QObject::connect(&controller, &RunController::examinedSoFar, &dialog, &MachineDialog::setFindingsSoFar);
    QObject::connect(&controller, &RunController::examined, &dialog, &MachineDialog::setFindings);
    QObject::connect(&controller, &RunController::holdingsChanged, &dialog, &MachineDialog::setHoldings);
    QObject::connect(&controller, &RunController::cleaned, &dialog,
                     [&dialog](std::uint64_t bytes, const std::vector<std::string> &what) {
                         dialog.setCleaned(
                             bytes == 0 && what.empty()
                                 ? MachineDialog::tr("There was nothing to remove.")
                                 : MachineDialog::tr("%1 are free again.").arg(sizeText(bytes)));
                     });
    QObject::connect(&controller, &RunController::problem, &dialog, [&dialog](Act act) {
        if (act == Act::Examine)
            dialog.setExaminationFailed();
        if (act == Act::Clean)
            dialog.setCleaningFailed();
    });
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
    DiffPanel *diff = parts.diff;
    const auto edit = [diff] { diff->isEditing() ? diff->stopEditing() : diff->startEditing(); };
    for (const char *id : {"review.edit", "diff.edit"})
        on(id, edit);
    on("review.verify", [&controller, diff] {
        controller.edit(diff->edits()); // what was typed last is told with some delay
        controller.verifyEdited();
    });
    on("review.drop", [diff] { diff->dropEdits(); });
    on("review.next", [diff] { diff->nextChange(); });
    on("review.previous", [diff] { diff->previousChange(); });
    on("review.text", [diff] { diff->showAsText(); });
    on("edit.find", [output = parts.output] {
        raisePane(output);
        output->outputView().openFind();
    });
    on("review.undo", [&controller] { controller.undo(); });
}

} // namespace vouchsafe
