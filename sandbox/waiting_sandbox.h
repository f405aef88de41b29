#pragma once
// What bubblewrap's next sandbox consists of, made ahead while there is time.

#include "sandbox/control_group.h"
#include "sandbox/held_command.h"
#include "sandbox/workspace.h"

#include <future>
#include <memory>
#include <mutex>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace vouchsafe {

/// What of the host a workspace shows, and which folders those were.
struct ShownFolders {
    std::vector<HostMount> mounts;
    std::vector<std::pair<dev_t, ino_t>> folders;

    bool operator==(const ShownFolders &) const = default;
};

struct MadeAhead {
    std::unique_ptr<Workspace> workspace; ///< none: nothing was made
    std::unique_ptr<ControlGroup> group;
    std::unique_ptr<HeldCommand> held; ///< inside of the two
    ShownFolders shown;
};

/// Safe from several threads. The destructor ends and removes what nobody took.
class WaitingSandbox {
public:
    /// Begins on a thread of its own. What waited before goes, unless it is the same.
    void begin(std::shared_ptr<const BubblewrapSetting> setting, const WorkspaceSpec &spec,
               const SandboxPolicy &policy, const Identity &identity, bool overlay);
    /// What was made for this spec (its files apart, which are laid now); nothing where a folder that it
    /// shows is another by now. Without a held command where the policy is another or a file stands where
    /// something is mounted.
    MadeAhead take(const WorkspaceSpec &spec, const SandboxPolicy &policy);
    void drop();

private:
    std::mutex m_lock;
    WorkspaceSpec m_spec; ///< without files
    SandboxPolicy m_policy;
    std::future<MadeAhead> m_made;
};

} // namespace vouchsafe
