#include "core/git/rooted_folder.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

namespace vouchsafe {
namespace {

constexpr int always = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;

Descriptor openByParts(int folder, const std::string &path, int flags, unsigned mode)
{
    Descriptor at(::fcntl(folder, F_DUPFD_CLOEXEC, 3));
    std::size_t start = 0;
    while (at.valid()) {
        const std::size_t slash = path.find('/', start);
        const std::string part = path.substr(start, slash - start);
        if (part.empty() || part == "." || part == "..") {
            errno = EXDEV;
            return {};
        }
        if (slash == std::string::npos)
            return Descriptor(::openat(at.get(), part.c_str(), flags | always, mode));
        at = Descriptor(::openat(at.get(), part.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
        start = slash + 1;
    }
    return at;
}

} // namespace

bool isPlainPath(std::string_view path)
{
    if (path.empty() || path.front() == '/' || path.find('\0') != std::string_view::npos)
        return false;
    for (const std::string &part : split(path, '/'))
        if (part.empty() || part == "." || part == ".." || lowerAscii(part) == ".git")
            return false;
    return true;
}

std::string parentOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

std::string nameOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

Result<RootedFolder> RootedFolder::open(const std::filesystem::path &folder)
{
    Descriptor fd(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!fd.valid())
        return Failure(systemError(errno, "cannot open a folder", folder));
    return RootedFolder(std::move(fd), folder);
}

Descriptor RootedFolder::openBelow(const std::string &path, int flags, unsigned mode) const
{
    if (path.empty())
        return Descriptor(::openat(m_folder.get(), ".", flags | always, mode));
    struct open_how how {};
    how.flags = static_cast<std::uint64_t>(flags | always);
    how.mode = mode;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    for (;;) {
        const long fd = ::syscall(SYS_openat2, m_folder.get(), path.c_str(), &how, sizeof how);
        if (fd >= 0)
            return Descriptor(static_cast<int>(fd));
        if (errno == ENOSYS)
            return openByParts(m_folder.get(), path, flags, mode);
        // EAGAIN: something was renamed while the kernel looked.
        if (errno != EINTR && errno != EAGAIN)
            return {};
    }
}

Descriptor RootedFolder::openParent(const std::string &path) const
{
    return openBelow(parentOf(path), O_RDONLY | O_DIRECTORY);
}

bool readPlaced(int folder, const std::string &name, std::uint64_t limit, PlacedFile &into)
{
    into.bytes.clear();
    if (::fstatat(folder, name.c_str(), &into.info, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    if (S_ISLNK(into.info.st_mode)) {
        std::array<char, 4097> target;
        const ssize_t size = ::readlinkat(folder, name.c_str(), target.data(), target.size());
        if (size < 0)
            return false;
        into.bytes.assign(target.data(), static_cast<std::size_t>(size));
        return true;
    }
    if (!S_ISREG(into.info.st_mode)) {
        errno = EINVAL;
        return false;
    }
    const Descriptor file(::openat(folder, name.c_str(), O_RDONLY | always));
    if (!file.valid() || ::fstat(file.get(), &into.info) != 0)
        return false;
    if (!S_ISREG(into.info.st_mode)) {
        errno = EINVAL;
        return false;
    }
    if (static_cast<std::uint64_t>(into.info.st_size) > limit) {
        errno = EFBIG;
        return false;
    }
    into.bytes.reserve(static_cast<std::size_t>(into.info.st_size));
    std::array<char, 65536> chunk;
    for (;;) {
        const ssize_t count = ::read(file.get(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        if (count == 0)
            return true;
        into.bytes.append(chunk.data(), static_cast<std::size_t>(count));
        if (into.bytes.size() > limit) {
            errno = EFBIG;
            return false;
        }
    }
}

} // namespace vouchsafe
