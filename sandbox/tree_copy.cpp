#include "sandbox/tree_copy.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/descriptor.h"
#include "sandbox/overlay_marks.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

Failure copyFailed(const fs::path &path)
{
    return Failure(systemError(errno, "cannot copy the base tree", path));
}

void dress(int fd, const struct stat &like, const Identity &identity)
{
    // Only root can give files away; for an ordinary user they are right as they are.
    if (identity.dropped) [[maybe_unused]]
        const int given = ::fchown(fd, identity.uid, identity.gid);
    ::fchmod(fd, like.st_mode & 07777 & ~(S_ISUID | S_ISGID));
    const timespec times[2] = {like.st_atim, like.st_mtim};
    ::futimens(fd, times);
}

Status withinBounds(int target, std::uint64_t more, TreeCopy &copy, const fs::path &path)
{
    constexpr const char *remedy = "leave large files out of the repository, or allow a workspace more";
    copy.bytes += more;
    if (copy.bytes > copy.mostBytes)
        return fail(ErrorCode::SandboxSetup, "the base tree is larger than a workspace may be",
                    shown(path.string()), remedy);
    struct statvfs disk {};
    if (copy.freeFloor != 0 && ::fstatvfs(target, &disk) == 0 &&
        static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize < copy.freeFloor + more)
        return fail(ErrorCode::SandboxSetup, "the disk has no room for a copy of the base tree",
                    shown(path.string()), "make room where the cache folder is");
    return {};
}

/// The data of a file and none of its holes: a small file can claim any size.
Status copyData(int source, int target, off_t size, const fs::path &path, TreeCopy &copy)
{
    constexpr off_t step = off_t{16} << 20;
    for (off_t at = 0; at < size;) {
        const off_t data = ::lseek(source, at, SEEK_DATA);
        if (data < 0 && errno == ENXIO)
            break; // a hole up to its end
        const bool told = data >= 0;
        const off_t hole = told ? ::lseek(source, data, SEEK_HOLE) : size;
        const off_t begin = told ? data : at;
        const off_t end = std::min(hole < 0 ? size : hole, size);
        if (::lseek(source, begin, SEEK_SET) < 0 || ::lseek(target, begin, SEEK_SET) < 0)
            return copyFailed(path);
        for (off_t left = end - begin; left > 0;) {
            const off_t part = std::min(left, step);
            if (Status fits = withinBounds(target, static_cast<std::uint64_t>(part), copy, path); !fits)
                return fits;
            for (off_t rest = part; rest > 0;) {
                const ssize_t count = ::sendfile(target, source, nullptr, static_cast<std::size_t>(rest));
                if (count < 0)
                    return copyFailed(path);
                if (count == 0)
                    return {}; // it became shorter meanwhile
                rest -= count;
            }
            left -= part;
        }
        at = std::max(end, at + 1);
    }
    return ::ftruncate(target, size) == 0 ? Status() : Status(copyFailed(path));
}

Status copyFile(const fs::path &from, const fs::path &to, const struct stat &info, const Identity &identity,
                TreeCopy &copy)
{
    const Descriptor source(::open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!source.valid())
        return copyFailed(from);
    ::unlink(to.c_str());
    const Descriptor target(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!target.valid())
        return copyFailed(to);
    if (info.st_size > 0 && ::ioctl(target.get(), FICLONE, source.get()) != 0) {
        copy.reflinked = false;
        if (Status copied = copyData(source.get(), target.get(), info.st_size, from, copy); !copied)
            return copied;
    }
    dress(target.get(), info, identity);
    return {};
}

Status copyLink(const fs::path &from, const fs::path &to, const Identity &identity)
{
    std::error_code error;
    const fs::path target = fs::read_symlink(from, error);
    ::unlink(to.c_str());
    if (error || ::symlink(target.c_str(), to.c_str()) != 0)
        return copyFailed(from);
    if (identity.dropped) [[maybe_unused]]
        const int given = ::lchown(to.c_str(), identity.uid, identity.gid);
    return {};
}

Status copyFolder(const fs::path &from, const fs::path &to, const Identity &identity, TreeCopy &copy)
{
    std::error_code error;
    if (isOpaque(from))
        fs::remove_all(to, error);
    error.clear();
    if (::mkdir(to.c_str(), 0700) != 0 && errno != EEXIST)
        return copyFailed(to);
    for (const auto &entry : fs::directory_iterator(from, error)) {
        const fs::path target = to / entry.path().filename();
        struct stat info {};
        if (::lstat(entry.path().c_str(), &info) != 0)
            return copyFailed(entry.path());
        std::error_code absent;
        const bool folderThere = fs::is_directory(fs::symlink_status(target, absent));
        if (isWhiteout(info) || S_ISDIR(info.st_mode) != folderThere)
            fs::remove_all(target, absent);
        Status done;
        if (S_ISDIR(info.st_mode))
            done = copyFolder(entry.path(), target, identity, copy);
        else if (S_ISREG(info.st_mode))
            done = copyFile(entry.path(), target, info, identity, copy);
        else if (S_ISLNK(info.st_mode))
            done = copyLink(entry.path(), target, identity);
        if (!done)
            return done;
    }
    if (error)
        return Failure(systemError(error.value(), "cannot read the base tree", from));
    const Descriptor source(::open(from.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const Descriptor made(::open(to.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat info {};
    if (!source.valid() || !made.valid() || ::fstat(source.get(), &info) != 0)
        return copyFailed(to);
    dress(made.get(), info, identity);
    return {};
}

} // namespace

Status copyTree(const fs::path &from, const fs::path &to, const Identity &identity, TreeCopy &copy)
{
    return copyFolder(from, to, identity, copy);
}

std::map<std::string, CopiedStamp> stampsOf(const fs::path &root)
{
    std::map<std::string, CopiedStamp> stamps;
    std::error_code error;
    const auto skip = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator entry(root, skip, error), end; !error && entry != end;
         entry.increment(error)) {
        struct stat info {};
        if (::lstat(entry->path().c_str(), &info) == 0 && !S_ISDIR(info.st_mode))
            stamps[entry->path().lexically_relative(root).string()] = {
                info.st_ino, info.st_ctim.tv_sec * 1'000'000'000LL + info.st_ctim.tv_nsec};
    }
    return stamps;
}

} // namespace vouchsafe
