#include "sandbox/inside/kin.h"

#include "sandbox/inside/files.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <dirent.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

struct Relation {
    pid_t pid = 0;
    pid_t parent = 0;
    bool ours = false;
};

pid_t numberIn(std::string_view text)
{
    pid_t value = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9')
            return 0;
        value = value * 10 + (digit - '0');
    }
    return value;
}

/// `4711 (a name) S 1 …`: the name may hold anything, so the last parenthesis counts.
pid_t parentOf(const char *pid)
{
    Bytes path;
    path.append("/proc/");
    path.append(pid);
    path.append("/stat");
    Bytes stat;
    if (!readFile(path.text(), stat))
        return 0;
    std::string_view rest = stat.view();
    const std::size_t end = rest.rfind(')');
    if (end == std::string_view::npos || rest.size() < end + 5)
        return 0;
    rest.remove_prefix(end + 4);
    return numberIn({rest.data(), rest.find(' ') == std::string_view::npos ? 0 : rest.find(' ')});
}

void signalDescendants(int number)
{
    DIR *list = ::opendir("/proc");
    if (list == nullptr)
        return;
    Relation *all = nullptr;
    std::size_t count = 0;
    const pid_t self = ::getpid();
    while (const dirent *entry = ::readdir(list)) {
        const pid_t pid = numberIn(entry->d_name);
        if (pid <= 1 || pid == self)
            continue;
        void *more = std::realloc(all, (count + 1) * sizeof(Relation));
        if (more == nullptr)
            break;
        all = static_cast<Relation *>(more);
        const pid_t parent = parentOf(entry->d_name);
        all[count++] = {pid, parent, parent == self};
    }
    ::closedir(list);
    // A child may be listed before its parent, so until nothing new is found.
    for (bool found = true; found;) {
        found = false;
        for (std::size_t child = 0; child < count; ++child)
            for (std::size_t parent = 0; parent < count && !all[child].ours; ++parent)
                if (all[parent].ours && all[parent].pid == all[child].parent)
                    found = all[child].ours = true;
    }
    for (std::size_t i = 0; i < count; ++i)
        if (all[i].ours)
            ::kill(all[i].pid, number);
    std::free(all);
}

} // namespace

void adoptOrphans()
{
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void signalKin(int number)
{
    if (::getpid() == 1)
        ::kill(-1, number);
    else
        signalDescendants(number);
}

void endKin()
{
    for (;;) {
        signalKin(SIGKILL);
        const pid_t gone = ::waitpid(-1, nullptr, WNOHANG);
        if (gone < 0 && errno == ECHILD)
            return;
        if (gone == 0) {
            const timespec moment{0, 1'000'000};
            ::nanosleep(&moment, nullptr);
        }
    }
}

} // namespace vouchsafe::inside
