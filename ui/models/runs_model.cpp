#include "ui/models/runs_model.h"

#include "ui/models/figures.h"
#include "ui/support/safe_text.h"

namespace vouchsafe {
namespace {

constexpr int longestTip = 2000; // characters

QString firstLine(const std::string &request)
{
    return safeLine(std::string_view(request).substr(0, request.find('\n')), 200);
}

} // namespace

RunsModel::RunsModel(QObject *parent)
    : RowTree({{tr("Started")}, {tr("Request")}, {tr("Outcome"), false, true}}, parent)
{
}

void RunsModel::show(const std::vector<RunSummary> &runs, const QDateTime &now)
{
    std::vector<TreeRow> rows;
    for (const RunSummary &run : runs) {
        TreeRow row;
        row.key = QString::fromStdString(run.id);
        row.value = QByteArray::fromStdString(run.id);
        const QDateTime started = momentOf(run.startedAt);
        const QString date = started.isValid() ? dateText(started) : safeLine(run.startedAt, 40);
        row.cells = {started.isValid() ? tr("%1, %2").arg(agoText(started, now), date) : date,
                     firstLine(run.request), QString()};
        if (run.problem) {
            row.mark = Mark::Warned;
            row.cells[2] = tr("cannot be read: %1").arg(safeLine(run.problem->what, 200));
            row.dimmed = true;
        } else if (run.live) {
            row.mark = Mark::Current;
            row.cells[2] = tr("under way");
            row.strong = true;
        } else if (!run.outcome) {
            row.mark = Mark::Warned;
            row.cells[2] = tr("interrupted");
        } else {
            row.mark = outcomeMark(*run.outcome);
            row.cells[2] =
                run.applied ? tr("applied, %1").arg(outcomeWord(*run.outcome)) : outcomeWord(*run.outcome);
        }
        row.tip = tr("%1\nRun %2, started %3")
                      .arg(safeText(std::string_view(run.request).substr(0, longestTip)),
                           safeLine(run.id, 60), date);
        row.spoken = tr("%1, started %2, %3").arg(row.cells[1], date, row.cells[2]);
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

std::string RunsModel::runOf(const QModelIndex &index)
{
    return index.data(ValueRole).toByteArray().toStdString();
}

} // namespace vouchsafe
