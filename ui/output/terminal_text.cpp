#include "ui/output/terminal_text.h"

#include "ui/support/safe_text.h"

namespace vouchsafe {

TerminalLine lineOf(const TerminalRow &row)
{
    TerminalLine line;
    line.text.reserve(row.size());
    for (const TerminalCell &cell : row) {
        if (cell.character == 0)
            continue;
        const std::size_t before = line.text.size();
        if (cell.character >= 0x20 && cell.character < 0x7f)
            line.text += static_cast<char>(cell.character);
        else
            line.text += safeCharacter(cell.character).toStdString();
        if (line.runs.empty() || line.runs.back().pen != cell.pen)
            line.runs.push_back({0, cell.pen});
        line.runs.back().length += line.text.size() - before;
    }
    return line;
}

TerminalChange TerminalText::take()
{
    TerminalChange change;
    change.from = m_screen.changedFrom();
    change.lines.reserve(m_screen.end() - change.from);
    for (std::uint64_t number = change.from; number < m_screen.end(); ++number)
        change.lines.push_back(lineOf(m_screen.row(number)));
    m_screen.settle();
    return change;
}

std::uint64_t TerminalText::lines() const
{
    return m_screen.end() - (m_screen.row(m_screen.end() - 1).empty() ? 1 : 0);
}

} // namespace vouchsafe
