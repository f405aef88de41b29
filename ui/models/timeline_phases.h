#pragma once
// The timeline's rows of phases, with the checks that each of them ran and what it brought.

#include "ui/models/check_figures.h"
#include "ui/models/timeline.h"

#include <QDateTime>

#include <cstddef>

namespace vouchsafe {

TreeRow timelineRow(const QString &key, const QString &what, const TimelinePlace &place);
void setResult(TreeRow &made, Mark mark, const QString &words);
void setTime(TreeRow &made, const QString &time);
/// The row's words for those who cannot see its columns and marks.
void setSpoken(TreeRow &made, const QString &more = {});

bool isOpen(const RunView &view); ///< more of it may come

/// Whether what the run holds of such a phase now, a verdict or a baseline, came from this one.
bool holdsAnswerOf(const RunState &state, std::size_t phase);

/// Of `state.phases[phase]`, spoken words excepted; its checks are the row's children.
TreeRow phaseRow(const RunView &view, std::size_t phase, const QString &key, const QString &what,
                 const QDateTime &now, CheckFigureCache &cache);

} // namespace vouchsafe
