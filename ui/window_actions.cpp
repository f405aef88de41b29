#include "ui/window_actions.h"

#include "ui/deeds.h"

#include <QCoreApplication>

#include <utility>

namespace vouchsafe {
namespace {

struct Acts {
    Q_DECLARE_TR_FUNCTIONS(Acts)
};

QKeySequence keys(const char *text)
{
    return QKeySequence(QString::fromLatin1(text), QKeySequence::PortableText);
}

void addFile(Actions &actions)
{
    actions.add({.id = "file.open",
                 .text = Acts::tr("&Open Repository…"),
                 .keys = {keys("Ctrl+O")},
                 .tip = Acts::tr("Open the folder of a git repository"),
                 .icon = "open"});
    actions.add({.id = "file.new",
                 .text = Acts::tr("&New Task"),
                 .keys = {keys("Ctrl+N")},
                 .tip = Acts::tr("Close the shown run, which stays in the list, and write a task"),
                 .icon = "new"});
    actions.add({.id = "file.close-run",
                 .text = Acts::tr("&Close Run"),
                 .keys = {keys("Ctrl+W")},
                 .tip = Acts::tr("Close the shown run, which stays in the list")});
    actions.add({.id = "file.quit",
                 .text = Acts::tr("&Quit"),
                 .keys = {keys("Ctrl+Q")},
                 .tip = Acts::tr("Close the window; a run that is under way is asked about")});
    actions.add({.id = "edit.find",
                 .text = Acts::tr("&Find…"),
                 .keys = {keys("Ctrl+F")},
                 .tip = Acts::tr("Search in the output")});
}

void addView(Actions &actions)
{
    const auto focus = [&](const char *id, const QString &text, const char *key, const QString &tip) {
        actions.add({.id = id, .text = text, .keys = {keys(key)}, .tip = tip});
    };
    focus("view.timeline", Acts::tr("&Timeline"), "Ctrl+1", Acts::tr("Go to the iterations and phases"));
    focus("view.runs", Acts::tr("&Runs"), "Ctrl+2", Acts::tr("Go to the runs of the repository"));
    focus("view.diff", Acts::tr("&Diff"), "Ctrl+3", Acts::tr("Go to the patch"));
    focus("view.tests", Acts::tr("T&ests"), "Ctrl+4", Acts::tr("Go to the tests"));
    focus("view.plan", Acts::tr("&Plan"), "Ctrl+5", Acts::tr("Go to the plan"));
    focus("view.context", Acts::tr("&Context"), "Ctrl+6", Acts::tr("Go to the code that was retrieved"));
    focus("view.output", Acts::tr("&Output"), "Ctrl+7", Acts::tr("Go to the output of the checks"));
    focus("view.notices", Acts::tr("&Notices"), "Ctrl+8", Acts::tr("Go to the notices of the run"));
    focus("view.next-pane", Acts::tr("Ne&xt Pane"), "F6", Acts::tr("Go to the next pane"));
    focus("view.previous-pane", Acts::tr("Pre&vious Pane"), "Shift+F6", Acts::tr("Go to the previous pane"));
    actions.add({.id = "view.start",
                 .text = Acts::tr("&Start Page"),
                 .keys = {keys("Ctrl+9")},
                 .tip = Acts::tr("Recent repositories, samples, and what this machine has"),
                 .checkable = true});
    actions.add({.id = "view.zoom-in",
                 .text = Acts::tr("Zoom &In"),
                 .keys = {keys("Ctrl++"), keys("Ctrl+=")},
                 .tip = Acts::tr("Show the diff larger")});
    actions.add({.id = "view.zoom-out",
                 .text = Acts::tr("Zoom O&ut"),
                 .keys = {keys("Ctrl+-")},
                 .tip = Acts::tr("Show the diff smaller")});
    actions.add({.id = "view.zoom-reset",
                 .text = Acts::tr("Usual Si&ze"),
                 .keys = {keys("Ctrl+0")},
                 .tip = Acts::tr("Show the diff in the size of the system's font")});
    actions.add({.id = "view.full-screen",
                 .text = Acts::tr("&Full Screen"),
                 .keys = {keys("Ctrl+Shift+F11")},
                 .tip = Acts::tr("Fill the screen with this window, or no longer"),
                 .checkable = true});
    actions.add({.id = "view.reset-layout",
                 .text = Acts::tr("Reset &Layout"),
                 .keys = {keys("Ctrl+Alt+0")},
                 .tip = Acts::tr("Put every pane back to its first place")});
    const auto theme = [&](const char *id, const QString &text, const QString &tip) {
        actions.add({.id = id, .text = text, .tip = tip, .checkable = true});
    };
    theme("theme.system", Acts::tr("As the &System"), Acts::tr("Dark or light as the desktop is"));
    theme("theme.light", Acts::tr("&Light"), Acts::tr("Always light"));
    theme("theme.dark", Acts::tr("&Dark"), Acts::tr("Always dark"));
}

void addRun(Actions &actions)
{
    actions.add({.id = "run.start",
                 .text = Acts::tr("&Run"),
                 .keys = {keys("F5")},
                 .tip = Acts::tr("Start a run of the task, or go on with the one that is held"),
                 .icon = "run"});
    actions.add({.id = "run.step",
                 .text = Acts::tr("Next &Phase"),
                 .keys = {keys("F10")},
                 .tip = Acts::tr("Go on to the next phase; without a run, start one that is held at once"),
                 .icon = "step"});
    actions.add({.id = "run.event",
                 .text = Acts::tr("Next &Event"),
                 .keys = {keys("F11")},
                 .tip = Acts::tr("Go on to the next event inside of the phase"),
                 .icon = "step-event"});
    actions.add({.id = "run.iteration",
                 .text = Acts::tr("Finish &Iteration"),
                 .keys = {keys("Shift+F11")},
                 .tip = Acts::tr("Go on to the end of this iteration"),
                 .icon = "step-out"});
    actions.add({.id = "run.pause",
                 .text = Acts::tr("P&ause"),
                 .keys = {keys("F8")},
                 .tip = Acts::tr("Hold the run before its next phase"),
                 .icon = "pause"});
    actions.add({.id = "run.stop",
                 .text = Acts::tr("&Stop"),
                 .keys = {keys("Shift+F5")},
                 .tip = Acts::tr("End the run; what it recorded is kept"),
                 .icon = "stop"});
    actions.add({.id = "run.resume",
                 .text = Acts::tr("Res&ume"),
                 .keys = {keys("Ctrl+F5")},
                 .tip = Acts::tr("Go on with a run that was interrupted or stopped"),
                 .icon = "resume"});
    actions.add({.id = "run.previous-iteration",
                 .text = Acts::tr("Pre&vious Iteration"),
                 .keys = {keys("Ctrl+PgUp")},
                 .tip = Acts::tr("Look at the iteration before")});
    actions.add({.id = "run.next-iteration",
                 .text = Acts::tr("Ne&xt Iteration"),
                 .keys = {keys("Ctrl+PgDown")},
                 .tip = Acts::tr("Look at the iteration after")});
}

void addReview(Actions &actions)
{
    actions.add({.id = "review.next",
                 .text = Acts::tr("&Next Change"),
                 .keys = {keys("F7"), keys("Alt+Down")},
                 .tip = Acts::tr("Go to the next change of the patch"),
                 .icon = "next"});
    actions.add({.id = "review.previous",
                 .text = Acts::tr("&Previous Change"),
                 .keys = {keys("Shift+F7"), keys("Alt+Up")},
                 .tip = Acts::tr("Go to the previous change of the patch"),
                 .icon = "previous"});
    actions.add({.id = "review.text",
                 .text = Acts::tr("Diff as &Text"),
                 .keys = {keys("Ctrl+F7")},
                 .tip = Acts::tr("Read the patch as one list of lines, as a screen reader does best")});
    actions.add({.id = "review.apply",
                 .text = Acts::tr("&Approve and Apply…"),
                 .keys = {keys("Ctrl+Shift+Return"), keys("Ctrl+Alt+Y")},
                 .tip = Acts::tr("See what would be written to the working tree, and write it"),
                 .icon = "apply"});
    actions.add({.id = "review.reject",
                 .text = Acts::tr("&Reject…"),
                 .keys = {keys("Ctrl+Alt+Z")},
                 .tip = Acts::tr("Say why this patch will not do; the next attempt reads it"),
                 .icon = "reject"});
    actions.add({.id = "review.edit",
                 .text = Acts::tr("&Edit"),
                 .keys = {keys("Ctrl+Alt+E")},
                 .tip = Acts::tr("Change the right side of the diff; Escape leaves it"),
                 .icon = "edit"});
    actions.add({.id = "review.verify",
                 .text = Acts::tr("&Verify Edited Patch"),
                 .keys = {keys("Ctrl+Alt+V")},
                 .tip = Acts::tr("Prove the patch as you edited it"),
                 .icon = "recheck"});
    actions.add({.id = "review.drop",
                 .text = Acts::tr("&Drop Edits"),
                 .keys = {keys("Ctrl+Alt+D")},
                 .tip = Acts::tr("Put back the patch as it was proposed")});
    actions.add({.id = "review.undo",
                 .text = Acts::tr("&Undo Apply"),
                 .keys = {keys("Ctrl+Alt+U")},
                 .tip = Acts::tr("Take the applied patch out of the working tree again"),
                 .icon = "undo"});
    const auto letter = [&](const char *id, const QString &text, const char *key, const QString &tip) {
        actions.add({.id = id, .text = text, .keys = {keys(key)}, .tip = tip, .scope = ActionScope::Diff});
    };
    letter("diff.approve", Acts::tr("&Approve and Apply…"), "A",
           Acts::tr("Approve the patch, from the diff"));
    letter("diff.reject", Acts::tr("&Reject…"), "R", Acts::tr("Reject the patch, from the diff"));
    letter("diff.edit", Acts::tr("&Edit"), "E", Acts::tr("Edit the patch, from the diff"));
}

void addHelp(Actions &actions)
{
    actions.add({.id = "help.pages",
                 .text = Acts::tr("&Help"),
                 .keys = {keys("F1")},
                 .tip = Acts::tr("Read the help"),
                 .icon = "help"});
    actions.add({.id = "help.shortcuts",
                 .text = Acts::tr("&Shortcuts"),
                 .keys = {keys("Ctrl+?"), keys("Ctrl+Shift+?")},
                 .tip = Acts::tr("Every key of this window")});
    actions.add({.id = "help.machine",
                 .text = Acts::tr("This &Machine…"),
                 .keys = {keys("Ctrl+Shift+M")},
                 .tip = Acts::tr("Which sandboxes work here, and what lies on the disk")});
    actions.add(
        {.id = "help.about", .text = Acts::tr("&About Vouchsafe"), .tip = Acts::tr("Version and licence")});
}

void enableByReason(Actions &actions, const char *id, const QString &reason)
{
    actions.enable(id, reason.isEmpty(), reason);
}

QString whyNotClose(const RunView &view)
{
    if (view.isLive())
        return Acts::tr("The run is under way.");
    return view.life == RunLife::None ? Acts::tr("No run is shown.") : QString();
}

} // namespace

void addWindowActions(Actions &actions)
{
    addFile(actions);
    addView(actions);
    addRun(actions);
    addReview(actions);
    addHelp(actions);
}

QString whyNotStart(const RunController &controller, bool hasTask)
{
    return whyNot(Deed::Start, controller.view(), controller.review(), controller.repository().has_value(),
                  hasTask);
}

void settleActions(Actions &actions, const RunController &controller, const WindowMoment &moment)
{
    const RunView &view = controller.view();
    const bool hasRepository = controller.repository().has_value();
    const auto reason = [&](Deed deed) {
        return whyNot(deed, view, controller.review(), hasRepository, moment.hasTask);
    };
    const bool held = view.life == RunLife::Paused;
    const QString live = view.isLive() ? Acts::tr("The run is under way.") : QString();

    enableByReason(actions, "file.open", live);
    enableByReason(actions, "file.new",
                   live.isEmpty() && !hasRepository ? Acts::tr("Open a repository first.") : live);
    enableByReason(actions, "file.close-run", whyNotClose(view));
    // What the start page hides is not changed behind it; a run can be held and ended from anywhere.
    const QString atStart = moment.atStart ? Acts::tr("The start page is shown.") : QString();
    const auto inWorkspace = [&](const char *id, const QString &whyNotHere) {
        enableByReason(actions, id, whyNotHere.isEmpty() ? atStart : whyNotHere);
    };
    inWorkspace("run.start", reason(held ? Deed::Continue : Deed::Start));
    inWorkspace("run.step", reason(held ? Deed::Step : Deed::Start));
    inWorkspace("run.event", reason(Deed::Step));
    inWorkspace("run.iteration", reason(Deed::Step));
    enableByReason(actions, "run.pause", reason(Deed::Pause));
    enableByReason(actions, "run.stop", reason(Deed::Stop));
    inWorkspace("run.resume", reason(Deed::Resume));
    const bool before = view.state.iteration(view.shown - 1) != nullptr;
    const bool after = view.state.iteration(view.shown + 1) != nullptr;
    inWorkspace("run.previous-iteration", before ? QString() : Acts::tr("There is no iteration before."));
    inWorkspace("run.next-iteration", after ? QString() : Acts::tr("There is no iteration after."));

    const QString noPatch = controller.review() ? QString() : Acts::tr("No patch is shown.");
    for (const char *id : {"review.next", "review.previous", "review.text"})
        inWorkspace(id, noPatch);
    const std::pair<Deed, std::pair<const char *, const char *>> reviewed[] = {
        {Deed::Approve, {"review.apply", "diff.approve"}},
        {Deed::Reject, {"review.reject", "diff.reject"}},
        {Deed::Edit, {"review.edit", "diff.edit"}}};
    for (const auto &[deed, ids] : reviewed) {
        inWorkspace(ids.first, reason(deed));
        inWorkspace(ids.second, moment.editing ? Acts::tr("The patch is being edited.") : reason(deed));
    }
    inWorkspace("review.verify", reason(Deed::VerifyEdited));
    inWorkspace("review.drop", view.edited ? QString() : Acts::tr("Nothing was edited."));
    inWorkspace("review.undo", reason(Deed::Undo));

    for (const char *id : {"view.timeline", "view.runs", "view.diff", "view.tests", "view.plan",
                           "view.context", "view.output", "view.notices", "view.reset-layout", "edit.find"})
        enableByReason(actions, id, atStart);
    const bool somethingOpen = hasRepository || view.life != RunLife::None;
    actions.enable("view.start", somethingOpen, Acts::tr("Nothing is open beside the start page."));
    actions.get("view.start")->setChecked(moment.atStart);
}

} // namespace vouchsafe
