#include "ui/models/context_model.h"

#include "ui/models/figures.h"
#include "ui/support/safe_text.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr int longestTip = 2000; // characters

/// The id without its path, which has a column of its own.
QString symbolText(const Slice &slice)
{
    const std::string start = slice.path + "::";
    return safeLine(slice.id.starts_with(start) ? std::string_view(slice.id).substr(start.size())
                                                : std::string_view(slice.id),
                    200);
}

QString tokensText(int tokens)
{
    return countText(tokens);
}

} // namespace

ContextModel::ContextModel(QObject *parent)
    : RowTree({{tr("Symbol")}, {tr("Where")}, {tr("Score"), true}, {tr("Tokens"), true}, {tr("Reason")}},
              parent)
{
}

void ContextModel::show(const ContextBundle &context)
{
    if (context == m_context)
        return;
    m_context = context;
    std::vector<TreeRow> rows;
    for (std::size_t i = 0; i < context.slices.size(); ++i) {
        const Slice &slice = context.slices[i];
        TreeRow row;
        row.key = QStringLiteral("%1 %2 %3")
                      .arg(slice.start)
                      .arg(slice.end)
                      .arg(QString::fromUtf8(slice.id.data(), static_cast<qsizetype>(slice.id.size())));
        row.cells = {
            symbolText(slice),
            QStringLiteral("%1:%2-%3")
                .arg(safeLine(slice.path, 200), QString::number(slice.start), QString::number(slice.end)),
            scoreText(slice.score), tokensText(slice.tokens), safeLine(slice.reason, longestTip)};
        row.tip = row.cells[4];
        row.spoken = tr("%1, %2, score %3, %n token(s), %4", "", slice.tokens)
                         .arg(row.cells[0], sliceHeading(slice), row.cells[2], row.cells[4]);
        row.value = static_cast<int>(i);
        rows.push_back(std::move(row));
    }
    if (!context.leftOut.empty()) {
        TreeRow group;
        const int count = static_cast<int>(context.leftOut.size());
        group.key = QStringLiteral("left out");
        group.cells = {tr("Left out: %1").arg(countText(count)), {}, {}, {}, {}};
        group.spoken = tr("%n place(s) left out", "", count);
        group.dimmed = true;
        group.value = -1;
        for (std::size_t i = 0; i < context.leftOut.size(); ++i) {
            const LeftOut &left = context.leftOut[i];
            TreeRow row;
            row.key = QString::number(i);
            row.cells = {safeLine(left.id, 200), {}, {}, {}, safeLine(left.reason, longestTip)};
            row.tip = row.cells[4];
            row.spoken = tr("%1, left out: %2").arg(row.cells[0], row.cells[4]);
            row.dimmed = true;
            row.value = -1;
            group.children.push_back(std::move(row));
        }
        // One reason for all of them is told on the group itself.
        const auto &left = context.leftOut;
        if (std::all_of(left.begin(), left.end(),
                        [&](const LeftOut &one) { return one.reason == left[0].reason; }))
            group.cells[4] = safeLine(left[0].reason, longestTip);
        rows.push_back(std::move(group));
    }
    setRows(std::move(rows));
}

const Slice *ContextModel::sliceOf(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    const int place = index.data(ValueRole).toInt();
    const bool known = place >= 0 && place < static_cast<int>(m_context.slices.size());
    return known ? &m_context.slices[static_cast<std::size_t>(place)] : nullptr;
}

QString contextSummary(const ContextBundle &context)
{
    QStringList parts{
        ContextModel::tr("%n slice(s)", "", static_cast<int>(context.slices.size())),
        ContextModel::tr("about %1 tokens").arg(countText(context.tokens)),
    };
    if (!context.leftOut.empty())
        parts << ContextModel::tr("%n left out", "", static_cast<int>(context.leftOut.size()));
    return parts.join(ContextModel::tr(", "));
}

QString sliceHeading(const Slice &slice)
{
    return ContextModel::tr("%1, lines %2 to %3")
        .arg(safeLine(slice.path), QString::number(slice.start), QString::number(slice.end));
}

} // namespace vouchsafe
