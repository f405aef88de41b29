#include "sandbox/scratch.h"

#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace vouchsafe {
namespace {

constexpr const char *ownerFile = "owner";
// A folder with a dot or without a lock file is being made, or a crash left it in the middle of that.
constexpr std::chrono::minutes makingTime{10};

std::string ownerText()
{
    const auto stat = readFile("/proc/self/stat", 65536);
    // The name in parentheses may hold blanks; the start time is the 20th field after it.
    const std::vector<std::string> fields =
        stat ? split(std::string_view(*stat).substr(stat->rfind(')') + 2), ' ') : std::vector<std::string>{};
    return std::to_string(::getpid()) + " " + (fields.size() > 19 ? fields[19] : "?") + "\n";
}

Descriptor openFolder(int parent, const std::string &name)
{
    return Descriptor(::openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool abandoned(int folder, const std::string &name)
{
    const Descriptor lock(::openat(folder, ownerFile, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (lock.valid() && !name.starts_with('.'))
        return ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0;
    struct stat info {};
    if (::fstat(folder, &info) != 0)
        return false;
    const auto age = std::chrono::system_clock::now() - std::chrono::system_clock::from_time_t(info.st_mtime);
    return age > makingTime;
}

} // namespace

Status removeTree(int parent, const std::string &name)
{
    if (::unlinkat(parent, name.c_str(), 0) == 0 || errno == ENOENT)
        return {};
    // Only a folder answers EISDIR, so this chmod follows no link.
    if (errno == EISDIR)
        ::fchmodat(parent, name.c_str(), 0700, 0);
    if (::unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0)
        return {};
    const Descriptor top = openFolder(parent, name);
    if (!top.valid())
        return Failure(systemError(errno, "cannot remove a folder", name));
    // Folders are moved up beside each other instead of being walked into: no depth is too deep.
    std::vector<std::string> waiting;
    std::uint64_t number = 0;
    const std::string prefix = newNonce(8) + "-";
    const auto empty = [&](int folder) -> Status {
        for (const std::string &entry : namesIn(folder)) {
            if (::unlinkat(folder, entry.c_str(), 0) == 0)
                continue;
            if (errno == EISDIR)
                ::fchmodat(folder, entry.c_str(), 0700, 0);
            if (::unlinkat(folder, entry.c_str(), AT_REMOVEDIR) == 0)
                continue;
            const std::string moved = prefix + std::to_string(++number);
            if (::renameat(folder, entry.c_str(), top.get(), moved.c_str()) != 0)
                return Failure(systemError(errno, "cannot remove a folder", entry));
            waiting.push_back(moved);
        }
        return {};
    };
    if (Status done = empty(top.get()); !done)
        return done;
    while (!waiting.empty()) {
        const std::string next = waiting.back();
        waiting.pop_back();
        const Descriptor folder = openFolder(top.get(), next);
        if (!folder.valid())
            return Failure(systemError(errno, "cannot remove a folder", next));
        if (Status done = empty(folder.get()); !done)
            return done;
        if (::unlinkat(top.get(), next.c_str(), AT_REMOVEDIR) != 0)
            return Failure(systemError(errno, "cannot remove a folder", next));
    }
    if (::unlinkat(parent, name.c_str(), AT_REMOVEDIR) != 0)
        return Failure(systemError(errno, "cannot remove a folder", name));
    return {};
}

namespace {

/// A copy that was broken off holds files that are still root's, so root removes what the identity cannot.
Status removeScratch(const Identity &identity, const std::filesystem::path &folder, const std::string &name)
{
    const Descriptor parent = openFolder(AT_FDCWD, folder.string());
    if (!parent.valid())
        return Failure(systemError(errno, "cannot open the workspaces' folder", folder));
    {
        const AsIdentity rights(identity);
        if (removeTree(parent.get(), name))
            return {};
    }
    return removeTree(parent.get(), name);
}

} // namespace

Result<ScratchFolder> ScratchFolder::make(const Identity &identity)
{
    const AsIdentity rights(identity);
    const std::filesystem::path parent = identity.cache / "scratch";
    if (Status made = makePrivateFolder(parent); !made)
        return Failure(made.error());
    const std::string name = newNonce(8);
    ScratchFolder scratch(identity, parent / ("." + name));
    if (::mkdir(scratch.m_path.c_str(), 0700) != 0)
        return Failure(systemError(errno, "cannot make a workspace folder", scratch.m_path));
    scratch.m_folder = openFolder(AT_FDCWD, scratch.m_path.string());
    if (!scratch.m_folder.valid())
        return Failure(systemError(errno, "cannot open a workspace folder", scratch.m_path));
    scratch.m_lock = Descriptor(
        ::openat(scratch.m_folder.get(), ownerFile, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!scratch.m_lock.valid() || ::flock(scratch.m_lock.get(), LOCK_EX | LOCK_NB) != 0)
        return Failure(systemError(errno, "cannot lock a workspace folder", scratch.m_path));
    const std::string owner = ownerText();
    if (::write(scratch.m_lock.get(), owner.data(), owner.size()) < 0)
        return Failure(systemError(errno, "cannot write in a workspace folder", scratch.m_path));
    // Only now another start may look at it: between the file and its lock it would seem abandoned.
    const std::filesystem::path ready = parent / name;
    if (::rename(scratch.m_path.c_str(), ready.c_str()) != 0)
        return Failure(systemError(errno, "cannot name a workspace folder", ready));
    scratch.m_path = ready;
    return scratch;
}

ScratchFolder::~ScratchFolder()
{
    if (!m_folder.valid())
        return;
    // What cannot be removed now is found by the next start, whose lock succeeds.
    static_cast<void>(removeScratch(m_identity, m_path.parent_path(), m_path.filename().string()));
}

int reapScratch(const Identity &identity)
{
    const std::filesystem::path scratch = identity.cache / "scratch";
    const Descriptor parent = openFolder(AT_FDCWD, scratch.string());
    if (!parent.valid())
        return 0;
    int reaped = 0;
    for (const std::string &name : namesIn(parent.get())) {
        const Descriptor folder = openFolder(parent.get(), name);
        if (folder.valid() && abandoned(folder.get(), name) && removeScratch(identity, scratch, name))
            ++reaped;
    }
    return reaped;
}

} // namespace vouchsafe
