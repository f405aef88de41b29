#include "ui/models/timeline.h"

#include "ui/models/figures.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace vouchsafe {
namespace {

using std::chrono::milliseconds;

constexpr int longestTip = 2000; // characters

struct Says {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

bool isOpen(const RunView &view)
{
    return view.isLive() || view.life == RunLife::Elsewhere;
}

QString phaseKey(std::ptrdiff_t place)
{
    return QStringLiteral("phase %1").arg(place);
}

QString baselineKey(std::ptrdiff_t time)
{
    return QStringLiteral("baseline %1").arg(time);
}

TreeRow row(const QString &key, const QString &what, TimelinePlace place)
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

/// The row's words for those who cannot see its columns and marks.
void setSpoken(TreeRow &made, const QString &more = {})
{
    QStringList parts{made.cells[0]};
    for (const QString &part : {made.cells[1], made.cells[2], more})
        if (!part.isEmpty() && !parts.contains(part))
            parts << part;
    made.spoken = parts.join(Says::tr(", "));
}

TreeRow checkRow(const CheckRecord &record, const CheckFigures &figures, std::size_t place)
{
    TreeRow made = row(QStringLiteral("check %1").arg(place), safeLine(record.command, 200),
                       {record.iteration, record.number, record.run});
    setResult(made, checkMark(record, figures), checkResultText(record, figures));
    setTime(made, durationText(record.duration));
    made.tip = safeLine(record.command, longestTip);
    if (const QString kind = proofRunWord(record.run); !kind.isEmpty()) {
        made.cells[0] = Says::tr("%1: %2").arg(kind, made.cells[0]);
        made.tip = Says::tr("%1: %2").arg(kind, made.tip);
    }
    setSpoken(made);
    return made;
}

std::vector<TreeRow> checkRows(const RunState &state, int iteration, CheckFigureCache &cache)
{
    std::vector<TreeRow> rows;
    for (std::size_t i = 0; i < state.checks.size(); ++i)
        if (state.checks[i].iteration == iteration)
            rows.push_back(checkRow(state.checks[i], cache.of(state, i), rows.size()));
    return rows;
}

QString elapsed(const PhaseRecord &record, const QDateTime &now)
{
    const QDateTime started = momentOf(record.startedAt);
    return started.isValid() ? secondsText(milliseconds(started.msecsTo(now))) : QString();
}

/// What a phase that came to its end brought.
void setPhaseEnd(TreeRow &made, const RunState &state, const PhaseRecord &record)
{
    const Iteration *iteration = state.iteration(record.iteration);
    if (record.phase == Phase::Verify && iteration != nullptr && iteration->verdict) {
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

TreeRow phaseRow(const RunView &view, const PhaseRecord &record, const QString &key, const QString &what,
                 const QDateTime &now)
{
    TreeRow made = row(key, what, {record.iteration, 0});
    const bool newest = &record == &view.state.phases.back();
    if (record.duration) {
        setPhaseEnd(made, view.state, record);
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
    return made;
}

TreeRow heldRow(Phase before, int iteration, const QString &key)
{
    TreeRow made = row(key, phaseWord(before), {iteration, 0});
    setResult(made, Mark::Held, Says::tr("held before %1").arg(phaseWord(before)));
    setSpoken(made);
    return made;
}

/// Where the loop went after this iteration, and why.
std::optional<TreeRow> routeRow(const RunState &state, int iteration, bool newest)
{
    const Iteration *next = state.iteration(iteration + 1);
    const Iteration *judged = state.iteration(iteration);
    TreeRow made = row(QStringLiteral("route"), phaseWord(Phase::Route), {iteration, 0});
    QString why;
    if (next != nullptr) {
        why = safeLine(next->routeReason, longestTip);
        setResult(made, Mark::Done, Says::tr("%1, because %2").arg(routeWord(next->route), why));
    } else if (newest && state.finished && judged != nullptr && judged->verdict) {
        why = safeLine(state.finished->rationale, longestTip);
        setResult(made, Mark::Ended, Says::tr("%1: %2").arg(routeWord(Route::Stop), why));
    } else {
        return std::nullopt;
    }
    made.tip = why;
    setSpoken(made, why);
    return made;
}

void setIterationResult(TreeRow &made, const RunView &view, const Iteration &iteration, bool newest)
{
    if (iteration.declined) {
        const QString why = safeLine(*iteration.declined, longestTip);
        setResult(made, Mark::Bad, Says::tr("rejected: %1").arg(why));
        made.tip = why;
    } else if (iteration.verdict) {
        const bool warned = iteration.verdict->ambiguous;
        setResult(made, warned ? Mark::Warned : outcomeMark(iteration.verdict->outcome),
                  warned ? Says::tr("%1, with other edits that pass as well")
                               .arg(outcomeWord(iteration.verdict->outcome))
                         : outcomeWord(iteration.verdict->outcome));
        made.tip = safeLine(iteration.verdict->reason, longestTip);
    } else if (newest && isOpen(view)) {
        const bool held = view.life == RunLife::Paused;
        setResult(made, held ? Mark::Held : Mark::Current, held ? Says::tr("held") : Says::tr("under way"));
    } else {
        setResult(made, Mark::Ended, Says::tr("not judged"));
    }
}

TreeRow iterationRow(const RunView &view, const Iteration &iteration, const QDateTime &now,
                     CheckFigureCache &cache)
{
    const RunState &state = view.state;
    const bool newest = iteration.number == state.iterations.back().number;
    TreeRow made = row(iterationKey(iteration.number), Says::tr("Iteration %1").arg(iteration.number),
                       {iteration.number, 0});
    made.strong = iteration.number == view.shown;
    setIterationResult(made, view, iteration, newest);

    milliseconds total{0};
    std::size_t lastVerify = 0;
    for (const PhaseRecord &record : state.phases) {
        if (record.iteration != iteration.number)
            continue;
        total += record.duration.value_or(milliseconds(0));
        made.children.push_back(
            phaseRow(view, record, phaseKey(std::ssize(made.children)), phaseWord(record.phase), now));
        if (record.phase == Phase::Verify)
            lastVerify = made.children.size();
    }
    std::vector<TreeRow> checks = checkRows(state, iteration.number, cache);
    if (lastVerify > 0)
        made.children[lastVerify - 1].children = std::move(checks);
    for (TreeRow &phase : made.children)
        setSpoken(phase, phase.tip);
    const auto route = routeRow(state, iteration.number, newest);
    if (route)
        made.children.push_back(*route);
    if (newest && !route && view.life == RunLife::Paused && view.pause && view.pause->before &&
        state.baseline)
        made.children.push_back(heldRow(*view.pause->before, iteration.number,
                                        *view.pause->before == Phase::Route
                                            ? QStringLiteral("route")
                                            : phaseKey(std::ssize(made.children))));
    if (total.count() > 0)
        setTime(made, durationText(total));
    setSpoken(made, made.tip);
    return made;
}

/// The checks on the untouched tree; a resumed run does them once more.
TreeRow baselineRow(const RunView &view, const PhaseRecord &record, int time, const QDateTime &now)
{
    TreeRow made = phaseRow(view, record, baselineKey(time),
                            time == 1 ? Says::tr("Baseline") : Says::tr("Resumed, baseline once more"), now);
    const auto &baseline = view.state.baseline;
    if (record.duration && baseline) {
        if (!baseline->usable) {
            setResult(made, Mark::Bad, outcomeWord(baseline->problem));
            made.tip = safeLine(baseline->reason, longestTip);
        } else if (baseline->failing.empty()) {
            setResult(made, Mark::Good, Says::tr("no test fails"));
        } else {
            setResult(made, Mark::Bad,
                      Says::tr("%n test(s) fail(s)", "", static_cast<int>(baseline->failing.size())));
        }
    }
    setSpoken(made, made.tip);
    return made;
}

void addActs(std::vector<TreeRow> &rows, const RunState &state)
{
    for (std::size_t i = 0; i < state.acts.size(); ++i) {
        const HumanActed &act = state.acts[i];
        TreeRow made = row(QStringLiteral("act %1").arg(i), actWord(act.act), {});
        setResult(made, actMark(act.act), safeLine(act.rationale, longestTip));
        QStringList lines{made.cells[1]};
        for (const std::string &file : act.files)
            lines << safeLine(file, 200);
        made.tip = lines.mid(0, 20).join(QLatin1Char('\n'));
        setSpoken(made);
        rows.push_back(std::move(made));
    }
}

void addStop(std::vector<TreeRow> &rows, const RunView &view)
{
    if (view.state.finished) {
        const RunFinished &finished = *view.state.finished;
        TreeRow made = row(QStringLiteral("stop"), stopWord(finished.stop), {});
        setResult(made, stopMark(finished.stop), safeLine(finished.rationale, longestTip));
        if (finished.spent.time.count() > 0)
            setTime(made, durationText(finished.spent.time));
        made.tip = made.cells[1];
        setSpoken(made);
        rows.push_back(std::move(made));
    } else if (view.life == RunLife::Ended) {
        TreeRow made = row(QStringLiteral("stop"), Says::tr("Interrupted"), {});
        setResult(made, Mark::Warned, Says::tr("the program ended before the run did; it can be resumed"));
        made.tip = made.cells[1];
        setSpoken(made);
        rows.push_back(std::move(made));
    }
}

} // namespace

QString iterationKey(int iteration)
{
    return QStringLiteral("iteration %1").arg(iteration);
}

std::vector<TreeRow> timelineRows(const RunView &view, const QDateTime &now, CheckFigureCache &cache)
{
    const RunState &state = view.state;
    std::vector<TreeRow> rows;
    if (state.seq == 0)
        return rows;
    // Rows stand in the order in which they began.
    std::vector<int> told;
    const auto tell = [&](const Iteration &iteration) {
        if (std::find(told.begin(), told.end(), iteration.number) != told.end())
            return;
        told.push_back(iteration.number);
        rows.push_back(iterationRow(view, iteration, now, cache));
    };
    int baselines = 0;
    std::size_t lastBaseline = 0;
    for (const PhaseRecord &record : state.phases) {
        if (record.iteration == 0) {
            rows.push_back(baselineRow(view, record, ++baselines, now));
            lastBaseline = rows.size();
        } else if (const Iteration *iteration = state.iteration(record.iteration)) {
            tell(*iteration);
        }
    }
    if (lastBaseline > 0)
        rows[lastBaseline - 1].children = checkRows(state, 0, cache);
    for (const Iteration &iteration : state.iterations)
        tell(iteration);
    if (view.life == RunLife::Paused && view.pause && view.pause->before) {
        if (baselines == 0)
            rows.push_back(heldRow(*view.pause->before, 0, baselineKey(1)));
        else if (state.iterations.empty())
            rows.push_back(heldRow(*view.pause->before, -1, QStringLiteral("held")));
    }
    addActs(rows, state);
    addStop(rows, view);
    return rows;
}

TimelineModel::TimelineModel(QObject *parent)
    : RowTree({{tr("What")}, {tr("Result"), false, true}, {tr("Time"), true}}, parent)
{
}

void TimelineModel::show(const RunView &view, const QDateTime &now)
{
    setRows(timelineRows(view, now, m_figures));
    m_counting = QPersistentModelIndex();
    const auto &phases = view.state.phases;
    if (!isOpen(view) || view.life == RunLife::Paused || !view.state.phase || phases.empty())
        return;
    const int iteration = phases.back().iteration;
    const auto place = std::count_if(phases.begin(), phases.end(),
                                     [&](const PhaseRecord &phase) { return phase.iteration == iteration; });
    const QModelIndex row =
        iteration == 0 ? find(baselineKey(place)) : find(phaseKey(place - 1), ofIteration(iteration));
    m_counting = row.siblingAtColumn(static_cast<int>(TimelineColumn::Time));
    m_countsFrom = momentOf(phases.back().startedAt);
}

void TimelineModel::tick(const QDateTime &now)
{
    if (m_counting.isValid() && m_countsFrom.isValid())
        setCell(m_counting, secondsText(milliseconds(m_countsFrom.msecsTo(now))));
}

QModelIndex TimelineModel::ofIteration(int iteration) const
{
    return find(iterationKey(iteration));
}

TimelinePlace TimelineModel::placeOf(const QModelIndex &index)
{
    return index.data(ValueRole).value<TimelinePlace>();
}

} // namespace vouchsafe
