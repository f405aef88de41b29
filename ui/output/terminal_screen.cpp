#include "ui/output/terminal_screen.h"

#include <algorithm>
#include <array>

namespace vouchsafe {
namespace {

struct WideRange {
    char32_t first;
    char32_t last;
};

// East Asian wide and fullwidth blocks and pictures; a table by the block is near enough for moving a cursor.
constexpr std::array<WideRange, 12> wideRanges{{
    {0x1100, 0x115f},
    {0x2e80, 0x303e},
    {0x3041, 0x4dbf},
    {0x4e00, 0xa4cf},
    {0xac00, 0xd7a3},
    {0xf900, 0xfaff},
    {0xfe30, 0xfe6f},
    {0xff00, 0xff60},
    {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f},
    {0x1f680, 0x1f9ff},
    {0x20000, 0x3fffd},
}};

bool isWide(char32_t c)
{
    return std::any_of(wideRanges.begin(), wideRanges.end(),
                       [c](const WideRange &range) { return c >= range.first && c <= range.last; });
}

std::size_t cellsOf(const TerminalRow &row)
{
    return row.size() + 4; // an empty row costs something too
}

int valueOf(std::span<const SequenceParameter> parameters, std::size_t at, int otherwise)
{
    const int value = at < parameters.size() ? parameters[at].value : -1;
    return value < 0 ? otherwise : value;
}

/// 0 and nothing are 1 for whatever counts.
std::size_t countOf(std::span<const SequenceParameter> parameters, std::size_t at = 0)
{
    return static_cast<std::size_t>(std::max(valueOf(parameters, at, 1), 1));
}

} // namespace

TerminalScreen::TerminalScreen(std::size_t mostRows, std::size_t mostCells)
    : m_mostRows(std::max(mostRows, liveRows)), m_mostCells(mostCells)
{
}

void TerminalScreen::write(std::string_view ascii)
{
    while (!ascii.empty()) {
        if (m_column >= columns)
            wrap();
        TerminalRow &row = reachCursor();
        const std::size_t length = std::min(ascii.size(), columns - m_column);
        if (m_column == row.size()) {
            row.resize(m_column + length, {U' ', m_pen});
            for (std::size_t i = 0; i < length; ++i)
                row[m_column + i].character = static_cast<char32_t>(ascii[i]);
            m_column += length;
        } else {
            for (const char c : ascii.substr(0, length))
                put({static_cast<char32_t>(c), m_pen});
        }
        ascii.remove_prefix(length);
    }
}

void TerminalScreen::write(char32_t character)
{
    const bool wide = isWide(character);
    if (m_column + (wide ? 1 : 0) >= columns)
        wrap();
    put({character, m_pen});
    if (wide)
        put({0, m_pen});
}

void TerminalScreen::control(char c)
{
    switch (c) {
    case '\n':
    case '\v':
    case '\f':
        moveTo(m_row + 1, 0);
        reachCursor();
        break;
    case '\r':
        m_column = 0;
        break;
    case '\b':
        m_column = std::min(m_column, columns);
        if (m_column > 0)
            --m_column;
        break;
    case '\t': {
        const std::size_t stop = std::min((m_column / 8 + 1) * 8, columns - 1);
        TerminalRow &row = reachCursor();
        if (row.size() < stop)
            row.resize(stop);
        m_column = std::max(m_column, stop);
        break;
    }
    case '\a':
        break;
    default:
        write(static_cast<char32_t>(c)); // stands as a mark later
    }
}

void TerminalScreen::escape(char last)
{
    switch (last) {
    case '7':
        m_savedRow = m_row;
        m_savedColumn = m_column;
        break;
    case '8':
        moveTo(std::max(m_savedRow, m_top), m_savedColumn);
        break;
    case 'D':
        moveTo(m_row + 1, m_column);
        reachCursor();
        break;
    case 'E':
        control('\n');
        break;
    case 'M':
        moveRows(-1);
        break;
    case 'c':
        m_pen = {};
        beginScreen();
        break;
    default:
        break;
    }
}

void TerminalScreen::sequence(std::span<const SequenceParameter> parameters, char last)
{
    const std::size_t count = countOf(parameters);
    const auto rows = static_cast<std::int64_t>(std::min(count, liveRows));
    switch (last) {
    case 'm':
        m_pen = penAfter(m_pen, parameters);
        break;
    case 'A':
        moveRows(-rows);
        break;
    case 'B':
    case 'e':
        moveRows(rows);
        break;
    case 'C':
    case 'a':
        moveTo(m_row, m_column + count);
        break;
    case 'D':
        moveTo(m_row, m_column - std::min(count, m_column));
        break;
    case 'E':
        moveRows(rows);
        m_column = 0;
        break;
    case 'F':
        moveRows(-rows);
        m_column = 0;
        break;
    case 'G':
    case '`':
        moveTo(m_row, count - 1);
        break;
    case 'd':
        moveTo(m_top + std::min(count, liveRows) - 1, m_column);
        break;
    case 'H':
    case 'f':
        moveTo(m_top + std::min(count, liveRows) - 1, countOf(parameters, 1) - 1);
        m_homed = count == 1 && m_column == 0;
        break;
    case 'J':
        eraseDisplay(valueOf(parameters, 0, 0));
        break;
    case 'K': {
        const int kind = valueOf(parameters, 0, 0);
        erase(m_row, kind == 0 ? m_column : 0, kind == 1 ? m_column + 1 : columns);
        break;
    }
    case 'P': {
        TerminalRow &row = reachCursor();
        const std::size_t from = std::min(m_column, row.size());
        const auto begin = row.begin() + static_cast<std::ptrdiff_t>(from);
        row.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(count, row.size() - from)));
        break;
    }
    case 'X':
        erase(m_row, m_column, m_column + count);
        break;
    case 's':
        escape('7');
        break;
    case 'u':
        escape('8');
        break;
    default:
        break;
    }
}

