#include "core/git/apply_disk.h"

#include "core/base/files.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

namespace vouchsafe {
namespace {

bool isUnsupported(int number)
{
    return number == EINVAL || number == ENOSYS || number == ENOTSUP || number == EOPNOTSUPP;
}

/// ACLs are extended attributes too. What only root may set is kept where it can be.
bool copyAttributes(int from, int to)
{
    const ssize_t size = ::flistxattr(from, nullptr, 0);
    if (size <= 0)
        return size == 0 || isUnsupported(errno);
    std::string names(static_cast<std::size_t>(size), '\0');
    const ssize_t got = ::flistxattr(from, names.data(), names.size());
    if (got < 0)
        return false;
    names.resize(static_cast<std::size_t>(got));
    for (std::size_t at = 0; at < names.size();) {
        const std::string name = names.c_str() + at;
        at += name.size() + 1;
        std::string value(65536, '\0');
        const ssize_t length = ::fgetxattr(from, name.c_str(), value.data(), value.size());
        if (length < 0)
            return false;
        const bool ours = name.starts_with("user.") || name.starts_with("system.");
        if (::fsetxattr(to, name.c_str(), value.data(), static_cast<std::size_t>(length), 0) != 0 && ours)
            return false;
    }
    return true;
}

} // namespace

bool ApplyDisk::allowed(std::string_view act, const std::string &path)
{
    const int refused = m_observer != nullptr ? m_observer->before(act, path) : 0;
    if (refused != 0)
        errno = refused;
    return refused == 0;
}

Result<std::uint64_t> ApplyDisk::stage(const std::string &path, std::string_view bytes,
                                       const StagedLike &like)
{
    const auto failed = [&] { return Failure(systemError(errno, "cannot write a new file", path)); };
    const Descriptor parent = m_root.openParent(path);
    const std::string name = nameOf(path);
    if (!parent.valid() || !allowed("create", path))
        return failed();
    struct stat info {};
    if (S_ISLNK(like.mode)) {
        if (::symlinkat(std::string(bytes).c_str(), parent.get(), name.c_str()) != 0 ||
            ::fstatat(parent.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
            return failed();
        return info.st_ino;
    }
    const mode_t mode = like.umaskDecides ? ((like.mode & 0100) != 0 ? 0777 : 0666) : 0600;
    const Descriptor file(
        ::openat(parent.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!file.valid() || !allowed("write", path) || !writeAll(file.get(), bytes))
        return failed();
    if (like.old != nullptr) {
        if (::fstat(file.get(), &info) != 0)
            return failed();
        if ((info.st_uid != like.old->st_uid || info.st_gid != like.old->st_gid) &&
            ::fchown(file.get(), like.old->st_uid, like.old->st_gid) != 0)
            return failed();
        if (like.oldFile >= 0 && !copyAttributes(like.oldFile, file.get()))
            return failed();
    }
    if (!like.umaskDecides && ::fchmod(file.get(), like.mode & 07777) != 0)
        return failed();
    if (::fstat(file.get(), &info) != 0)
        return failed();
    return info.st_ino;
}

Status ApplyDisk::syncFile(const std::string &path)
{
    const Descriptor file = m_root.openBelow(path, O_RDONLY);
    if (file.valid() && allowed("sync", path) && ::fsync(file.get()) == 0)
        return {};
    return Failure(systemError(errno, "cannot sync a new file", path));
}

int ApplyDisk::renamed(std::string_view act, const std::string &from, const std::string &to, unsigned flags)
{
    const Descriptor source = m_root.openParent(from);
    const Descriptor target = m_root.openParent(to);
    if (source.valid() && target.valid() && allowed(act, to) &&
        ::renameat2(source.get(), nameOf(from).c_str(), target.get(), nameOf(to).c_str(), flags) == 0)
        return 0;
    return errno;
}

Result<bool> ApplyDisk::exchange(const std::string &first, const std::string &second)
{
    const int number = renamed("exchange", first, second, RENAME_EXCHANGE);
    if (number == 0)
        return true;
    if (isUnsupported(number))
        return false;
    return Failure(systemError(number, "cannot put a file in its place", second));
}

Status ApplyDisk::moveToFree(const std::string &from, const std::string &to)
{
    const int number = renamed("move", from, to, RENAME_NOREPLACE);
    if (number == 0)
        return {};
    if (!isUnsupported(number))
        return Failure(systemError(number, "cannot put a file in its place", to));
    // Giving a second name fails where there is such a file already, so this overwrites nothing either.
    const auto linked = link(from, to);
    if (!linked)
        return Failure(linked.error());
    if (*linked)
        return unlink(from);
    const Descriptor parent = m_root.openParent(to);
    struct stat info {};
    if (!parent.valid() || ::fstatat(parent.get(), nameOf(to).c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0)
        return Failure(systemError(EEXIST, "cannot put a file in its place", to));
    return moveOver(from, to);
}

Status ApplyDisk::moveOver(const std::string &from, const std::string &to)
{
    const int number = renamed("move over", from, to, 0);
    return number == 0 ? Status()
                       : Status(Failure(systemError(number, "cannot put a file in its place", to)));
}

Result<bool> ApplyDisk::link(const std::string &from, const std::string &to)
{
    const Descriptor source = m_root.openParent(from);
    const Descriptor target = m_root.openParent(to);
    if (source.valid() && target.valid() && allowed("link", to) &&
        ::linkat(source.get(), nameOf(from).c_str(), target.get(), nameOf(to).c_str(), 0) == 0)
        return true;
    if (isUnsupported(errno) || errno == EPERM) // vfat answers EPERM
        return false;
    return Failure(systemError(errno, "cannot give a file a second name", to));
}

Status ApplyDisk::unlink(const std::string &path)
{
    const Descriptor parent = m_root.openParent(path);
    if (parent.valid() && allowed("unlink", path) && ::unlinkat(parent.get(), nameOf(path).c_str(), 0) == 0)
        return {};
    return errno == ENOENT ? Status() : Status(Failure(systemError(errno, "cannot remove a file", path)));
}

Status ApplyDisk::makeFolder(const std::string &path)
{
    const Descriptor parent = m_root.openParent(path);
    if (parent.valid() && allowed("make folder", path) &&
        ::mkdirat(parent.get(), nameOf(path).c_str(), 0777) == 0)
        return {};
    return errno == EEXIST ? Status() : Status(Failure(systemError(errno, "cannot make a folder", path)));
}

Result<bool> ApplyDisk::removeFolder(const std::string &path)
{
    const Descriptor parent = m_root.openParent(path);
    if (parent.valid() && allowed("remove folder", path) &&
        ::unlinkat(parent.get(), nameOf(path).c_str(), AT_REMOVEDIR) == 0)
        return true;
    if (errno == ENOENT)
        return true;
    if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR)
        return false;
    return Failure(systemError(errno, "cannot remove a folder", path));
}

Status ApplyDisk::syncFolder(const std::string &path)
{
    const Descriptor folder = m_root.openBelow(path, O_RDONLY | O_DIRECTORY);
    if (!folder.valid() && errno == ENOENT)
        return {}; // removed meanwhile: its parent is synced as well
    // Some network file systems know no sync of a folder; then there is nothing more to ask for.
    if (folder.valid() && allowed("sync folder", path) &&
        (::fsync(folder.get()) == 0 || isUnsupported(errno)))
        return {};
    return Failure(systemError(errno, "cannot sync a folder", path.empty() ? "." : path));
}

Status ApplyDisk::writeWhole(const std::filesystem::path &file, std::string_view bytes)
{
    if (!allowed("write whole", file.string()))
        return Failure(systemError(errno, "cannot write a file", file));
    return writeFileAtomic(file, bytes);
}

Status ApplyDisk::removeWhole(const std::filesystem::path &file)
{
    if (allowed("remove whole", file.string()) && (::unlink(file.c_str()) == 0 || errno == ENOENT)) {
        const Descriptor folder(::open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder.valid() && ::fsync(folder.get()) == 0)
            return {};
    }
    return Failure(systemError(errno, "cannot remove a file", file));
}

} // namespace vouchsafe
