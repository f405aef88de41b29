#pragma once
// What can be done with a run at this moment, and the reason where it cannot: pure, for menus and buttons.

#include "ui/run_view.h"

#include <QString>

#include <optional>

namespace vouchsafe {

enum class Deed {
    Start,
    Continue,
    Step,
    Pause,
    Stop,
    Resume,
    Approve,
    Reject,
    TryAgain,
    Edit,
    VerifyEdited,
    Undo
};

/// Empty where it can be done; else one sentence for people. `review` is that of the shown iteration;
/// `hasTask`: a task is written for a new run.
QString whyNot(Deed deed, const RunView &view, const std::optional<ReviewPatch> &review, bool hasRepository,
               bool hasTask);

} // namespace vouchsafe
