#include "sandbox/watchdog.h"

#include "sandbox/limit_passed.h"
#include "sandbox/process_tree.h"

#include <algorithm>
#include <sys/statvfs.h>

namespace vouchsafe {
namespace {

using namespace std::chrono_literals;
constexpr auto interval = 250ms;
constexpr int diskShare = 20; // counting the disk takes at most this part of the time
constexpr std::uint64_t freeFloor = std::uint64_t{512} << 20;

std::uint64_t freeBytes(const std::filesystem::path &folder)
{
    struct statvfs info {};
    if (::statvfs(folder.c_str(), &info) != 0)
        return UINT64_MAX;
    return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
}

} // namespace

Watchdog::Watchdog(const Workspace &workspace, const SandboxPolicy &policy, const ControlGroup *group)
    : m_workspace(workspace),
      m_policy(policy),
      m_group(group),
      m_before(group != nullptr ? group->events() : GroupEvents{}),
      m_freeFloor(std::min(freeFloor, freeBytes(workspace.reports()) / 2)),
      m_next(std::chrono::steady_clock::now() + interval),
      m_nextDisk(m_next)
{
}

std::optional<std::string> Watchdog::look(const BubblewrapProcess &process)
{
    const Time now = std::chrono::steady_clock::now();
    if (now < m_next)
        return std::nullopt;
    m_next = now + interval;
    if (auto limit = memory(process))
        return limit;
    if (now < m_nextDisk)
        return std::nullopt;
    auto limit = disk();
    const Time after = std::chrono::steady_clock::now();
    m_nextDisk = after + (after - now) * diskShare;
    return limit;
}

std::optional<std::string> Watchdog::afterwards(bool failed) const
{
    if (m_group != nullptr) {
        const GroupEvents events = m_group->events();
        if (events.memoryKills > m_before.memoryKills)
            return "memory";
        // A program that copes with a refused fork has not failed for it.
        if (failed && events.pidRefusals > m_before.pidRefusals)
            return "pids";
    }
    return disk();
}

std::optional<std::string> Watchdog::memory(const BubblewrapProcess &process) const
{
    if (m_group != nullptr) {
        if (m_group->events().memoryKills > m_before.memoryKills)
            return "memory";
        return std::nullopt;
    }
    if (memoryOf(process.members(), m_policy.memoryBytes) > m_policy.memoryBytes)
        return "memory";
    return std::nullopt;
}

std::optional<std::string> Watchdog::disk() const
{
    const DiskUse limit{m_policy.workspaceBytes, m_policy.workspaceFiles};
    const DiskUse use = m_workspace.written(limit);
    if (const std::string passed = diskLimitPassed(use, limit); !passed.empty())
        return passed;
    if (freeBytes(m_workspace.reports()) < m_freeFloor)
        return "disk";
    return std::nullopt;
}

} // namespace vouchsafe
