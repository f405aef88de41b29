#pragma once
// A bubblewrap that was started before its command is known: the helper waits inside and becomes the command.
//
// `inside hold 3` reads one Command frame from a socket, which goes with its exec, and keeps process 2 as it
// is: bubblewrap's record of the end is the command's. Nothing that the command sees depends on having waited
// but the command line of process 1.

#include "core/base/result.h"
#include "core/ports/sandbox.h"
#include "sandbox/bubblewrap_process.h"
#include "sandbox/sandbox_run.h"

namespace vouchsafe {

/// For one command. Killed with its owner; the workspace and the group must outlive it. Call from one thread.
class HeldCommand {
public:
    /// Returns when bubblewrap was executed; what fails inside shows in `give`.
    static Result<HeldCommand> start(const BubblewrapSetting &setting, const Workspace &workspace,
                                     const SandboxPolicy &policy, const ControlGroup *group);

    /// Whether the command is on its way to the helper. If not, it has to be started without waiting.
    bool give(const Command &command);
    /// Once the process has finished: whether the helper said that it could not execute the command. Nothing
    /// has happened then, although bubblewrap has a record of the helper's end.
    bool refused() const;

    BubblewrapProcess &process() { return m_process; }
    const OutputEnds &ends() const { return m_ends; }

private:
    HeldCommand(BubblewrapProcess process, OutputEnds ends, Descriptor channel, const WorkspaceSpec &spec)
        : m_process(std::move(process)),
          m_ends(std::move(ends)),
          m_channel(std::move(channel)),
          m_root(spec.insideRoot),
          m_path(spec.path)
    {
    }

    BubblewrapProcess m_process;
    OutputEnds m_ends;
    Descriptor m_channel;
    std::string m_root;
    std::vector<std::string> m_path;
};

} // namespace vouchsafe
