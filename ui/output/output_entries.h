#pragma once
// Which outputs a run has, in words: what the chooser of the output panel offers.

#include "ui/models/check_figures.h"
#include "ui/run_view.h"

#include <QString>

#include <vector>

namespace vouchsafe {

struct OutputEntry {
    OutputKey key;
    QString name;   ///< `Iteration 2, check 1: pytest -q`, `Iteration 2, check 1, once more`
    QString status; ///< `exit 1 in 2.3 s, 39 passed, 2 failed`
    Mark mark = Mark::None;
    bool ended = false; ///< its log is complete

    bool operator==(const OutputEntry &) const = default;
};

/// The chooser's order: by iteration, check, and execution, of which the one that the figures of a verdict
/// are about comes first.
bool comesBefore(const OutputKey &left, const OutputKey &right);

/// Whether it is an execution of the checks as they stand, on the tree as it stands.
bool isPlain(const OutputKey &key);

/// What printed something since the run became live, when so many of its checks had ended.
struct BegunOutputs {
    std::vector<OutputKey> keys;
    std::size_t former = 0;
};

/// Those that came to their end, and those of `begun` that did not, in the chooser's order.
std::vector<OutputEntry> outputEntries(const RunView &view, const BegunOutputs &begun,
                                       CheckFigureCache &figures);

} // namespace vouchsafe
