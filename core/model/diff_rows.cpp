#include "core/model/diff_rows.h"

#include <algorithm>
#include <cassert>

namespace vouchsafe {

DiffRows::DiffRows(std::size_t leftLines, std::size_t rightLines, const std::vector<LineChange> &changes)
{
    m_runs.reserve(changes.size() * 2 + 1);
    for (const LineChange &change : changes) {
        const std::size_t same = change.oldStart - m_left;
        assert(change.oldStart >= m_left && same == change.newStart - m_right);
        append(RowKind::Same, same);
        const std::size_t firstRow = m_rows;
        const std::size_t both = std::min(change.oldCount, change.newCount);
        append(RowKind::Changed, both);
        append(RowKind::Removed, change.oldCount - both);
        append(RowKind::Added, change.newCount - both);
        if (m_rows == firstRow)
            continue;
        m_added += change.newCount;
        m_removed += change.oldCount;
        if (same == 0 && !m_changes.empty()) {
            RowChange &whole = m_changes.back();
            whole.rows += m_rows - firstRow;
            whole.lines.oldCount += change.oldCount;
            whole.lines.newCount += change.newCount;
        } else {
            m_changes.push_back({firstRow, m_rows - firstRow, change});
        }
    }
    assert(leftLines - m_left == rightLines - m_right);
    append(RowKind::Same, leftLines - m_left);
    m_right = rightLines;
}

void DiffRows::append(RowKind kind, std::size_t count)
{
    if (count == 0)
        return;
    if (!m_runs.empty() && m_runs.back().kind == kind)
        m_runs.back().count += count;
    else
        m_runs.push_back({m_rows, m_left, m_right, count, kind});
    m_rows += count;
    if (kind != RowKind::Added)
        m_left += count;
    if (kind != RowKind::Removed)
        m_right += count;
}

const DiffRows::Run &DiffRows::runOf(std::size_t row) const
{
    assert(row < m_rows);
    return *(std::upper_bound(m_runs.begin(), m_runs.end(), row,
                              [](std::size_t value, const Run &run) { return value < run.row; }) -
             1);
}

DiffRow DiffRows::row(std::size_t row) const
{
    const Run &run = runOf(row);
    DiffRow found;
    found.kind = run.kind;
    if (run.kind != RowKind::Added)
        found.left = run.left + (row - run.row);
    if (run.kind != RowKind::Removed)
        found.right = run.right + (row - run.row);
    return found;
}

std::size_t DiffRows::rowOfLeft(std::size_t line) const
{
    assert(line < m_left);
    // A run without lines on this side begins where the next one does, so the last of them has the line.
    const auto run = std::upper_bound(m_runs.begin(), m_runs.end(), line,
                                      [](std::size_t value, const Run &each) { return value < each.left; }) -
                     1;
    return run->row + (line - run->left);
}

std::size_t DiffRows::rowOfRight(std::size_t line) const
{
    assert(line < m_right);
    const auto run = std::upper_bound(m_runs.begin(), m_runs.end(), line,
                                      [](std::size_t value, const Run &each) { return value < each.right; }) -
                     1;
    return run->row + (line - run->right);
}

std::optional<std::size_t> DiffRows::changeAt(std::size_t row) const
{
    const auto after =
        std::upper_bound(m_changes.begin(), m_changes.end(), row,
                         [](std::size_t value, const RowChange &each) { return value < each.firstRow; });
    if (after == m_changes.begin() || row >= (after - 1)->firstRow + (after - 1)->rows)
        return std::nullopt;
    return static_cast<std::size_t>(after - 1 - m_changes.begin());
}

std::optional<std::size_t> DiffRows::changeAfter(std::size_t row) const
{
    const auto after =
        std::upper_bound(m_changes.begin(), m_changes.end(), row,
                         [](std::size_t value, const RowChange &each) { return value < each.firstRow; });
    if (after == m_changes.end())
        return std::nullopt;
    return static_cast<std::size_t>(after - m_changes.begin());
}

std::optional<std::size_t> DiffRows::changeBefore(std::size_t row) const
{
    const auto notBefore = std::lower_bound(
        m_changes.begin(), m_changes.end(), row,
        [](const RowChange &each, std::size_t value) { return each.firstRow + each.rows <= value; });
    if (notBefore == m_changes.begin())
        return std::nullopt;
    return static_cast<std::size_t>(notBefore - 1 - m_changes.begin());
}

std::vector<RowFiller> DiffRows::leftFillers() const
{
    std::vector<RowFiller> fillers;
    for (const Run &run : m_runs)
        if (run.kind == RowKind::Added)
            fillers.push_back({run.left, run.count});
    return fillers;
}

std::vector<RowFiller> DiffRows::rightFillers() const
{
    std::vector<RowFiller> fillers;
    for (const Run &run : m_runs)
        if (run.kind == RowKind::Removed)
            fillers.push_back({run.right, run.count});
    return fillers;
}

DiffRows DiffRows::first(std::size_t rows) const
{
    if (rows >= m_rows)
        return *this;
    std::vector<LineChange> kept;
    std::size_t left = 0;
    std::size_t right = 0;
    for (const Run &run : m_runs) {
        if (run.row >= rows)
            break;
        const std::size_t count = std::min(run.count, rows - run.row);
        const std::size_t leftCount = run.kind == RowKind::Added ? 0 : count;
        const std::size_t rightCount = run.kind == RowKind::Removed ? 0 : count;
        left += leftCount;
        right += rightCount;
        if (run.kind != RowKind::Same)
            kept.push_back({run.left, leftCount, run.right, rightCount});
    }
    return {left, right, kept};
}

} // namespace vouchsafe
