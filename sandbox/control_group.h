#pragma once
// A control group of its own for one sandbox, where this program may make one (root, cgroup v1 or v2).

#include "sandbox/descriptor.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe {

/// What the kernel counted since the group was made.
struct GroupEvents {
    std::uint64_t memoryKills = 0; ///< processes killed for memory
    std::uint64_t pidRefusals = 0; ///< forks refused for the number of processes

    bool operator==(const GroupEvents &) const = default;
};

/// Limits memory and processes. Removed with its owner; nothing may be in it then.
class ControlGroup {
public:
    /// Null where no group can be made: the limits are then the sandbox's own, by best effort.
    static std::unique_ptr<ControlGroup> make(std::uint64_t memoryBytes, unsigned pids);
    ~ControlGroup();
    ControlGroup(const ControlGroup &) = delete;
    ControlGroup &operator=(const ControlGroup &) = delete;

    /// Open files: a process of one thread that writes 0 to each of them is in the group.
    std::vector<int> members() const;
    GroupEvents events() const;
    void killAll() const;

private:
    ControlGroup() = default;
    bool add(const std::filesystem::path &folder, const char *membersFile);

    std::vector<std::filesystem::path> m_folders;
    std::vector<Descriptor> m_members;
};

/// Kills what is left in groups of dead processes and removes them; returns how many went.
int reapControlGroups();

} // namespace vouchsafe
