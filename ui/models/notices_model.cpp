#include "ui/models/notices_model.h"

#include "ui/support/safe_text.h"

#include <algorithm>
#include <map>

namespace vouchsafe {
namespace {

constexpr int longestTip = 2000; // characters
constexpr std::size_t mostLeftOut = 1000;

/// Rows of equal words get keys of their own, whatever comes before or after them.
class Rows {
public:
    void add(const QString &kind, const std::string &text, Mark mark = Mark::None)
    {
        TreeRow row;
        row.cells = {kind, safeLine(text, longestTip)};
        row.key = QStringLiteral("%1 %2").arg(kind, row.cells[1]);
        row.key += QStringLiteral(" %1").arg(m_seen[row.key]++);
        row.mark = mark;
        row.tip = row.cells[1];
        row.spoken = NoticesModel::tr("%1: %2").arg(kind, row.cells[1]);
        (mark == Mark::None ? m_rest : m_first).push_back(std::move(row));
    }
    void add(TreeRow row) { m_rest.push_back(std::move(row)); }
    std::vector<TreeRow> take()
    {
        std::move(m_rest.begin(), m_rest.end(), std::back_inserter(m_first));
        return std::move(m_first);
    }

private:
    std::map<QString, int> m_seen;
    std::vector<TreeRow> m_first;
    std::vector<TreeRow> m_rest;
};

TreeRow leftOutRow(const std::vector<std::string> &leftOut)
{
    TreeRow group;
    const auto count = static_cast<int>(leftOut.size());
    group.key = QStringLiteral("left out");
    group.cells = {NoticesModel::tr("Not copied"), NoticesModel::tr("%n ignored path(s)", "", count)};
    group.tip = NoticesModel::tr("These paths are ignored by git and were not copied into the sandbox.");
    group.spoken = NoticesModel::tr("%n ignored path(s) not copied into the sandbox", "", count);
    for (std::size_t i = 0; i < std::min(leftOut.size(), mostLeftOut); ++i) {
        TreeRow row;
        row.key = QString::number(i);
        row.cells = {QString(), safeLine(leftOut[i], longestTip)};
        row.tip = row.cells[1];
        row.spoken = NoticesModel::tr("not copied: %1").arg(row.cells[1]);
        group.children.push_back(std::move(row));
    }
    if (leftOut.size() > mostLeftOut) {
        TreeRow more;
        more.key = QStringLiteral("more");
        more.cells = {QString(),
                      NoticesModel::tr("and %n more", "", static_cast<int>(leftOut.size() - mostLeftOut))};
        group.children.push_back(std::move(more));
    }
    return group;
}

} // namespace

std::vector<TreeRow> noticeRows(const RunView &view)
{
    Rows rows;
    const RunState &state = view.state;
    for (const std::string &text : view.notices)
        rows.add(NoticesModel::tr("Journal"), text, Mark::Warned);
    for (const Noticed &notice : state.notices)
        if (notice.level == Noticed::Level::Warning)
            rows.add(NoticesModel::tr("Warning"), notice.text, Mark::Warned);
        else if (notice.level == Noticed::Level::Note)
            rows.add(NoticesModel::tr("Note"), notice.text);
    if (const Iteration *shown = view.shownIteration()) {
        if (shown->rejected) {
            rows.add(NoticesModel::tr("Patch"), shown->rejected->message, Mark::Bad);
            for (const PatchPlace &place : shown->rejected->places)
                rows.add(NoticesModel::tr("Place"),
                         place.path + ":" + std::to_string(place.line) + "  " + place.text);
        }
        if (shown->patch) {
            for (const std::string &repair : shown->patch->repairs)
                rows.add(NoticesModel::tr("Repaired"), repair);
            for (const std::string &notice : shown->patch->notices)
                rows.add(NoticesModel::tr("Patch"), notice);
        }
    }
    if (state.baseline) {
        for (const std::string &id : state.baseline->flaky)
            rows.add(NoticesModel::tr("Flaky"), id, Mark::Warned);
        if (!state.baseline->leftOut.empty())
            rows.add(leftOutRow(state.baseline->leftOut));
    }
    return rows.take();
}

NoticesModel::NoticesModel(QObject *parent) : RowTree({{tr("Kind"), false, true}, {tr("Text")}}, parent)
{
}

void NoticesModel::show(const RunView &view)
{
    std::vector<TreeRow> rows = noticeRows(view);
    m_warnings = static_cast<int>(
        std::count_if(rows.begin(), rows.end(), [](const TreeRow &row) { return row.mark != Mark::None; }));
    setRows(std::move(rows));
}

} // namespace vouchsafe
