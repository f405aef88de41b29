#pragma once
// Which outputs a run has, in words: what the chooser of the output panel offers.

#include "ui/models/check_figures.h"
#include "ui/run_view.h"

#include <QString>

#include <vector>

namespace vouchsafe {

struct OutputEntry {
    OutputKey key;
    QString name;   ///< `Iteration 2, check 1: pytest -q`
    QString status; ///< `exit 1 in 2.3 s, 39 passed, 2 failed`
    Mark mark = Mark::None;
    bool ended = false; ///< its log is complete

    bool operator==(const OutputEntry &) const = default;
};

/// Those that came to their end, and those of `begun` that did not; by iteration and check.
std::vector<OutputEntry> outputEntries(const RunView &view, const std::vector<OutputKey> &begun,
                                       CheckFigureCache &figures);

} // namespace vouchsafe
