#pragma once
// Watches what the kernel does not limit by itself: the disk always, memory where there is no control group.

#include "core/model/policy.h"
#include "sandbox/bubblewrap_process.h"
#include "sandbox/control_group.h"
#include "sandbox/workspace.h"

#include <chrono>
#include <optional>
#include <string>

namespace vouchsafe {

/// One per run. All times are of the steady clock.
class Watchdog {
public:
    using Time = std::chrono::steady_clock::time_point;

    Watchdog(const Workspace &workspace, const SandboxPolicy &policy, const ControlGroup *group);

    /// Memory is looked at four times a second; the disk less often where counting it takes long.
    Time next() const { return m_next; }
    /// The limit that was passed, by its name in CheckResult::limit; looks only when `next` has come.
    std::optional<std::string> look(const BubblewrapProcess &process);
    /// The last look, when nothing is alive any more. `failed`: the command did not end well.
    std::optional<std::string> afterwards(bool failed) const;

private:
    std::optional<std::string> memory(const BubblewrapProcess &process) const;
    std::optional<std::string> disk() const;

    const Workspace &m_workspace;
    const SandboxPolicy &m_policy;
    const ControlGroup *m_group;
    GroupEvents m_before;
    std::uint64_t m_freeFloor = 0;
    Time m_next;
    Time m_nextDisk;
};

} // namespace vouchsafe
