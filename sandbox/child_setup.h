#pragma once
// What a new child does to itself before it becomes the program: every step is async-signal-safe and works on
// memory that was prepared before the fork.

#include <array>
#include <cstdint>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <vector>

namespace vouchsafe {

/// Options in overlayfs' own form, with names relative to the working folder of the set-up: commas and colons
/// in absolute paths would break them.
struct OverlayMount {
    std::string target;
    std::vector<std::string> options; ///< tried in order until one is taken
};

struct ResourceLimit {
    int resource = 0; ///< RLIMIT_…
    rlim_t value = 0; ///< soft and hard
};

struct PassedDescriptor {
    int from = -1;
    int to = -1; ///< number in the child; the numbers of one child are 0, 1, 2, 3 … without gaps
};

struct ChildSetup {
    bool drop = false; ///< to uid and gid, without any other group
    uid_t uid = 0;
    gid_t gid = 0;
    std::vector<int> joinGroups; ///< open files of control groups: writing 0 joins

    bool ownNamespaces = false; ///< a new user namespace with the own ids only, and a new mount namespace
    int workdirFolder = -1;     ///< open folder to stand in while mounting
    std::vector<OverlayMount> overlays;

    int userNamespace = -1; ///< existing ones to enter instead
    int mountNamespace = -1;

    std::vector<ResourceLimit> limits;
    std::vector<PassedDescriptor> descriptors;
};

/// Where the set-up failed, with errno; written by the child into its report pipe as it is.
enum class SetupStep : std::int32_t {
    None,
    ControlGroup,
    DropPrivileges,
    Namespaces,
    MapIds,
    Overlay,
    EnterNamespaces,
    Limits,
    Descriptors,
    ParentGone,
    Execute,
};
struct SetupReport {
    SetupStep step = SetupStep::None; ///< None: all went well
    std::int32_t number = 0;          ///< errno
};
const char *stepName(SetupStep step);

/// The prepared form: no allocation happens in the child.
class ChildSteps {
public:
    explicit ChildSteps(const ChildSetup &setup);

    /// Credentials, groups, namespaces and mounts. Call in the child.
    SetupReport enter() const;
    /// Limits, signals, death with the parent, descriptors: the last steps before execve. `keep` is the
    /// report pipe, moved out of the way and left close-on-exec.
    SetupReport finish(pid_t parent, int &keep);

private:
    SetupReport makeNamespaces() const;
    SetupReport passDescriptors(int &keep);

    const ChildSetup &m_setup;
    std::string m_uidMap;
    std::string m_gidMap;
    std::vector<int> m_moved;
};

} // namespace vouchsafe
