#pragma once
// Rows of cells as a terminal writes them: a few at the end may still change, the others are final.

#include "ui/output/escape_reader.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace vouchsafe {

struct TerminalCell {
    char32_t character = U' '; ///< 0: the right half of the wide one before it
    TerminalPen pen;
};
using TerminalRow = std::vector<TerminalCell>;

/// Only what builds and tests make use of acts: carriage return, backspace, tab, line feed, moving the cursor
/// and erasing within the last rows, colours. Clearing the screen begins a new one below, so that a log keeps
/// what it said. Everything else does nothing: titles, clipboard, links, modes, queries, alternate screens,
/// scroll regions, character sets. A line feed is also a carriage return.
/// Rows are numbered from 0 over the whole output; the oldest are dropped beyond the bounds.
class TerminalScreen final : public TerminalActs {
public:
    static constexpr std::size_t columns = 4096; ///< a longer line goes on in the next row
    static constexpr std::size_t liveRows = 64;  ///< that the cursor can reach

    TerminalScreen(std::size_t mostRows, std::size_t mostCells);

    void write(std::string_view ascii) override;
    void write(char32_t character) override;
    void control(char c) override;
    void escape(char last) override;
    void sequence(std::span<const SequenceParameter> parameters, char last) override;

    std::uint64_t first() const { return m_first; } ///< number of the oldest row that is kept
    std::uint64_t end() const { return m_first + m_rows.size(); }
    const TerminalRow &row(std::uint64_t number) const { return m_rows[number - m_first]; }
    /// Number of the first row that changed since the last `settle`; `end()` when none did.
    std::uint64_t changedFrom() const { return m_changed < m_first ? m_first : m_changed; }
    /// Forgets what changed, and the rows that cannot change any more.
    void settle();

private:
    TerminalRow &reach(std::uint64_t number);
    TerminalRow &reachCursor();
    void put(TerminalCell cell);
    void wrap();
    void erase(std::uint64_t number, std::size_t from, std::size_t to);
    void eraseDisplay(int kind);
    void moveTo(std::uint64_t row, std::size_t column);
    void moveRows(std::int64_t by);
    void beginScreen();
    void dropOldest();

    std::size_t m_mostRows;
    std::size_t m_mostCells;
    std::deque<TerminalRow> m_rows = std::deque<TerminalRow>(1);
    std::uint64_t m_first = 0;
    std::uint64_t m_changed = 0;
    std::uint64_t m_top = 0; ///< first row that the cursor can reach
    std::uint64_t m_row = 0;
    std::size_t m_column = 0;
    std::size_t m_finalCells = 0; ///< in rows before `m_top`
    bool m_homed = false;         ///< nothing came since the cursor was sent to the corner
    TerminalPen m_pen;
    std::uint64_t m_savedRow = 0;
    std::size_t m_savedColumn = 0;
};

} // namespace vouchsafe
