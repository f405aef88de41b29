#include "sandbox/inside/child.h"

#include "sandbox/inside/command.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

int wakeUpPipe[2];

void childChanged(int)
{
    const int error = errno;
    // A pipe that is full wakes as well.
    if (::write(wakeUpPipe[1], "", 1) < 0)
        errno = error;
    errno = error;
}

} // namespace

long nowMs()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

void nonBlocking(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

bool Child::start(char *const *words, int &error)
{
    int out[2];
    int err[2];
    int failure[2];
    if (::pipe2(wakeUpPipe, O_CLOEXEC | O_NONBLOCK) != 0 || ::pipe2(out, O_CLOEXEC) != 0 ||
        ::pipe2(err, O_CLOEXEC) != 0 || ::pipe2(failure, O_CLOEXEC) != 0)
        return false;
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGCHLD, childChanged);
    m_pid = ::fork();
    if (m_pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), 0);
        ::dup2(out[1], 1);
        ::dup2(err[1], 2);
        plainSignals();
        ::execvp(words[0], words);
        const int number = errno;
        const ssize_t told = ::write(failure[1], &number, sizeof number);
        ::_exit(told == sizeof number ? 127 : 126);
    }
    ::close(out[1]);
    ::close(err[1]);
    ::close(failure[1]);
    output = out[0];
    errors = err[0];
    nonBlocking(output);
    nonBlocking(errors);
    int number = 0;
    ssize_t told = 0;
    do { // a child that fails at once interrupts the reading of why
        told = m_pid > 0 ? ::read(failure[0], &number, sizeof number) : 0;
    } while (told < 0 && errno == EINTR);
    ::close(failure[0]);
    error = told == sizeof number ? number : 0;
    return m_pid > 0;
}

int Child::wakeUp() const
{
    return wakeUpPipe[0];
}

void Child::reap()
{
    char ignored[64];
    while (::read(wakeUpPipe[0], ignored, sizeof ignored) > 0) {
    }
    int ended = 0;
    if (endedAt == 0 && ::waitpid(m_pid, &ended, WNOHANG) == m_pid) {
        endedAt = nowMs();
        status = ended;
    }
}

void Child::kill() const
{
    ::kill(m_pid, SIGKILL);
}

} // namespace vouchsafe::inside
