#pragma once
// One bubblewrap with a command inside, from its start to the moment when nothing of it is left.

#include "core/base/result.h"
#include "core/ports/sandbox.h"
#include "sandbox/control_group.h"
#include "sandbox/host_layout.h"
#include "sandbox/process.h"
#include "sandbox/workspace.h"

#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// What all sandboxes of one factory share.
struct BubblewrapSetting {
    std::string program = "/usr/bin/bwrap";
    HostLayout host;
    std::string filter; ///< compiled system call filter
};

struct StandardStreams {
    Descriptor input;
    Descriptor output;
    Descriptor errors;
    Descriptor channel = {}; ///< where there is one, the command has it as channelNumber
};

inline constexpr int channelNumber = 3;

/// Of bubblewrap's own record (`--json-status-fd`), which nothing inside can reach.
struct CommandEnd {
    /// None: the command never started, or bubblewrap was killed. A record exists only after a successful
    /// exec.
    std::optional<int> exitCode;
    int killedBy = 0; ///< signal that ended bubblewrap itself
};

/// Call from one thread at a time.
class BubblewrapProcess {
public:
    static Result<BubblewrapProcess> start(const BubblewrapSetting &setting, const Workspace &workspace,
                                           const SandboxPolicy &policy, const ControlGroup *group,
                                           const Command &command, StandardStreams streams);
    BubblewrapProcess(BubblewrapProcess &&) noexcept = default;
    ~BubblewrapProcess();

    int statusDescriptor() const { return m_status.get(); }
    int endDescriptor() const { return m_process.descriptor(); }
    void readStatus(); ///< when the status descriptor is readable
    /// Every process inside but its init, as the host numbers them.
    std::vector<pid_t> members() const;
    void askToEnd() const; ///< SIGTERM to all members
    void kill();           ///< SIGKILL to everything, at once
    /// Waits until bubblewrap has ended, then makes sure that nothing inside lives on.
    CommandEnd finish();

private:
    BubblewrapProcess(Process process, Descriptor status)
        : m_process(std::move(process)), m_status(std::move(status))
    {
    }

    Process m_process;
    Descriptor m_status;
    std::string m_statusText;
    Descriptor m_init; ///< pidfd of the first process inside
    pid_t m_initPid = 0;
    std::vector<Descriptor> m_others; ///< pidfds of what was killed before there was a record of init
    CommandEnd m_end;
    bool m_finished = false;
};

} // namespace vouchsafe
