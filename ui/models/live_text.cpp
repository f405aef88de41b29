#include "ui/models/live_text.h"

#include "ui/models/figures.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace vouchsafe {
namespace {

using std::chrono::milliseconds;

constexpr int longestNotice = 300; // characters

struct Says {
    Q_DECLARE_TR_FUNCTIONS(LiveText)
};

/// `Verify, iteration 2`; attempts are counted apart, for not every iteration uses one.
QString placeText(const RunState &state)
{
    if (!state.phase)
        return {};
    const int iteration = state.phases.empty() ? 0 : state.phases.back().iteration;
    if (iteration == 0)
        return Says::tr("Baseline");
    return Says::tr("%1, iteration %2").arg(phaseWord(*state.phase), countText(iteration));
}

QString heldText(const RunView &view)
{
    if (view.pause && view.pause->before) {
        return view.state.awaitsBaseline()
                   ? Says::tr("Held before the baseline. F10 goes on to the next phase.")
                   : Says::tr("Held before %1. F10 goes on to the next phase.")
                         .arg(phaseWord(*view.pause->before));
    }
    const QString place = placeText(view.state);
    return place.isEmpty() ? Says::tr("Held. F5 goes on.")
                           : Says::tr("Held in %1. F11 goes on to the next event.").arg(place);
}

QString endText(const RunView &view)
{
    const RunState &state = view.state;
    if (view.edited)
        return Says::tr("Not verified: the patch that is shown was edited.");
    if (!state.finished)
        return Says::tr("Interrupted: the program ended before the run did.");
    const RunFinished &finished = *state.finished;
    const QString outcome = outcomeWord(finished.outcome);
    if (state.applied())
        return Says::tr("Ended and applied: %1.").arg(outcome);
    if (finished.stop == StopReason::Cancelled)
        return finished.outcome == Outcome::Cancelled ? Says::tr("You stopped the run.")
                                                      : Says::tr("You stopped the run: %1.").arg(outcome);
    return Says::tr("Ended: %1.").arg(outcome);
}

Mark endMark(const RunView &view)
{
    return view.state.finished && !view.edited ? outcomeMark(view.state.finished->outcome) : Mark::Warned;
}

QString budgetText(const RunState &state, milliseconds underWay)
{
    const Limits &limits = state.task.limits;
    const int used = state.spent.attempts - state.attemptsForgiven;
    QStringList parts{Says::tr("%n attempt(s)", "", std::max(limits.attempts - used, 0)),
                      secondsText(std::max(limits.run - state.spent.time - underWay, milliseconds(0)))};
    if (limits.tokens) {
        const std::int64_t spent = state.spent.cost.promptTokens + state.spent.cost.completionTokens;
        parts << Says::tr("%1 tokens").arg(countText(std::max<std::int64_t>(*limits.tokens - spent, 0)));
    }
    if (limits.costUsd)
        parts << moneyText(std::max(*limits.costUsd - state.spent.cost.usd, 0.0));
    return Says::tr("Left: %1").arg(parts.join(Says::tr(", ")));
}

} // namespace

LiveText liveText(const RunView &view, const QDateTime &now)
{
    LiveText text;
    const RunState &state = view.state;
    QString time;
    milliseconds underWay{0};
    if (state.phase && !state.phases.empty()) {
        const QDateTime started = momentOf(state.phases.back().startedAt);
        if (started.isValid())
            underWay = milliseconds(std::max<qint64>(started.msecsTo(now), 0));
        time = secondsText(underWay);
    }
    const QString place = placeText(state);
    switch (view.life) {
    case RunLife::None:
        text.steady = Says::tr("No run is shown.");
        break;
    case RunLife::Preparing:
        text.mark = Mark::Current;
        text.steady = Says::tr("Preparing: the repository is being read.");
        break;
    case RunLife::Running:
        text.mark = Mark::Current;
        text.steady = place.isEmpty() ? Says::tr("Running") : Says::tr("Running: %1").arg(place);
        break;
    case RunLife::Paused:
        text.mark = Mark::Held;
        text.steady = heldText(view);
        break;
    case RunLife::Stopping:
        text.mark = Mark::Ended;
        text.steady = Says::tr("Stopping…");
        break;
    case RunLife::Ended:
        text.mark = endMark(view);
        text.steady = endText(view);
        break;
    case RunLife::Elsewhere:
        text.mark = Mark::Current;
        text.steady = place.isEmpty() ? Says::tr("Under way in another program")
                                      : Says::tr("Under way in another program: %1").arg(place);
        break;
    }
    const bool counts = (view.life == RunLife::Running || view.life == RunLife::Elsewhere) && !time.isEmpty();
    text.full = counts ? Says::tr("%1, %2").arg(text.steady, time) : text.steady;
    const bool open = view.isLive() || view.life == RunLife::Elsewhere;
    if (open && state.seq > 0) {
        text.notice = safeLine(state.progress, longestNotice);
        text.budget = budgetText(state, view.life == RunLife::Paused ? milliseconds(0) : underWay);
    }
    return text;
}

} // namespace vouchsafe
