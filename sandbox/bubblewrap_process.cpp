#include "sandbox/bubblewrap_process.h"

#include "core/base/files.h"
#include "sandbox/bubblewrap_argv.h"
#include "sandbox/fixed_paths.h"
#include "sandbox/process_tree.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

/// Collects what the child gets, and gives each its number in the order in which it came.
class Passing {
public:
    int add(Descriptor descriptor)
    {
        m_owned.push_back(std::move(descriptor));
        return add(m_owned.back().get());
    }
    int add(int descriptor)
    {
        m_list.push_back({descriptor, static_cast<int>(m_list.size())});
        return m_list.back().to;
    }
    const std::vector<PassedDescriptor> &list() const { return m_list; }

private:
    std::vector<Descriptor> m_owned;
    std::vector<PassedDescriptor> m_list;
};

std::vector<ResourceLimit> limits(const SandboxPolicy &policy, bool processesToo)
{
    std::vector<ResourceLimit> list = {
        {RLIMIT_NOFILE, 4096}, {RLIMIT_FSIZE, policy.fileBytes}, {RLIMIT_CORE, 0}, {RLIMIT_MEMLOCK, 65536},
        {RLIMIT_MSGQUEUE, 0},  {RLIMIT_SIGPENDING, 2048},
    };
    // Counted per user namespace (Linux 5.14): only in one of our own does it not count the user's desktop.
    // bubblewrap's own two processes are counted too.
    if (processesToo)
        list.push_back({RLIMIT_NPROC, policy.pids + 2});
    return list;
}

Result<std::vector<CopiedFile>> passFiles(const HostLayout &host, Passing &passing)
{
    std::vector<CopiedFile> files;
    for (const auto &[path, content] : syntheticEtc()) {
        auto file = memoryFile(path, content);
        if (!file)
            return Failure(file.error());
        files.push_back({passing.add(std::move(*file)), path});
    }
    for (const std::string &path : host.etcFiles) {
        Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        if (file.valid())
            files.push_back({passing.add(std::move(file)), path});
    }
    return files;
}

void waitForEnd(int process)
{
    // What was killed ends in milliseconds; a process that the kernel holds longer must not hold us for ever.
    pollfd gone{process, POLLIN, 0};
    while (::poll(&gone, 1, 5000) < 0 && errno == EINTR) {
    }
}

} // namespace

Result<BubblewrapProcess> BubblewrapProcess::start(const BubblewrapSetting &setting,
                                                   const Workspace &workspace, const SandboxPolicy &policy,
                                                   const ControlGroup *group, const Command &command,
                                                   StandardStreams streams)
{
    auto status = makePipe();
    if (!status)
        return Failure(status.error());
    auto filter = memoryFile("seccomp", setting.filter);
    if (!filter)
        return Failure(filter.error());
    auto mounts = workspace.mounts();
    if (!mounts)
        return Failure(mounts.error());

    auto fixed = openFixedPaths(workspace.root(), workspace.spec().readOnly);
    if (!fixed)
        return Failure(fixed.error());

    Passing passing;
    passing.add(std::move(streams.input));
    passing.add(std::move(streams.output));
    passing.add(std::move(streams.errors));
    if (streams.channel.valid())
        passing.add(std::move(streams.channel));
    const bool ownNamespace = workspace.userNamespace() >= 0;
    BubblewrapPlan plan;
    plan.program = setting.program;
    plan.host = setting.host;
    plan.policy = policy;
    plan.statusDescriptor = passing.add(std::move(status->write));
    plan.seccompDescriptor = passing.add(std::move(*filter));
    plan.workspaceDescriptor = passing.add(workspace.root());
    auto files = passFiles(setting.host, passing);
    if (!files)
        return Failure(files.error());
    plan.files = std::move(*files);
    plan.insideRoot = workspace.spec().insideRoot;
    for (FixedPath &path : *fixed)
        plan.fixed.push_back(
            {passing.add(std::move(path.open)), plan.insideRoot + "/" + path.path, path.readOnly});
    plan.toolsFolder = workspace.tools().string();
    plan.reportsFolder = workspace.reports().string();
    plan.mounts = std::move(*mounts);
    plan.path = workspace.spec().path;
    plan.environment = command.environment;
    plan.workdir = folderInside(plan.insideRoot, command.workdir);
    plan.command = command.argv;
    if (!ownNamespace)
        plan.innerProcesses = policy.pids;
    plan.argsDescriptor = static_cast<int>(passing.list().size());
    const BubblewrapArgv argv = bubblewrapArgv(plan);
    std::string args;
    for (const std::string &word : argv.args)
        args.append(word).push_back('\0');
    auto argsFile = memoryFile("args", args);
    if (!argsFile)
        return Failure(argsFile.error());
    passing.add(std::move(*argsFile));

    ProcessSpec spec;
    spec.program = setting.program;
    spec.argv = argv.argv;
    spec.setup.drop = workspace.identity().dropped;
    spec.setup.uid = workspace.identity().uid;
    spec.setup.gid = workspace.identity().gid;
    spec.setup.userNamespace = workspace.userNamespace();
    spec.setup.mountNamespace = workspace.mountNamespace();
    spec.setup.limits = limits(policy, ownNamespace);
    spec.setup.descriptors = passing.list();
    if (group != nullptr)
        spec.setup.joinGroups = group->members();
    auto process = startProcess(spec);
    if (!process)
        return Failure(process.error());
    setNonBlocking(status->read.get());
    return BubblewrapProcess(std::move(*process), std::move(status->read));
}

