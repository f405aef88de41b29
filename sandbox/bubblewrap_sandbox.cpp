#include "sandbox/bubblewrap_sandbox.h"

#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/attestation.h"
#include "sandbox/bubblewrap_argv.h"
#include "sandbox/sandbox_channel.h"
#include "sandbox/sandbox_run.h"
#include "sandbox/scratch.h"
#include "sandbox/seccomp_filter.h"
#include "sandbox/watchdog.h"

#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <sys/socket.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

class BubblewrapSandbox final : public Sandbox {
public:
    BubblewrapSandbox(std::shared_ptr<const BubblewrapSetting> setting, SandboxPolicy policy, MadeAhead made)
        : m_setting(std::move(setting)),
          m_policy(std::move(policy)),
          m_workspace(std::move(made.workspace)),
          m_group(std::move(made.group)),
          m_held(std::move(made.held)),
          m_termination(std::make_shared<Termination>())
    {
    }
    ~BubblewrapSandbox() override { terminate(); }

    Result<RunResult> run(const Command &command, std::stop_token stop, OutputSink &output) override;
    Result<std::unique_ptr<Channel>> start(const Command &command) override;
    Result<FileSet> collect(const CollectRequest &request) override { return m_workspace->collect(request); }
    Result<Attestation> attest(std::stop_token stop) override;
    void terminate() override
    {
        m_termination->asked = true;
        m_termination->wake.wake();
        if (m_group)
            m_group->killAll();
        takeHeld();
    }

    Workspace &workspace() { return *m_workspace; }

private:
    Status ready(const Command &command) const;
    /// The one that waited, for whoever comes first.
    std::unique_ptr<HeldCommand> takeHeld()
    {
        const std::lock_guard lock(m_heldLock);
        return std::move(m_held);
    }
    Result<RunResult> runUnheld(const Command &command, std::stop_token stop, OutputSink &output);
    Watchdog watchdog() const { return {*m_workspace, m_policy, m_group.get()}; }

    std::shared_ptr<const BubblewrapSetting> m_setting;
    SandboxPolicy m_policy;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<ControlGroup> m_group;
    std::mutex m_heldLock;
    std::unique_ptr<HeldCommand> m_held;
    std::shared_ptr<Termination> m_termination;
};

Status BubblewrapSandbox::ready(const Command &command) const
{
    if (m_termination->asked)
        return fail(ErrorCode::Cancelled, "the sandbox was terminated");
    if (command.argv.empty())
        return fail(ErrorCode::CheckInvalid, "there is no command to run in the sandbox");
    // bubblewrap's own lists end at a NUL.
    for (const std::string &word : command.argv) {
        if (word.find('\0') != std::string::npos)
            return fail(ErrorCode::CheckInvalid, "a word of the command holds a NUL byte", shown(word));
    }
    return {};
}

Result<RunResult> BubblewrapSandbox::run(const Command &command, std::stop_token stop, OutputSink &output)
{
    if (Status able = ready(command); !able)
        return Failure(able.error());
    if (const auto held = takeHeld()) {
        Watchdog dog = watchdog(); // what was counted until now is not the command's
        if (held->give(command)) {
            RunResult result =
                watchRun(held->process(), held->ends(), command, dog, m_termination->wake, stop, output);
            // What cannot be executed is tried again without the helper: the words are bubblewrap's own then.
            if (result.ending != Ending::Exited || !held->refused())
                return result;
        }
    }
    return runUnheld(command, std::move(stop), output);
}

Result<RunResult> BubblewrapSandbox::runUnheld(const Command &command, std::stop_token stop,
                                               OutputSink &output)
{
    auto out = makePipe();
    auto err = makePipe();
    if (!out || !err)
        return Failure(out ? err.error() : out.error());
    StandardStreams streams{Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)), std::move(out->write),
                            std::move(err->write)};
    auto process = BubblewrapProcess::start(*m_setting, *m_workspace, m_policy, m_group.get(), command,
                                            std::move(streams));
    if (!process)
        return Failure(process.error());
    const OutputEnds ends{std::move(out->read), std::move(err->read)};
    Watchdog dog = watchdog();
    return watchRun(*process, ends, command, dog, m_termination->wake, std::move(stop), output);
}

