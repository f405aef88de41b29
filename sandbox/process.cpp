#include "sandbox/process.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <future>
#include <mutex>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace vouchsafe {
namespace {

/// Runs what it is given, one after the other, on a thread that lives as long as the program.
class Launcher {
public:
    static Launcher &only()
    {
        // Never destroyed: children must not die because static objects are taken down in some order.
        static auto *launcher = new Launcher;
        return *launcher;
    }

    pid_t fork(const std::function<void()> &child)
    {
        std::promise<pid_t> promise;
        std::future<pid_t> answer = promise.get_future();
        {
            const std::lock_guard lock(m_mutex);
            m_orders.push_back({&child, &promise});
        }
        m_ready.notify_one();
        return answer.get();
    }

private:
    struct Order {
        const std::function<void()> *child;
        std::promise<pid_t> *promise;
    };

    Launcher()
    {
        std::thread([this] { work(); }).detach();
    }

    [[noreturn]] void work()
    {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
        for (;;) {
            Order order{};
            {
                std::unique_lock lock(m_mutex);
                m_ready.wait(lock, [this] { return !m_orders.empty(); });
                order = m_orders.front();
                m_orders.pop_front();
            }
            // _Fork runs no handlers and takes no locks of malloc, which other threads may hold.
            const pid_t pid = ::_Fork();
            if (pid == 0) {
                (*order.child)();
                ::_exit(127);
            }
            order.promise->set_value(pid < 0 ? -errno : pid);
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_ready;
    std::deque<Order> m_orders;
};

std::vector<char *> pointers(const std::vector<std::string> &texts)
{
    std::vector<char *> list;
    list.reserve(texts.size() + 1);
    for (const std::string &text : texts)
        list.push_back(const_cast<char *>(text.c_str())); // execve changes nothing through it
    list.push_back(nullptr);
    return list;
}

void tell(int pipe, const SetupReport &report)
{
    [[maybe_unused]] const ssize_t written = ::write(pipe, &report, sizeof report);
}

/// None when the pipe closed without a word.
SetupReport heard(int pipe)
{
    SetupReport report;
    ssize_t count = 0;
    do {
        count = ::read(pipe, &report, sizeof report);
    } while (count < 0 && errno == EINTR);
    return count == sizeof report ? report : SetupReport{};
}

Failure startFailed(const SetupReport &report, const std::string &what)
{
    const bool denied = report.step == SetupStep::Namespaces || report.step == SetupStep::MapIds;
    return fail(denied ? ErrorCode::SandboxDenied : ErrorCode::SandboxSetup, "cannot start " + what,
                std::string(stepName(report.step)) + ": " + std::strerror(report.number));
}

Result<Process> forked(const std::function<void()> &child, const std::string &what)
{
    const pid_t pid = Launcher::only().fork(child);
    if (pid < 0)
        return fail(ErrorCode::SandboxSetup, "cannot start " + what, std::strerror(-pid));
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    if (handle < 0) {
        const int number = errno;
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
        return fail(ErrorCode::SandboxSetup, "cannot watch " + what, std::strerror(number));
    }
    return Process(pid, Descriptor(handle));
}

} // namespace

Process::Process(Process &&other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)), m_handle(std::move(other.m_handle)), m_status(other.m_status)
{
}

Process::~Process()
{
    if (m_pid < 0 || m_status)
        return;
    signal(SIGKILL);
    wait();
}

void Process::signal(int number) const
{
    ::syscall(SYS_pidfd_send_signal, m_handle.get(), number, nullptr, 0);
}

ExitStatus Process::wait()
{
    if (m_status)
        return *m_status;
    siginfo_t info{};
    while (::waitid(P_PIDFD, static_cast<id_t>(m_handle.get()), &info, WEXITED) != 0 && errno == EINTR) {
    }
    m_status = ExitStatus{info.si_code != CLD_EXITED, info.si_status};
    return *m_status;
}

Result<Process> startProcess(const ProcessSpec &spec)
{
    auto report = makePipe();
    if (!report)
        return Failure(report.error());
    ChildSteps steps(spec.setup);
    const std::vector<char *> argv = pointers(spec.argv);
    const std::vector<char *> environment = pointers(spec.environment);
    const pid_t self = ::getpid();
    int keep = report->write.get();
    const std::function<void()> child = [&] {
        SetupReport failed = steps.enter();
        if (failed.step == SetupStep::None)
            failed = steps.finish(self, keep);
        if (failed.step == SetupStep::None) {
            ::execve(spec.program.c_str(), argv.data(), environment.data());
            failed = {SetupStep::Execute, errno};
        }
        tell(keep, failed);
    };
    auto process = forked(child, shown(spec.program));
    report->write.reset();
    if (!process)
        return process;
    if (const SetupReport failed = heard(report->read.get()); failed.step != SetupStep::None)
        return startFailed(failed, shown(spec.program));
    return process;
}

Result<HeldNamespaces> makeNamespaces(const ChildSetup &setup, const std::vector<std::string> &openAfter,
                                      SetupReport &failedAt)
{
    auto report = makePipe();
    auto hold = makePipe();
    if (!report || !hold)
        return Failure((report ? hold.error() : report.error()));
    const ChildSteps steps(setup);
    const std::function<void()> child = [&] {
        ::close(hold->write.get());
        tell(report->write.get(), steps.enter());
        ::close(report->write.get());
        char byte = 0;
        // Ends when the parent closes its side, also when the parent dies.
        [[maybe_unused]] const ssize_t count = ::read(hold->read.get(), &byte, 1);
        ::_exit(0);
    };
    auto process = forked(child, "the workspace's namespaces");
    report->write.reset();
    if (!process)
        return Failure(process.error());
    failedAt = heard(report->read.get());
    if (failedAt.step != SetupStep::None)
        return startFailed(failedAt, "the workspace's namespaces");
    const std::string proc = "/proc/" + std::to_string(process->pid());
    const auto opened = [&](const std::string &name, int flags) {
        return Descriptor(::open((proc + name).c_str(), flags | O_CLOEXEC));
    };
    HeldNamespaces held{opened("/ns/user", O_RDONLY), opened("/ns/mnt", O_RDONLY), {}};
    if (!held.user.valid() || !held.mount.valid())
        return Failure(systemError(errno, "cannot hold the workspace's namespaces", proc));
    for (const std::string &folder : openAfter) {
        held.folders.push_back(opened("/cwd/" + folder, O_RDONLY | O_DIRECTORY));
        if (!held.folders.back().valid())
            return Failure(systemError(errno, "cannot open the workspace", folder));
    }
    return held;
}

} // namespace vouchsafe
