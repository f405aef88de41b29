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
    : RowTree({{tr("Request")}, {tr("Outcome"), false, true}, {tr("Started")}}, parent)
{
}

void RunsModel::show(const std::vector<RunSummary> &runs, const QDateTime &now)
{
    std::vector<TreeRow> rows;
    QStringList ago;
    for (const RunSummary &run : runs) {
        TreeRow row;
        row.key = QString::fromStdString(run.id);
        row.value = QByteArray::fromStdString(run.id);
        const QDateTime started = momentOf(run.startedAt);
        const QString date = started.isValid() ? dateText(started) : safeLine(run.startedAt, 40);
        ago << (started.isValid() ? agoText(started, now) : date);
        row.cells = {firstLine(run.request), QString(),
                     started.isValid() ? tr("%1, %2").arg(ago.back(), date) : date};
        if (run.problem) {
            row.mark = Mark::Warned;
            row.cells[1] = tr("cannot be read: %1").arg(safeLine(run.problem->what, 200));
            row.dimmed = true;
        } else if (run.live) {
            row.mark = Mark::Current;
            row.cells[1] = tr("under way");
            row.strong = true;
        } else if (!run.outcome) {
            row.mark = Mark::Warned;
            row.cells[1] = tr("interrupted");
        } else if (run.rejected) {
            row.mark = Mark::Bad;
            row.cells[1] = tr("rejected");
        } else {
            row.mark = outcomeMark(*run.outcome);
            row.cells[1] =
                run.applied ? tr("applied, %1").arg(outcomeWord(*run.outcome)) : outcomeWord(*run.outcome);
        }
        row.tip = tr("%1\n%2\nRun %3, started %4")
                      .arg(safeText(std::string_view(run.request).substr(0, longestTip)),
                           marked(row.mark, row.cells[1]), safeLine(run.id, 60), date);
        row.spoken = tr("%1, %2, started %3").arg(row.cells[0], row.cells[1], row.cells[2]);
        rows.push_back(std::move(row));
    }
    m_ago = std::move(ago);
    setRows(std::move(rows));
}

QVariant RunsModel::data(const QModelIndex &index, int role) const
{
    if (role == AgoRole)
        return index.isValid() ? m_ago.value(index.row()) : QString();
    if (index.isValid() && index.column() == 0 && role == Qt::AccessibleTextRole)
        return RowTree::data(index, Qt::AccessibleDescriptionRole);
    return RowTree::data(index, role);
}

std::string RunsModel::runOf(const QModelIndex &index)
{
    return index.data(ValueRole).toByteArray().toStdString();
}

} // namespace vouchsafe
