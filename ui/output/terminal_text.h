#pragma once
// The bytes of an output as lines with coloured runs, safe to be shown.

#include "ui/output/terminal_screen.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct TerminalRun {
    std::size_t length = 0; ///< in bytes
    TerminalPen pen;

    bool operator==(const TerminalRun &) const = default;
};

struct TerminalLine {
    std::string
        text; ///< UTF-8 without control characters and without what is deceptive: marks stand for them
    std::vector<TerminalRun> runs; ///< cover `text`

    bool operator==(const TerminalLine &) const = default;
};

/// All lines from number `from` on, counted from 0 over the whole output, are these.
struct TerminalChange {
    std::uint64_t from = 0;
    std::vector<TerminalLine> lines;
};

/// Takes bytes however they are cut and hands out lines; what was handed out is kept only as far as it may
/// still change. Bounded: of what is not taken, the newest 50,000 lines or 48 MB are kept.
class TerminalText {
public:
    static constexpr std::size_t mostLines = 50'000;
    static constexpr std::size_t mostCells = 6'000'000;

    TerminalText() : m_screen(mostLines, mostCells), m_reader(m_screen) {}
    TerminalText(const TerminalText &) = delete;
    TerminalText &operator=(const TerminalText &) = delete;
    ~TerminalText() = default;

    void write(std::string_view bytes) { m_reader.read(bytes); }
    void finish() { m_reader.finish(); } ///< nothing comes any more

    bool hasChange() const { return m_screen.changedFrom() < m_screen.end(); }
    /// What is new or another since the last call. Lines that were dropped before they were taken are
    /// missing: then `from` lies beyond the end of what was taken.
    TerminalChange take();
    /// Lines so far, those included that were dropped; an empty one at the end does not count.
    std::uint64_t lines() const;

private:
    TerminalScreen m_screen;
    EscapeReader m_reader;
};

TerminalLine lineOf(const TerminalRow &row);

} // namespace vouchsafe
