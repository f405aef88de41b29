#pragma once
// Two texts side by side: which line stands beside which, as runs of rows.

#include "core/model/line_diff.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace vouchsafe {

enum class RowKind { Same, Changed, Added, Removed };

/// One row of a side-by-side view; a side without a line shows a filler. Lines and rows count from 0.
struct DiffRow {
    std::optional<std::size_t> left;
    std::optional<std::size_t> right;
    RowKind kind = RowKind::Same;

    bool operator==(const DiffRow &) const = default;
};

/// What a person steps through: rows [firstRow, firstRow + rows) and the lines that stand in them.
struct RowChange {
    std::size_t firstRow = 0;
    std::size_t rows = 0;
    LineChange lines;

    bool operator==(const RowChange &) const = default;
};

/// Rows that one side has not: they stand below its first `lines` lines.
struct RowFiller {
    std::size_t lines = 0;
    std::size_t rows = 0;

    bool operator==(const RowFiller &) const = default;
};

/// Holds one run per stretch of rows of a kind, so its size is that of the changes, not of the files.
class DiffRows {
public:
    DiffRows() = default;
    /// Changes ascend; those that touch are one change to step to, each aligned on its own: its first lines
    /// stand beside each other, the rest of the longer side beside fillers.
    DiffRows(std::size_t leftLines, std::size_t rightLines, const std::vector<LineChange> &changes);

    std::size_t size() const { return m_rows; }
    std::size_t leftLines() const { return m_left; }
    std::size_t rightLines() const { return m_right; }
    DiffRow row(std::size_t row) const; ///< row < size()
    std::size_t rowOfLeft(std::size_t line) const;
    std::size_t rowOfRight(std::size_t line) const;

    const std::vector<RowChange> &changes() const { return m_changes; }
    std::optional<std::size_t> changeAt(std::size_t row) const;     ///< index of the change that has the row
    std::optional<std::size_t> changeAfter(std::size_t row) const;  ///< the first that begins below the row
    std::optional<std::size_t> changeBefore(std::size_t row) const; ///< the last that ends above the row

    std::size_t added() const { return m_added; }     ///< lines, those of changed rows included
    std::size_t removed() const { return m_removed; } ///< lines, likewise
    std::vector<RowFiller> leftFillers() const;
    std::vector<RowFiller> rightFillers() const;
    /// Of the first rows alone.
    DiffRows first(std::size_t rows) const;

    bool operator==(const DiffRows &) const = default;

private:
    struct Run {
        std::size_t row = 0;
        std::size_t left = 0;  ///< its first line, or the next one where the run has none
        std::size_t right = 0; ///< likewise
        std::size_t count = 0;
        RowKind kind = RowKind::Same;

        bool operator==(const Run &) const = default;
    };
    void append(RowKind kind, std::size_t count);
    const Run &runOf(std::size_t row) const;

    std::vector<Run> m_runs;
    std::vector<RowChange> m_changes;
    std::size_t m_rows = 0;
    std::size_t m_left = 0;
    std::size_t m_right = 0;
    std::size_t m_added = 0;
    std::size_t m_removed = 0;
};

} // namespace vouchsafe
