#pragma once
// Who hears whom in a window: the controller, the panels and the acts.

#include "ui/recent_repositories.h"
#include "ui/run_controller.h"
#include "ui/window_parts.h"

namespace vouchsafe {

class MachineDialog;

/// Panels render each change of the run, and what a person asks in them goes to the controller.
void wirePanels(const WindowParts &parts, RunController &controller);
/// The shown patch or why there is none, its edits, and the output of its checks.
void wireReview(const WindowParts &parts, RunController &controller);
/// Errors stand at the top, what is waited for in the status bar.
void wireProblems(const WindowParts &parts, RunController &controller);
/// The window's own page of the machine, alive as long as it likes.
void wireMachine(MachineDialog &dialog, RunController &controller);
void wireStartPage(const WindowParts &parts, RunController &controller, RecentRepositories &recent);
/// Acts on the run and its patch.
void wireActs(const Actions &actions, const WindowParts &parts, RunController &controller,
              const Theme &theme);

} // namespace vouchsafe