void TerminalScreen::settle()
{
    m_changed = end();
    while (m_first < m_top) {
        m_finalCells -= std::min(m_finalCells, cellsOf(m_rows.front()));
        m_rows.pop_front();
        ++m_first;
    }
}

TerminalRow &TerminalScreen::reach(std::uint64_t number)
{
    while (end() <= number) {
        m_changed = std::min(m_changed, end());
        m_rows.emplace_back();
        if (end() - m_top > liveRows) {
            m_finalCells += cellsOf(m_rows[m_top - m_first]);
            ++m_top;
        }
        dropOldest();
    }
    m_changed = std::min(m_changed, number);
    return m_rows[number - m_first];
}

TerminalRow &TerminalScreen::reachCursor()
{
    m_homed = false;
    return reach(m_row);
}

void TerminalScreen::put(TerminalCell cell)
{
    TerminalRow &row = reachCursor();
    if (row.size() <= m_column)
        row.resize(m_column + 1);
    // Half of a wide character does not stay alone.
    if (row[m_column].character == 0 && cell.character != 0 && m_column > 0)
        row[m_column - 1].character = U' ';
    if (m_column + 1 < row.size() && row[m_column + 1].character == 0)
        row[m_column + 1].character = U' ';
    row[m_column] = cell;
    ++m_column;
}

void TerminalScreen::wrap()
{
    moveTo(m_row + 1, 0);
}

void TerminalScreen::erase(std::uint64_t number, std::size_t from, std::size_t to)
{
    if (number >= end())
        return;
    TerminalRow &row = reach(number);
    if (from >= row.size())
        return;
    if (to >= row.size()) {
        row.resize(from);
        return;
    }
    std::fill(row.begin() + static_cast<std::ptrdiff_t>(from), row.begin() + static_cast<std::ptrdiff_t>(to),
              TerminalCell{});
    if (row[to].character == 0)
        row[to].character = U' ';
}

void TerminalScreen::eraseDisplay(int kind)
{
    if (kind == 2 || (kind == 0 && m_homed)) {
        beginScreen();
    } else if (kind == 0) {
        erase(m_row, m_column, columns);
        for (std::uint64_t number = m_row + 1; number < end(); ++number)
            erase(number, 0, columns);
    } else if (kind == 1) {
        for (std::uint64_t number = m_top; number < m_row; ++number)
            erase(number, 0, columns);
        erase(m_row, 0, m_column + 1);
    }
}

void TerminalScreen::moveTo(std::uint64_t row, std::size_t column)
{
    m_row = row;
    m_column = std::min(column, columns);
    m_homed = false;
}

void TerminalScreen::moveRows(std::int64_t by)
{
    const auto up = static_cast<std::uint64_t>(std::max<std::int64_t>(-by, 0));
    const auto down = static_cast<std::uint64_t>(std::max<std::int64_t>(by, 0));
    const std::uint64_t lowest = std::max(end() - 1, m_row);
    moveTo(std::clamp(m_row - std::min(up, m_row) + down, m_top, lowest), m_column);
}

void TerminalScreen::beginScreen()
{
    const auto isEmpty = [](const TerminalRow &row) { return row.empty(); };
    const auto screen = m_rows.begin() + static_cast<std::ptrdiff_t>(m_top - m_first);
    if (!std::all_of(screen, m_rows.end(), isEmpty)) {
        const std::uint64_t start = end() - (m_rows.back().empty() ? 1 : 0);
        reach(start);
        for (; m_top < start; ++m_top)
            m_finalCells += cellsOf(m_rows[m_top - m_first]);
    }
    moveTo(m_top, 0);
}

void TerminalScreen::dropOldest()
{
    while (m_first < m_top && (m_rows.size() > m_mostRows || m_finalCells > m_mostCells)) {
        m_finalCells -= std::min(m_finalCells, cellsOf(m_rows.front()));
        m_rows.pop_front();
        ++m_first;
    }
}

} // namespace vouchsafe
