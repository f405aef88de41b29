#pragma once
// Watches what a container writes on this machine's disk: no engine limits that.

#include "core/model/policy.h"
#include "sandbox/engine/container_workspace.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace vouchsafe {

/// One per run. All times are of the steady clock.
class DiskWatch {
public:
    using Time = std::chrono::steady_clock::time_point;

    DiskWatch(const ContainerWorkspace &workspace, const SandboxPolicy &policy);

    Time next() const { return m_next; } ///< rarer where counting takes long
    /// The limit that was passed, by its name in CheckResult::limit; empty: none. Looks only when `next` has
    /// come.
    std::string look();
    std::string passed() const; ///< looks at once

private:
    const ContainerWorkspace &m_workspace;
    DiskUse m_limit;
    std::uint64_t m_freeFloor = 0;
    Time m_next;
};

} // namespace vouchsafe
