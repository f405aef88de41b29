#include "ui/deeds.h"

#include <QCoreApplication>

namespace vouchsafe {
namespace {

struct Reasons {
    Q_DECLARE_TR_FUNCTIONS(Deeds)
};

QString whyNotReview(const RunView &view)
{
    if (view.isLive())
        return Reasons::tr("The run is under way.");
    if (view.life == RunLife::Elsewhere)
        return Reasons::tr("Another program has this run under way.");
    const Iteration *shown = view.shownIteration();
    if (shown == nullptr || !shown->patch)
        return Reasons::tr("No patch is shown.");
    return {};
}

QString whyNotApprove(const RunView &view, const std::optional<ReviewPatch> &review)
{
    if (const QString reason = whyNotReview(view); !reason.isEmpty())
        return reason;
    if (view.edited)
        return Reasons::tr("The edited patch is not verified. Verify it first.");
    if (view.state.applied())
        return Reasons::tr("The patch is applied already. It can be undone.");
    const Iteration &shown = *view.shownIteration();
    if (shown.declined)
        return Reasons::tr("This patch was rejected.");
    if (!view.state.finished || view.state.finished->best != shown.number)
        return Reasons::tr("This iteration is not the one that the run offers.");
    if (!review)
        return Reasons::tr("The patch is being read.");
    if (!review->whole)
        return Reasons::tr("The files of this run are no longer there, so only its hunks can be shown.");
    if (!review->stale.empty())
        return Reasons::tr("The working tree changed in files of this patch since the run started.");
    return {};
}

} // namespace

QString whyNot(Deed deed, const RunView &view, const std::optional<ReviewPatch> &review, bool hasRepository,
               bool hasTask)
{
    switch (deed) {
    case Deed::Start:
        if (!hasRepository)
            return Reasons::tr("Open a repository first.");
        if (view.isLive())
            return Reasons::tr("A run is under way.");
        return hasTask ? QString() : Reasons::tr("Write down first what should be changed.");
    case Deed::Continue:
    case Deed::Step:
        return view.life == RunLife::Paused ? QString() : Reasons::tr("No run is held.");
    case Deed::Pause:
        return view.life == RunLife::Running ? QString() : Reasons::tr("No run is going on.");
    case Deed::Stop:
        if (view.life == RunLife::Stopping)
            return Reasons::tr("The run is being stopped.");
        return view.isLive() || view.life == RunLife::Elsewhere ? QString()
                                                                : Reasons::tr("No run is under way.");
    case Deed::Resume:
        if (view.life != RunLife::Ended || view.state.seq == 0)
            return Reasons::tr("No ended run is shown.");
        return view.state.mayGoOn() ? QString() : Reasons::tr("The run came to its end.");
    case Deed::Approve:
        return whyNotApprove(view, review);
    case Deed::Reject:
        if (const QString reason = whyNotReview(view); !reason.isEmpty())
            return reason;
        if (view.state.applied())
            return Reasons::tr("The patch is applied. Undo that first.");
        return view.shownIteration()->declined ? Reasons::tr("This patch was rejected.") : QString();
    case Deed::TryAgain:
        if (view.state.seq == 0)
            return Reasons::tr("No run is shown.");
        return view.state.givenPatch
                   ? Reasons::tr("This run judged a patch that was given, so there is no other to look for.")
                   : QString();
    case Deed::Edit:
        if (const QString reason = whyNotReview(view); !reason.isEmpty())
            return reason;
        return review && review->whole ? QString() : Reasons::tr("The patch's files are not there.");
    case Deed::VerifyEdited:
        if (view.isLive() || view.life == RunLife::Elsewhere)
            return Reasons::tr("A run is under way.");
        return view.edited ? QString() : Reasons::tr("Nothing was edited.");
    case Deed::Undo:
        if (view.isLive() || view.life == RunLife::Elsewhere)
            return Reasons::tr("The run is under way.");
        return view.state.applied() ? QString() : Reasons::tr("Nothing of this run is applied.");
    }
    return {};
}

} // namespace vouchsafe
