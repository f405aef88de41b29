#include "sandbox/inside/counters.h"
#include "sandbox/inside/kin.h"
#include "sandbox/inside/preparation.h"
#include "sandbox/inside/verbs.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

// Set by signal handlers, which run only inside ppoll: all is blocked elsewhere.
volatile sig_atomic_t askedToEnd = 0; // the signal
volatile sig_atomic_t childChanged = 0;

void onSignal(int number)
{
    if (number == SIGCHLD)
        childChanged = 1;
    else
        askedToEnd = number;
}

void catchSignals(sigset_t &unblocked)
{
    sigset_t caught;
    ::sigemptyset(&caught);
    struct sigaction action {};
    action.sa_handler = onSignal;
    for (const int number : {SIGCHLD, SIGTERM, SIGINT, SIGHUP}) {
        ::sigaddset(&caught, number);
        ::sigaction(number, &action, nullptr);
    }
    ::sigprocmask(SIG_BLOCK, &caught, &unblocked);
    for (const int number : {SIGCHLD, SIGTERM, SIGINT, SIGHUP})
        ::sigdelset(&unblocked, number);
    std::signal(SIGPIPE, SIG_IGN);
}

sigset_t waitingMask;

bool mayRead(int in)
{
    pollfd wait{in, POLLIN, 0};
    while (askedToEnd == 0) {
        if (::ppoll(&wait, 1, nullptr, &waitingMask) > 0)
            return true;
    }
    return false;
}

/// Carries stdin to the command (a channel), or watches it as the line to life.
class Input {
public:
    Input(bool channel, int to, std::string_view first) : m_channel(channel), m_to(to)
    {
        m_waiting.append(first);
    }

    void prepare(pollfd (&waits)[2]) const
    {
        waits[0] = {m_ended || !m_waiting.view().empty() ? -1 : STDIN_FILENO, POLLIN, 0};
        waits[1] = {m_to >= 0 && !m_waiting.view().empty() ? m_to : -1, POLLOUT, 0};
    }
    /// False when the line to life has ended.
    bool move(const pollfd (&waits)[2])
    {
        if (waits[0].revents != 0)
            take();
        if (waits[1].revents != 0)
            give();
        if (m_channel && m_ended && m_waiting.view().empty())
            closeEnd();
        return m_channel || !m_ended;
    }

private:
    void take()
    {
        constexpr std::size_t oneRead = 65536;
        const ssize_t count = ::read(STDIN_FILENO, m_waiting.room(oneRead), oneRead);
        if (count > 0 && m_to >= 0)
            m_waiting.grew(static_cast<std::size_t>(count));
        m_ended = count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
    }
    void give()
    {
        const ssize_t count = ::write(m_to, m_waiting.view().data(), m_waiting.size());
        if (count > 0)
            m_waiting.dropFront(static_cast<std::size_t>(count));
        else if (errno != EINTR && errno != EAGAIN)
            closeEnd(); // the command reads no more; what comes is thrown away
    }
    void closeEnd()
    {
        if (m_to >= 0)
            ::close(m_to);
        m_to = -1;
        m_waiting.clear();
    }

    bool m_channel;
    int m_to;
    Bytes m_waiting;
    bool m_ended = false;
};

struct Child {
    pid_t pid = -1;
    int input = -1; ///< of a channel
    StartFailure failure;
};

[[noreturn]] void beChild(const StartedCommand &command, int input, int report)
{
    ::setsid();
    if (input < 0)
        input = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    StartFailure failure{errno, "start"};
    if (input >= 0 && ::dup2(input, STDIN_FILENO) >= 0) {
        plainSignals();
        failure = command.become();
    }
    writeAll(report, {reinterpret_cast<const char *>(&failure), sizeof failure});
    ::_exit(statusNotStarted);
}

Child start(const StartedCommand &command)
{
    Child child;
    int report[2];
    int input[2] = {-1, -1};
    const bool channel = (command.flags() & flagChannel) != 0;
    if (::pipe2(report, O_CLOEXEC) != 0 || (channel && ::pipe2(input, O_CLOEXEC) != 0)) {
        child.failure = {errno, "start"};
        return child;
    }
    child.pid = ::fork();
    if (child.pid == 0)
        beChild(command, input[0], report[1]);
    child.failure = {child.pid < 0 ? errno : 0, "start"};
    ::close(report[1]);
    if (channel) {
        ::close(input[0]);
        ::fcntl(input[1], F_SETFL, O_NONBLOCK);
        child.input = input[1];
    }
    // Closed by exec, so this ends when the command has begun. The same program reads what it wrote.
    StartFailure failed;
    ssize_t count = -1;
    while (child.pid > 0 && (count = ::read(report[0], &failed, sizeof failed)) < 0 && errno == EINTR) {
    }
    ::close(report[0]);
    if (count == static_cast<ssize_t>(sizeof failed))
        child.failure = failed;
    return child;
}

/// Reaps what has ended; true once the command is among it.
bool reap(pid_t command, int &status)
{
    bool ended = false;
    for (;;) {
        int one = 0;
        const pid_t gone = ::waitpid(-1, &one, WNOHANG);
        if (gone < 0 && errno == EINTR)
            continue;
        if (gone <= 0)
            return ended;
        if (gone == command) {
            status = one;
            ended = true;
        }
    }
}

int watch(const Child &child, Input &input)
{
    int status = 0;
    bool lost = false;
    for (;;) {
        childChanged = 0;
        if (reap(child.pid, status))
            return status;
        pollfd waits[2];
        input.prepare(waits);
        if (lost)
            waits[0].fd = -1;
        const int ready = ::ppoll(waits, 2, nullptr, &waitingMask);
        if (askedToEnd != 0) {
            const int number = askedToEnd;
            askedToEnd = 0;
            signalKin(number);
        }
        if (ready > 0 && !lost && !input.move(waits)) {
            lost = true;
            signalKin(SIGKILL);
        }
    }
}

void sayEnd(std::string_view nonce, int status)
{
    const Counters counters = readCounters();
    Bytes words;
    words.append("\n");
    words.append(nonce);
    words.append(WIFSIGNALED(status) ? " signal " : " exit ");
    words.appendDecimal(WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    words.append(" pids ");
    words.appendDecimal(counters.pids);
    words.append(" oom ");
    words.appendDecimal(counters.oom);
    words.append("\n");
    writeAll(STDERR_FILENO, words.view());
}

} // namespace

int run(char *const *folders, int count)
{
    // Before the first frame: what it holds must not be read by others, nor this process be traced.
    ::prctl(PR_SET_DUMPABLE, 0);
    adoptOrphans();
    catchSignals(waitingMask);
    ::umask(022);
    Preparation preparation(STDIN_FILENO, STDOUT_FILENO, folders, count, mayRead);
    const Prepared prepared = preparation.readAll();
    switch (prepared.next) {
    case Prepared::Next::Quit:
        return 0;
    case Prepared::Next::Stopped:
        return statusSignal + askedToEnd;
    case Prepared::Next::Fail:
        sayFailure(preparation.nonce(), prepared.failure);
        return statusNotStarted;
    case Prepared::Next::Start:
        break;
    }
    const Child child = start(preparation.command());
    if (child.failure.number != 0) {
        endKin();
        sayFailure(preparation.nonce(), child.failure);
        return statusNotStarted;
    }
    const bool channel = (preparation.command().flags() & flagChannel) != 0;
    Input input(channel, child.input, channel ? preparation.rest() : std::string_view());
    const int status = watch(child, input);
    endKin();
    sayEnd(preparation.nonce(), status);
    return WIFSIGNALED(status) ? statusSignal + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace vouchsafe::inside
