#include "sandbox/identity.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/descriptor.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <optional>
#include <pwd.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

// Above the ids of people and below those that systemd hands out (61184 and up).
constexpr uid_t firstSpareId = 59'871;
constexpr uid_t spareIds = 16;
constexpr const char *rootsCache = "/var/cache/vouchsafe";

Failure denied(const std::string &context)
{
    return fail(ErrorCode::SandboxDenied, "root has no unprivileged user to run sandboxes as", context,
                "start vouchsafe as an ordinary user, or make a system user named vouchsafe");
}

struct Ids {
    uid_t uid;
    gid_t gid;
};

std::optional<Ids> dedicatedIds()
{
    if (const passwd *entry = ::getpwnam("vouchsafe"); entry != nullptr && entry->pw_uid != 0)
        return Ids{entry->pw_uid, entry->pw_gid};
    for (uid_t id = firstSpareId; id < firstSpareId + spareIds; ++id) {
        if (::getpwuid(id) == nullptr && ::getgrgid(id) == nullptr)
            return Ids{id, id};
    }
    return std::nullopt;
}

/// Makes `name` in the open folder, or takes the one that is there; null links, always a folder.
Result<Descriptor> folderIn(int parent, const std::string &name, mode_t mode)
{
    if (::mkdirat(parent, name.c_str(), mode) != 0 && errno != EEXIST)
        return Failure(systemError(errno, "cannot make a folder", name));
    Descriptor folder(::openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder.valid())
        return Failure(systemError(errno, "cannot open a folder", name));
    return folder;
}

Result<Identity> identityOfRoot()
{
    const std::optional<Ids> ids = dedicatedIds();
    if (!ids)
        return denied("no user vouchsafe, and the spare ids from 59871 on are all taken");
    const std::filesystem::path cache = std::filesystem::path(rootsCache) / std::to_string(ids->uid);
    const auto why = [&](const char *what) {
        return std::string(what) + " " + cache.string() + ": " + std::strerror(errno);
    };
    const Descriptor above(::open("/var/cache", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!above.valid())
        return denied(why("opening the folder above"));
    const auto parent = folderIn(above.get(), "vouchsafe", 0755);
    if (!parent)
        return denied(parent.error().context);
    struct stat info {};
    if (::fstat(parent->get(), &info) != 0 || info.st_uid != 0 || (info.st_mode & 0022) != 0)
        return denied(std::string(rootsCache) + " can be written by others than root");
    // A strict umask of root would shut the identity out of the folder above its own.
    if (::fchmod(parent->get(), 0755) != 0)
        return denied(why("opening up the folder above"));
    const auto own = folderIn(parent->get(), std::to_string(ids->uid), 0700);
    if (!own)
        return denied(own.error().context);
    if (::fchown(own->get(), ids->uid, ids->gid) != 0 || ::fchmod(own->get(), 0700) != 0)
        return denied(why("giving away"));
    return Identity{ids->uid, ids->gid, true, cache};
}

} // namespace

Result<Identity> sandboxIdentity(const Directories &directories)
{
    if (::geteuid() == 0)
        return identityOfRoot();
    if (Status made = makePrivateFolder(directories.cache); !made)
        return Failure(made.error());
    return Identity{::geteuid(), ::getegid(), false, directories.cache};
}

// The file system ids belong to the thread; leaving root's also takes CAP_DAC_OVERRIDE and its kin away, and
// coming back returns them.
AsIdentity::AsIdentity(const Identity &identity) : m_dropped(identity.dropped)
{
    if (!m_dropped)
        return;
    ::setfsgid(identity.gid);
    ::setfsuid(identity.uid);
}

AsIdentity::~AsIdentity()
{
    if (!m_dropped)
        return;
    ::setfsuid(::geteuid());
    ::setfsgid(::getegid());
}

Status handOver(const std::filesystem::path &folder, const Identity &identity)
{
    if (!identity.dropped)
        return {};
    const std::filesystem::path relative = folder.lexically_normal().lexically_relative(identity.cache);
    if (relative.empty() || *relative.begin() == ".." || relative == ".")
        return fail(ErrorCode::Internal, "only folders of the cache are given to the sandbox's user",
                    shown(folder.string()));
    const auto give = [&](const std::filesystem::path &path) {
        return ::lchown(path.c_str(), identity.uid, identity.gid) == 0;
    };
    std::error_code error;
    // From the inside out, so that an interrupted run is seen at the folder itself and is done again.
    for (std::filesystem::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (!give(entry->path()))
            return Failure(systemError(errno, "cannot give a file to the sandbox's user", entry->path()));
    }
    if (error)
        return Failure(systemError(error.value(), "cannot give a folder to the sandbox's user", folder));
    // The folders on the way down as well, or the identity could not reach it.
    std::filesystem::path way = identity.cache;
    for (const auto &part : relative) {
        way /= part;
        if (!give(way))
            return Failure(systemError(errno, "cannot give a folder to the sandbox's user", way));
    }
    return {};
}

} // namespace vouchsafe
