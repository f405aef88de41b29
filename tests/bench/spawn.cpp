#include "tests/bench/spawn.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <QStandardPaths>

#include <cerrno>
#include <fcntl.h>
#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vouchsafe::bench {
namespace {

/// In the child of a fork: nothing here allocates.
[[noreturn]] void become(char *const *argv, const std::optional<User> &as)
{
    const int null = ::open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; ++fd)
        ::dup2(null, fd);
    const bool dropped =
        !as || (::setgroups(0, nullptr) == 0 && ::setresgid(as->gid, as->gid, as->gid) == 0 &&
                ::setresuid(as->uid, as->uid, as->uid) == 0);
    if (dropped && ::chdir("/") == 0)
        ::execv(argv[0], argv);
    ::_exit(127);
}

} // namespace

Status runPeer(const std::vector<std::string> &argv, std::optional<User> as)
{
    std::vector<std::string> words = argv;
    std::vector<char *> pointers;
    for (std::string &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const pid_t child = ::fork();
    if (child < 0)
        return Failure(systemError(errno, "cannot start a peer", argv.front()));
    if (child == 0)
        become(pointers.data(), as);
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

std::string programPath(const std::string &name)
{
    return QStandardPaths::findExecutable(QString::fromStdString(name)).toStdString();
}

} // namespace vouchsafe::bench
