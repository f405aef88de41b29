#include "ui/models/timeline_phases.h"

#include "ui/models/figures.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace vouchsafe {
namespace {

using std::chrono::milliseconds;

constexpr int longestTip = 2000; // characters

struct Says {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

std::int64_t endOf(const RunState &state, std::size_t phase)
{
    return phase + 1 < state.phases.size() ? state.phases[phase + 1].seq
                                           : std::numeric_limits<std::int64_t>::max();
}

TreeRow checkRow(const CheckRecord &record, const CheckFigures &figures, std::size_t place)
{
    TreeRow made =
        timelineRow(QStringLiteral("check %1").arg(place), Says::tr("Check %1").arg(countText(record.number)),
                    {record.iteration, record.number, record.run});
    const QString result = checkResultText(record, figures);
    const QString kind = proofRunWord(record.run);
    setResult(made, checkMark(record, figures),
              kind.isEmpty() ? result : Says::tr("%1: %2").arg(kind, result));
    setTime(made, durationText(record.duration));
    made.tip = safeLine(record.command, longestTip);
    setSpoken(made, made.tip);
    return made;
}

/// A verdict or a baseline knows each check whole, but only those of its own phase: an earlier one of the
/// same name has its short record alone.
std::vector<TreeRow> checkRows(const RunState &state, std::size_t phase, CheckFigureCache &cache)
{
    static const RunState nothing;
    const PhaseRecord &record = state.phases[phase];
    const bool whole = holdsAnswerOf(state, phase);
    std::vector<TreeRow> rows;
    for (std::size_t i = 0; i < state.checks.size(); ++i) {
        const CheckRecord &check = state.checks[i];
        if (check.iteration != record.iteration || check.seq < record.seq || check.seq > endOf(state, phase))
            continue;
        rows.push_back(
            checkRow(check, whole ? cache.of(state, i) : checkFigures(nothing, check), rows.size()));
    }
    return rows;
}

QString elapsed(const PhaseRecord &record, const QDateTime &now)
{
    const QDateTime started = momentOf(record.startedAt);
    return started.isValid() ? secondsText(milliseconds(started.msecsTo(now))) : QString();
}

bool wasStopped(const RunView &view, std::size_t phase)
{
    const RunState &state = view.state;
    for (std::size_t i = 0; i < state.actSeqs.size(); ++i)
        if (state.acts[i].act == HumanActed::Act::CancelAsked && state.actSeqs[i] > state.phases[phase].seq &&
            state.actSeqs[i] < endOf(state, phase))
            return true;
    const bool last = phase + 1 == state.phases.size();
    return last && (view.life == RunLife::Stopping ||
                    (state.finished && state.finished->stop == StopReason::Cancelled));
}

/// It came to its end and brought nothing.
void setVainEnd(TreeRow &made, const RunView &view, std::size_t phase)
{
    const auto &finished = view.state.finished;
    if (wasStopped(view, phase)) {
        setResult(made, Mark::Ended, Says::tr("stopped"));
    } else if (finished && phase + 1 == view.state.phases.size()) {
        setResult(made, stopMark(finished->stop), Says::tr("no result"));
        made.tip = stopReasonText(*finished);
    } else {
        setResult(made, Mark::Ended, Says::tr("no result"));
    }
}

/// What a phase that came to its end brought.
void setPhaseEnd(TreeRow &made, const RunView &view, std::size_t phase)
{
    const PhaseRecord &record = view.state.phases[phase];
    const Iteration *iteration = view.state.iteration(record.iteration);
    if (!record.answered) {
        setVainEnd(made, view, phase);
    } else if (record.phase == Phase::Verify && iteration != nullptr && iteration->verdict) {
        const Verdict &verdict = *iteration->verdict;
        setResult(made, outcomeMark(verdict.outcome), outcomeWord(verdict.outcome));
        made.tip = safeLine(verdict.reason, longestTip);
    } else if (record.phase == Phase::Engineer && iteration != nullptr && !iteration->patch &&
               iteration->rejected) {
        setResult(made, Mark::Bad, Says::tr("the patch could not be placed"));
        made.tip = safeLine(iteration->rejected->message, longestTip);
    } else {
        setResult(made, Mark::Done, Says::tr("done"));
    }
}

} // namespace

TreeRow timelineRow(const QString &key, const QString &what, const TimelinePlace &place)
{
    TreeRow made;
    made.key = key;
    made.cells = {what, QString(), QString()};
    made.value = QVariant::fromValue(place);
    return made;
}

void setResult(TreeRow &made, Mark mark, const QString &words)
{
    made.mark = mark;
    made.cells[1] = words;
}

void setTime(TreeRow &made, const QString &time)
{
    made.cells[2] = time;
}

void setSpoken(TreeRow &made, const QString &more)
{
    QStringList parts{made.cells[0]};
    for (const QString &part : {made.cells[1], made.cells[2], more})
        if (!part.isEmpty() && !parts.contains(part))
            parts << part;
    made.spoken = parts.join(Says::tr(", "));
}

bool isOpen(const RunView &view)
{
    return view.isLive() || view.life == RunLife::Elsewhere;
}

bool holdsAnswerOf(const RunState &state, std::size_t phase)
{
    const PhaseRecord &record = state.phases[phase];
    const auto later = state.phases.begin() + static_cast<std::ptrdiff_t>(phase) + 1;
    return record.answered && std::none_of(later, state.phases.end(), [&](const PhaseRecord &other) {
               return other.answered && other.iteration == record.iteration && other.phase == record.phase;
           });
}

TreeRow phaseRow(const RunView &view, std::size_t phase, const QString &key, const QString &what,
                 const QDateTime &now, CheckFigureCache &cache)
{
    const PhaseRecord &record = view.state.phases[phase];
    TreeRow made = timelineRow(key, what, {record.iteration, 0});
    const bool newest = phase + 1 == view.state.phases.size();
    if (record.duration) {
        setPhaseEnd(made, view, phase);
        setTime(made, durationText(*record.duration));
    } else if (!newest || !view.state.phase || !isOpen(view)) {
        setResult(made, Mark::Ended, Says::tr("interrupted"));
    } else if (view.life == RunLife::Paused) {
        setResult(made, Mark::Held, Says::tr("held in the middle"));
    } else {
        setResult(made, Mark::Current,
                  view.life == RunLife::Stopping ? Says::tr("stopping") : Says::tr("under way"));
        setTime(made, elapsed(record, now));
    }
    made.children = checkRows(view.state, phase, cache);
    return made;
}

} // namespace vouchsafe
