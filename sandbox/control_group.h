#pragma once
// A control group of its own for one sandbox, where this program may make one: started by root in cgroup v1
// or v2, as an ordinary user in a scope that systemd gave away (user_scope.h).
//
//   <hierarchy>/vouchsafe/                            caps all sandboxes together; goes with the last of them
//   <hierarchy>/vouchsafe/vouchsafe-<pid>-<start>-<pid namespace>-<random>/   one sandbox
//
// In v2 that is one folder, in v1 one for each of memory, pids and cpu.

#include "sandbox/cgroup_place.h"
#include "sandbox/descriptor.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe {

struct GroupLimits {
    std::uint64_t memoryBytes = 0;
    unsigned pids = 0;
    unsigned cpuPercent = 0; ///< of one processor; 0: no quota

    bool operator==(const GroupLimits &) const = default;
};

/// For all sandboxes at once on a machine of that much memory: three quarters of it, and 4096 processes.
/// Processors have no quota together but a low weight, so that what a person does comes first.
GroupLimits limitsTogether(std::uint64_t machineBytes);

/// What the kernel counted since the group was made.
struct GroupEvents {
    std::uint64_t memoryKills = 0; ///< processes killed for memory
    std::uint64_t pidRefusals = 0; ///< forks refused for the number of processes

    bool operator==(const GroupEvents &) const = default;
};

/// Limits memory, processes and processors. Removed with its owner; nothing may be in it then.
class ControlGroup {
public:
    /// Null where no group can be made: the limits are then the sandbox's own, by best effort.
    static std::unique_ptr<ControlGroup> make(const GroupLimits &limits,
                                              const CgroupView &view = CgroupView::ofSystem(),
                                              const GroupLimits *together = nullptr);
    ~ControlGroup();
    ControlGroup(const ControlGroup &) = delete;
    ControlGroup &operator=(const ControlGroup &) = delete;

    /// Open files: a process of one thread that writes 0 to each of them is in the group.
    std::vector<int> members() const;
    GroupEvents events() const;
    void killAll() const;
    bool limitsProcessors() const { return m_processors; }
    int version() const { return m_version; } ///< of cgroups, 1 or 2

private:
    ControlGroup() = default;
    bool add(const std::filesystem::path &folder, const char *membersFile, const CgroupView &view);
    bool makeUnified(const std::filesystem::path &parent, const std::string &name, const GroupLimits &limits,
                     const GroupLimits &together, const CgroupView &view);
    bool makeEach(const CgroupPlace &place, const std::string &name, const GroupLimits &limits,
                  const GroupLimits &together, const CgroupView &view);

    std::vector<std::filesystem::path> m_folders;
    std::vector<Descriptor> m_members;
    bool m_processors = false;
    int m_version = 1;
};

/// Kills what is left in groups of dead processes and removes them; returns how many went. Groups of other
/// pid namespaces stay: there the numbers of processes mean something else.
int reapControlGroups(const CgroupView &view = CgroupView::ofSystem());

} // namespace vouchsafe
