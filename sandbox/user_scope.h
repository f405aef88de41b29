#pragma once
// Control groups for ordinary users: systemd's user manager gives this program a scope of its own away.

#include "core/base/result.h"
#include "core/ports/host_program.h"
#include "sandbox/cgroup_place.h"

#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// The words behind `busctl`: a transient scope `unit` with Delegate=yes that takes the process in and goes
/// with it.
std::vector<std::string> startScopeArguments(const std::string &unit, pid_t process);

/// Asks the user manager for the scope, waits until this process is in it (at most 2 s), and moves the
/// process into a leaf, since v2 lets only groups without processes have children with limits. Once per
/// process; success at once where it is done. Nothing to do for root. ErrorCode::NotAvailable with the reason
/// where this is not to be had: limits are then by best effort. `environment` is the user's.
Status enterUserScope(HostProgram &programs, const std::map<std::string, std::string> &environment,
                      std::stop_token stop, const CgroupView &view = CgroupView::ofSystem());

} // namespace vouchsafe
