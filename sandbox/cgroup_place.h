#pragma once
// Where this program may make control groups, read from what the kernel says of its mounts and of itself.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace vouchsafe {

/// The system as it is looked at. Tests put a folder in place of `/` and the kernel's files into new folders.
struct CgroupView {
    std::filesystem::path root = "/";
    std::function<void(const std::filesystem::path &folder)> made = {}; ///< a folder was just made
    pid_t self = 0;                                                     ///< 0: this process
    bool privileged = false;                                            ///< started by real root

    static CgroupView ofSystem();
};

/// Folders of the host below which groups can be made: of v1 one per controller, of v2 one for all.
struct CgroupPlace {
    std::optional<std::filesystem::path> unified;
    std::optional<std::filesystem::path> memory;
    std::optional<std::filesystem::path> pids;
    std::optional<std::filesystem::path> cpu; ///< without it processors are not limited

    bool usable() const { return unified || (memory && pids); }
    bool operator==(const CgroupPlace &) const = default;
};

/// Root: the roots of the hierarchies in `mountinfo` (/proc/self/mountinfo). An ordinary user: in v2 the
/// scope `vouchsafe-<pid>-….scope` of this process, which systemd gave away, by `ownGroups`
/// (/proc/self/cgroup). `unified` is not checked for its controllers here.
CgroupPlace cgroupPlace(std::string_view mountinfo, std::string_view ownGroups, bool privileged, pid_t self);

/// The path behind `0::` in /proc/self/cgroup.
std::optional<std::string> unifiedPath(std::string_view ownGroups);

/// cgroupPlace() of the view, its paths below the view's root; v2 only where memory and processes are
/// counted.
CgroupPlace findCgroupPlace(const CgroupView &view);

/// The beginning of the name of a scope of that process.
std::string scopePrefix(pid_t pid);

} // namespace vouchsafe
