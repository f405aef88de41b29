// Stepping from change to change, and where the caret stands among them.

#include "ui/diff/side_by_side.h"

#include "ui/diff/diff_pane.h"

#include <algorithm>

namespace vouchsafe {
namespace {

std::optional<std::size_t> lineOf(const DiffRow &row, PaneSide side)
{
    return side == PaneSide::Base ? row.left : row.right;
}

/// The line of the row, or the last one above it.
std::size_t lineAtOrAbove(const DiffRows &rows, const RowChange &change, PaneSide side)
{
    if (const std::optional<std::size_t> line = lineOf(rows.row(change.firstRow), side))
        return *line;
    const std::size_t start = side == PaneSide::Base ? change.lines.oldStart : change.lines.newStart;
    return start == 0 ? 0 : start - 1;
}

} // namespace

std::size_t SideBySide::changes() const
{
    return m_shown ? m_shown->diff.rows.changes().size() : 0;
}

std::optional<std::size_t> SideBySide::currentChange() const
{
    return m_shown ? m_shown->diff.rows.changeAt(m_row) : std::nullopt;
}

bool SideBySide::nextChange()
{
    if (m_subject.file && !isReady()) {
        m_goal = Goal::First;
        return true;
    }
    if (!m_shown)
        return false;
    const DiffRows &rows = m_shown->diff.rows;
    // A fresh file opens above its first row, which may be a change.
    const bool first = m_fresh && rows.changeAt(0) == std::optional<std::size_t>(0);
    const std::optional<std::size_t> next = first ? rows.changeAt(0) : rows.changeAfter(m_row);
    if (next)
        goToChange(*next);
    else
        showCurrentMark();
    return next.has_value();
}

bool SideBySide::previousChange()
{
    if (m_subject.file && !isReady()) {
        m_goal = Goal::Last;
        return true;
    }
    if (!m_shown)
        return false;
    const std::optional<std::size_t> previous = m_shown->diff.rows.changeBefore(m_row);
    if (previous)
        goToChange(*previous);
    return previous.has_value();
}

void SideBySide::firstChange()
{
    if (!isReady())
        m_goal = Goal::First;
    else if (changes() > 0)
        goToChange(0);
}

void SideBySide::lastChange()
{
    if (!isReady())
        m_goal = Goal::Last;
    else if (changes() > 0)
        goToChange(changes() - 1);
}

void SideBySide::goToChange(std::size_t index)
{
    const DiffRows &rows = m_shown->diff.rows;
    const RowChange &change = rows.changes()[index];
    m_row = change.firstRow;
    m_fresh = false;
    for (const PaneSide side : {PaneSide::Base, PaneSide::Proposed}) {
        DiffPane &pane = side == PaneSide::Base ? *m_left : *m_right;
        const std::size_t line = lineAtOrAbove(rows, change, side);
        m_placed[side == PaneSide::Base ? 0 : 1] = line;
        pane.placeCaret(line);
    }
    markCurrentChange();
    showRow(m_row, change.rows);
    showFirstMark(rows.row(change.firstRow));
    Q_EMIT moved();
}

void SideBySide::showCurrentMark()
{
    if (currentChange())
        showFirstMark(m_shown->diff.rows.row(m_row));
}

// One pane moves the other one along.
void SideBySide::showFirstMark(const DiffRow &row)
{
    m_left->decorateView();
    m_right->decorateView();
    if (row.left && m_left->showFirstMark(*row.left))
        return;
    if (row.right)
        m_right->showFirstMark(*row.right);
}

void SideBySide::showRow(std::size_t row, std::size_t rows)
{
    // With a quarter of the view above it, less above one that fills the view.
    const std::size_t height = m_right->rowsInView();
    const std::size_t above = rows + height / 4 < height ? height / 4 : 3;
    const std::size_t display = row + 1;
    for (DiffPane *pane : {m_left, m_right})
        pane->showDisplayLine(display > above ? display - above : 0);
}

void SideBySide::goToLine(std::size_t rightLine)
{
    if (!isReady()) {
        m_goal = Goal::Line;
        m_goalLine = rightLine;
        return;
    }
    const DiffRows &rows = m_shown->diff.rows;
    if (rows.rightLines() == 0)
        return firstChange();
    m_placed = {};
    m_right->placeCaret(std::min(rightLine, rows.rightLines() - 1));
    followCaret(*m_right);
    showRow(m_row, 1);
    m_right->setFocus();
}

void SideBySide::followCaret(DiffPane &pane)
{
    if (!m_shown || !isReady() || m_shown->diff.rows.size() == 0)
        return;
    const bool base = &pane == m_left;
    const std::size_t line = pane.caretLine();
    if (m_placed[base ? 0 : 1] == line)
        return; // it was put there, maybe above the row that is meant
    const DiffRows &rows = m_shown->diff.rows;
    const std::size_t lines = base ? rows.leftLines() : rows.rightLines();
    std::size_t row = rows.size() - 1;
    if (line < lines)
        row = base ? rows.rowOfLeft(line) : rows.rowOfRight(line);
    m_fresh = false;
    const bool moved = row != m_row || m_placed[base ? 0 : 1].has_value();
    m_placed = {};
    if (!moved)
        return;
    m_row = row;
    markCurrentChange();
    Q_EMIT this->moved();
}

void SideBySide::markCurrentChange()
{
    const std::optional<std::size_t> current = currentChange();
    DiffRow first;
    if (current)
        first = m_shown->diff.rows.row(m_shown->diff.rows.changes()[*current].firstRow);
    m_left->markCurrent(first.left);
    m_right->markCurrent(first.right);
}

} // namespace vouchsafe
