#include "ui/models/timeline.h"

#include "ui/models/figures.h"
#include "ui/models/timeline_phases.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace vouchsafe {
namespace {

using std::chrono::milliseconds;

constexpr int longestTip = 2000; // characters

struct Says {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

QString phaseKey(std::ptrdiff_t place)
{
    return QStringLiteral("phase %1").arg(place);
}

QString baselineKey(std::ptrdiff_t time)
{
    return QStringLiteral("baseline %1").arg(time);
}

std::optional<Phase> heldBefore(const RunView &view)
{
    return view.life == RunLife::Paused && view.pause ? view.pause->before : std::nullopt;
}

QString baselineWord(int time)
{
    return time == 1 ? Says::tr("Baseline") : Says::tr("Baseline again");
}

TreeRow heldRow(Phase before, int iteration, const QString &key, const QString &what)
{
    TreeRow made = timelineRow(key, what, {iteration, 0});
    setResult(made, Mark::Held, Says::tr("held before %1").arg(phaseWord(before)));
    setSpoken(made);
    return made;
}

/// Where the loop went after this iteration, and why.
std::optional<TreeRow> routeRow(const RunState &state, int iteration, bool newest)
{
    const Iteration *next = state.iteration(iteration + 1);
    const Iteration *judged = state.iteration(iteration);
    TreeRow made = timelineRow(QStringLiteral("route"), phaseWord(Phase::Route), {iteration, 0});
    QString why;
    if (next != nullptr) {
        why = safeLine(next->routeReason, longestTip);
        setResult(made, Mark::Done, Says::tr("%1, because %2").arg(routeWord(next->route), why));
    } else if (newest && state.finished && state.finished->stop != StopReason::Cancelled &&
               judged != nullptr && judged->verdict && !state.phases.empty() &&
               state.phases.back().iteration == iteration) {
        why = stopReasonText(*state.finished);
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
    } else if (newest && view.state.finished && view.state.finished->stop == StopReason::Cancelled) {
        setResult(made, Mark::Ended, Says::tr("stopped"));
    } else {
        setResult(made, Mark::Ended, Says::tr("not judged"));
    }
}

TreeRow iterationRow(const RunView &view, const Iteration &iteration, const QDateTime &now,
                     CheckFigureCache &cache)
{
    const RunState &state = view.state;
    const bool newest = iteration.number == state.iterations.back().number;
    TreeRow made = timelineRow(iterationKey(iteration.number), Says::tr("Iteration %1").arg(iteration.number),
                               {iteration.number, 0});
    made.strong = iteration.number == view.shown;
    setIterationResult(made, view, iteration, newest);

    milliseconds total{0};
    for (std::size_t i = 0; i < state.phases.size(); ++i) {
        const PhaseRecord &record = state.phases[i];
        if (record.iteration != iteration.number)
            continue;
        total += record.duration.value_or(milliseconds(0));
        TreeRow &phase = made.children.emplace_back(
            phaseRow(view, i, phaseKey(std::ssize(made.children)), phaseWord(record.phase), now, cache));
        setSpoken(phase, phase.tip);
    }
    const auto route = routeRow(state, iteration.number, newest);
    if (route)
        made.children.push_back(*route);
    if (const auto held = heldBefore(view); newest && !route && held && !state.awaitsBaseline())
        made.children.push_back(
            heldRow(*held, iteration.number,
                    *held == Phase::Route ? QStringLiteral("route") : phaseKey(std::ssize(made.children)),
                    phaseWord(*held)));
    if (total.count() > 0)
        setTime(made, durationText(total));
    setSpoken(made, made.tip);
    return made;
}

/// The checks on the untouched tree; a resumed run does them once more.
TreeRow baselineRow(const RunView &view, std::size_t phase, int time, const QDateTime &now,
                    CheckFigureCache &cache)
{
    TreeRow made = phaseRow(view, phase, baselineKey(time), baselineWord(time), now, cache);
    const auto &baseline = view.state.baseline;
    if (view.state.phases[phase].duration && baseline && holdsAnswerOf(view.state, phase)) {
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
    if (time > 1 && made.tip.isEmpty())
        made.tip = Says::tr("The run was resumed, so its baseline is measured anew.");
    setSpoken(made, made.tip);
    return made;
}

TreeRow actRow(const HumanActed &act, std::size_t place)
{
    TreeRow made =
        timelineRow(QStringLiteral("act %1").arg(place), actWord(act.act), TimelinePlace::wholeLine());
    const QString why = safeLine(act.rationale, longestTip);
    setResult(made, actMark(act.act), act.act == HumanActed::Act::CancelAsked ? QString() : why);
    QStringList lines{why};
    for (const std::string &file : act.files)
        lines << safeLine(file, 200);
    made.tip = lines.mid(0, 20).join(QLatin1Char('\n'));
    setSpoken(made);
    return made;
}

TreeRow stopRow(const RunFinished &finished)
{
    TreeRow made = timelineRow(QStringLiteral("stop"), stopWord(finished.stop), TimelinePlace::wholeLine());
    const QString why = stopReasonText(finished);
    setResult(made, stopMark(finished.stop), why == made.cells[0] ? QString() : why);
    if (finished.spent.time.count() > 0)
        setTime(made, durationText(finished.spent.time));
    made.tip = why;
    setSpoken(made);
    return made;
}

TreeRow interruptedRow()
{
    TreeRow made = timelineRow(QStringLiteral("stop"), Says::tr("Interrupted"), TimelinePlace::wholeLine());
    setResult(made, Mark::Warned, Says::tr("the program ended before the run did; it can be resumed"));
    made.tip = made.cells[1];
    setSpoken(made);
    return made;
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
    // Rows stand in the order in which they began; an iteration begins with its first phase.
    std::vector<std::pair<std::int64_t, TreeRow>> begun;
    std::set<int> told;
    const auto tell = [&](const Iteration &iteration, std::int64_t seq) {
        if (told.insert(iteration.number).second)
            begun.emplace_back(seq, iterationRow(view, iteration, now, cache));
    };
    int baselines = 0;
    for (std::size_t i = 0; i < state.phases.size(); ++i) {
        const PhaseRecord &record = state.phases[i];
        if (record.iteration == 0)
            begun.emplace_back(record.seq, baselineRow(view, i, ++baselines, now, cache));
        else if (const Iteration *iteration = state.iteration(record.iteration))
            tell(*iteration, record.seq);
    }
    for (const Iteration &iteration : state.iterations)
        tell(iteration, state.seq + 1);
    for (std::size_t i = 0; i < state.acts.size(); ++i)
        begun.emplace_back(state.actSeqs.at(i), actRow(state.acts[i], i));
    if (state.finished)
        begun.emplace_back(state.finishedSeq, stopRow(*state.finished));
    std::stable_sort(begun.begin(), begun.end(),
                     [](const auto &one, const auto &other) { return one.first < other.first; });
    for (auto &[seq, row] : begun)
        rows.push_back(std::move(row));

    if (const auto held = heldBefore(view); held && state.awaitsBaseline())
        rows.push_back(heldRow(*held, 0, baselineKey(baselines + 1), baselineWord(baselines + 1)));
    else if (held && state.iterations.empty())
        rows.push_back(heldRow(*held, -1, QStringLiteral("held"), phaseWord(*held)));
    if (!state.finished && view.life == RunLife::Ended)
        rows.push_back(interruptedRow());
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

// A whole line is drawn as one cell over all columns, so that cell says it all.
QVariant TimelineModel::data(const QModelIndex &index, int role) const
{
    const bool told = role == Qt::DisplayRole || role == Qt::AccessibleTextRole || role == MarkRole;
    if (!told || !index.isValid() || index.column() != 0 || !placeOf(index).whole)
        return RowTree::data(index, role);
    if (role == MarkRole)
        return RowTree::data(index.siblingAtColumn(static_cast<int>(TimelineColumn::Result)), role);
    const QString what = RowTree::data(index, Qt::AccessibleTextRole).toString();
    const QString why =
        RowTree::data(index.siblingAtColumn(static_cast<int>(TimelineColumn::Result)), Qt::AccessibleTextRole)
            .toString();
    const QString words = why.isEmpty() ? what : tr("%1: %2").arg(what, why);
    return role == Qt::DisplayRole ? marked(static_cast<Mark>(data(index, MarkRole).toInt()), words) : words;
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