BubblewrapProcess::~BubblewrapProcess()
{
    if (!m_status.valid() || m_finished)
        return;
    kill();
    finish();
}

void BubblewrapProcess::readStatus()
{
    std::array<char, 4096> chunk;
    for (;;) {
        const ssize_t count = ::read(m_status.get(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        m_statusText.append(chunk.data(), static_cast<std::size_t>(count));
    }
    // One JSON document a line: {"child-pid": 4711}, later {"exit-code": 0}.
    for (std::size_t end; (end = m_statusText.find('\n')) != std::string::npos;
         m_statusText.erase(0, end + 1)) {
        const auto record = nlohmann::json::parse(m_statusText.substr(0, end), nullptr, false);
        if (!record.is_object())
            continue;
        if (const auto pid = record.find("child-pid"); pid != record.end() && pid->is_number_integer()) {
            m_initPid = pid->get<pid_t>();
            // It will be killed: no record, however wrong, may name the host's own first process.
            if (m_initPid > 1)
                m_init = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, m_initPid, 0)));
        }
        if (const auto code = record.find("exit-code"); code != record.end() && code->is_number_integer())
            m_end.exitCode = code->get<int>();
    }
}

std::vector<pid_t> BubblewrapProcess::members() const
{
    return m_init.valid() ? descendants(m_initPid) : std::vector<pid_t>{};
}

void BubblewrapProcess::askToEnd() const
{
    std::vector<std::pair<pid_t, Descriptor>> handles;
    for (const pid_t member : members())
        handles.emplace_back(member, Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, member, 0))));
    // A number may have gone to a stranger before its handle was opened: only who is still here is meant.
    const std::vector<pid_t> still = members();
    for (const auto &[member, handle] : handles) {
        if (std::find(still.begin(), still.end(), member) != still.end())
            ::syscall(SYS_pidfd_send_signal, handle.get(), SIGTERM, nullptr, 0);
    }
}

void BubblewrapProcess::kill()
{
    readStatus();
    if (!m_init.valid()) {
        // bubblewrap's first child dies with it only from some point of its set-up on. Stopped, it makes no
        // more.
        m_process.signal(SIGSTOP);
        siginfo_t info{};
        ::waitid(P_PIDFD, static_cast<id_t>(m_process.descriptor()), &info, WSTOPPED | WEXITED | WNOWAIT);
        for (const pid_t child : descendants(m_process.pid()))
            m_others.emplace_back(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
        for (const Descriptor &child : m_others)
            ::syscall(SYS_pidfd_send_signal, child.get(), SIGKILL, nullptr, 0);
    } else {
        ::syscall(SYS_pidfd_send_signal, m_init.get(), SIGKILL, nullptr, 0);
    }
    m_process.signal(SIGKILL);
}

CommandEnd BubblewrapProcess::finish()
{
    if (m_finished)
        return m_end;
    const ExitStatus status = m_process.wait();
    if (status.signalled)
        m_end.killedBy = status.value;
    readStatus();
    m_finished = true;
    // bubblewrap ends when the command does; its init and what the command left behind may still be dying.
    // The end of init is the end of all of them.
    if (m_init.valid()) {
        ::syscall(SYS_pidfd_send_signal, m_init.get(), SIGKILL, nullptr, 0);
        m_others.push_back(std::move(m_init));
    }
    for (const Descriptor &other : m_others)
        waitForEnd(other.get());
    return m_end;
}

} // namespace vouchsafe