Result<std::unique_ptr<Channel>> BubblewrapSandbox::start(const Command &command)
{
    if (Status able = ready(command); !able)
        return Failure(able.error());
    takeHeld(); // for a run alone, and only before anything else was written
    auto out = makePipe();
    auto err = makePipe();
    if (!out || !err)
        return Failure(out ? err.error() : out.error());
    // A socket, because writing to it can be told to raise no SIGPIPE.
    int input[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0)
        return Failure(systemError(errno, "cannot make a channel", {}));
    SandboxChannel::Ends ends{Descriptor(input[0]), std::move(out->read), std::move(err->read)};
    StandardStreams streams{Descriptor(input[1]), std::move(out->write), std::move(err->write)};
    auto process = BubblewrapProcess::start(*m_setting, *m_workspace, m_policy, m_group.get(), command,
                                            std::move(streams));
    if (!process)
        return Failure(process.error());
    return std::make_unique<SandboxChannel>(std::move(*process), std::move(ends), watchdog(), m_termination);
}

Result<Attestation> BubblewrapSandbox::attest(std::stop_token stop)
{
    Attestation attestation;
    attestation.backend = "bubblewrap";
    attestation.workspace = workspaceKindName(m_workspace->kind());
    attestation.memoryLimit =
        m_group ? "cgroup " + std::to_string(m_policy.memoryBytes) : std::string("best effort");
    const auto mounts = m_workspace->mounts();
    if (!mounts)
        return Failure(mounts.error());
    WantedInside wanted;
    wanted.mounts = mountTargets(m_setting->host, m_workspace->spec().insideRoot, *mounts);
    return attestedBy(*this, attestation, wanted, std::move(stop));
}

} // namespace

BubblewrapFactory::BubblewrapFactory(Identity identity, std::string program) : m_identity(std::move(identity))
{
    reapScratch(m_identity);
    reapControlGroups();
    auto filter = seccompFilter();
    if (!filter) {
        m_setting = Failure(filter.error());
        return;
    }
    m_setting = std::make_shared<BubblewrapSetting>(
        BubblewrapSetting{std::move(program), hostLayout(), std::move(*filter)});
}

Result<std::unique_ptr<Sandbox>> BubblewrapFactory::open(const WorkspaceSpec &spec,
                                                         const SandboxPolicy &policy)
{
    if (!m_setting)
        return Failure(m_setting.error());
    if ((policy.backend != Backend::Auto && policy.backend != Backend::Bubblewrap) || !policy.runtime.empty())
        return fail(ErrorCode::SandboxBackend, "this sandbox is bubblewrap and has no runtimes",
                    policy.runtime);
    const std::string &program = (*m_setting)->program;
    if (::access(program.c_str(), X_OK) != 0)
        return fail(ErrorCode::SandboxMissing, "bubblewrap is not installed", shown(program),
                    "install the package bubblewrap");
    MadeAhead made = m_waiting.take(spec, policy);
    if (!made.workspace) {
        auto workspace = Workspace::make(spec, m_identity, m_overlay);
        if (!workspace)
            return Failure(workspace.error());
        made.workspace = std::move(*workspace);
    }
    if (!made.group)
        made.group = ControlGroup::make({policy.memoryBytes, policy.pids, policy.cpuPercent});
    if (made.workspace->kind() != WorkspaceKind::Overlay && !spec.plainCopy)
        m_overlay = false;
    return std::make_unique<BubblewrapSandbox>(*m_setting, policy, std::move(made));
}

void BubblewrapFactory::warm(const WorkspaceSpec &spec, const SandboxPolicy &policy)
{
    if (m_setting)
        m_waiting.begin(*m_setting, spec, policy, m_identity, m_overlay);
}

Result<fs::path> BubblewrapFactory::keepAsLayer(std::unique_ptr<Sandbox> sandbox, const std::string &name)
{
    // It may stand on the layer that is replaced here, whose name its spec shares with the new one.
    m_waiting.drop();
    auto *own = dynamic_cast<BubblewrapSandbox *>(sandbox.get());
    if (own == nullptr || name.empty() || name.front() == '.' || name.find('/') != std::string::npos)
        return fail(ErrorCode::Internal, "this sandbox cannot be kept as a layer", shown(name));
    own->terminate();
    const fs::path layers = m_identity.cache / "layers";
    const std::string made = "." + newNonce(8);
    if (Status kept = own->workspace().keep(layers / made); !kept)
        return Failure(kept.error());
    const AsIdentity rights(m_identity);
    const Descriptor folder(::open(layers.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // A layer in use stays whole: the old one is moved away first, and running overlays keep what they
    // opened.
    const std::string old = "." + newNonce(8);
    if (::renameat(folder.get(), name.c_str(), folder.get(), old.c_str()) == 0) {
        if (Status removed = removeTree(folder.get(), old); !removed)
            return Failure(removed.error());
    }
    if (::renameat(folder.get(), made.c_str(), folder.get(), name.c_str()) != 0)
        return Failure(systemError(errno, "cannot keep what the baseline built", layers / name));
    return layers / name;
}

} // namespace vouchsafe
