#pragma once
// Every act of the window, and which of them can be done now.

#include "ui/run_controller.h"
#include "ui/support/actions.h"

namespace vouchsafe {

/// Once, before menus are filled.
void addWindowActions(Actions &actions);

/// What the window knows beside the run.
struct WindowMoment {
    bool hasTask = false; ///< one is written for a new run
    bool atStart = true;  ///< the start page is shown
    bool editing = false; ///< the diff is, so that letters are text
};

/// Enables each act or gives the reason against it as its tip.
void settleActions(Actions &actions, const RunController &controller, const WindowMoment &moment);

/// Why no run can be started now; empty where one can.
QString whyNotStart(const RunController &controller, bool hasTask);

} // namespace vouchsafe
