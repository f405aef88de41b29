#include "tests/bench/spawn.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <QStandardPaths>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vouchsafe::bench {
namespace {

/// As execve takes them; the strings must outlive it.
std::vector<char *> pointersTo(std::vector<std::string> &words)
{
    std::vector<char *> pointers;
    for (std::string &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environmentWith(const std::vector<std::string> &variables)
{
    std::vector<std::string> environment = variables;
    const auto isGiven = [&](std::string_view entry) {
        const std::string_view name = entry.substr(0, entry.find('=') + 1);
        return std::any_of(variables.begin(), variables.end(),
                           [&](const std::string &variable) { return variable.starts_with(name); });
    };
    for (char **entry = ::environ; *entry != nullptr; ++entry)
        if (!isGiven(*entry))
            environment.emplace_back(*entry);
    return environment;
}

/// In the child of a fork: nothing here allocates.
[[noreturn]] void become(char *const *argv, char *const *environment, const std::optional<User> &as)
{
    const int null = ::open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; ++fd)
        ::dup2(null, fd);
    const bool dropped =
        !as || (::setgroups(0, nullptr) == 0 && ::setresgid(as->gid, as->gid, as->gid) == 0 &&
                ::setresuid(as->uid, as->uid, as->uid) == 0);
    if (dropped && ::chdir("/") == 0)
        ::execve(argv[0], argv, environment);
    ::_exit(127);
}

} // namespace

Status runPeer(const std::vector<std::string> &argv, std::optional<User> as,
               const std::vector<std::string> &variables)
{
    std::vector<std::string> words = argv;
    std::vector<std::string> environment = environmentWith(variables);
    const std::vector<char *> pointers = pointersTo(words);
    const std::vector<char *> variablePointers = pointersTo(environment);
    const pid_t child = ::fork();
    if (child < 0)
        return Failure(systemError(errno, "cannot start a peer", argv.front()));
    if (child == 0)
        become(pointers.data(), variablePointers.data(), as);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return Failure(systemError(errno, "cannot wait for a peer", argv.front()));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return {};
    return fail(ErrorCode::Io, "a peer did not end with exit status 0",
                shellQuoted(argv) + ": " +
                    (WIFEXITED(status) ? "exit status " + std::to_string(WEXITSTATUS(status))
                                       : "signal " + std::to_string(WTERMSIG(status))));
}

Result<Program> Program::start(const std::vector<std::string> &argv,
                               const std::vector<std::string> &variables)
{
    std::vector<std::string> words = argv;
    std::vector<std::string> environment = environmentWith(variables);
    const std::vector<char *> arguments = pointersTo(words);
    const std::vector<char *> variablePointers = pointersTo(environment);
    const pid_t child = ::fork();
    if (child < 0)
        return Failure(systemError(errno, "cannot start a program", argv.front()));
    if (child == 0) {
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL); // where our own end is sudden
        become(arguments.data(), variablePointers.data(), std::nullopt);
    }
    ::setpgid(child, child); // whoever comes first
    return Program(child);
}

Program::~Program()
{
    if (m_pid < 0)
        return;
    ::kill(-m_pid, SIGKILL);
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR)
        continue;
}

bool Program::hasEnded()
{
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == m_pid;
}

std::string programPath(const std::string &name)
{
    return QStandardPaths::findExecutable(QString::fromStdString(name)).toStdString();
}

} // namespace vouchsafe::bench
