#include "sandbox/engine/disk_watch.h"

#include "sandbox/limit_passed.h"

#include <algorithm>
#include <sys/statvfs.h>

namespace vouchsafe {
namespace {

using namespace std::chrono_literals;
constexpr auto interval = 250ms;
constexpr int diskShare = 20; // counting takes at most this part of the time
constexpr std::uint64_t freeFloor = std::uint64_t{512} << 20;

std::uint64_t freeBytes(const std::filesystem::path &folder)
{
    struct statvfs info {};
    if (folder.empty() || ::statvfs(folder.c_str(), &info) != 0)
        return UINT64_MAX;
    return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
}

} // namespace

DiskWatch::DiskWatch(const ContainerWorkspace &workspace, const SandboxPolicy &policy)
    : m_workspace(workspace),
      m_limit{policy.workspaceBytes, policy.workspaceFiles},
      m_freeFloor(std::min(freeFloor, freeBytes(workspace.scratch()) / 2)),
      m_next(std::chrono::steady_clock::now() + interval)
{
}

std::string DiskWatch::look()
{
    const Time now = std::chrono::steady_clock::now();
    if (now < m_next)
        return {};
    std::string found = passed();
    const Time after = std::chrono::steady_clock::now();
    m_next = after + std::max<Time::duration>(interval, (after - now) * diskShare);
    return found;
}

std::string DiskWatch::passed() const
{
    const DiskUse use = m_workspace.written(m_limit);
    if (std::string limit = diskLimitPassed(use, m_limit); !limit.empty())
        return limit;
    return freeBytes(m_workspace.scratch()) < m_freeFloor ? "disk" : "";
}

} // namespace vouchsafe
