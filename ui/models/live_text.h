#pragma once
// Where a run stands in one line, for the eye and for assistive technology.

#include "ui/models/words.h"
#include "ui/run_view.h"

#include <QDateTime>

namespace vouchsafe {

struct LiveText {
    Mark mark = Mark::None;
    QString steady; ///< without what counts up: what is announced when it changes
    QString full;   ///< with the time that the phase has taken
    QString notice; ///< newest progress of the phase under way
    QString budget; ///< what remains

    bool operator==(const LiveText &) const = default;
};

LiveText liveText(const RunView &view, const QDateTime &now);

} // namespace vouchsafe
