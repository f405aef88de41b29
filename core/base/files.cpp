#include "core/base/files.h"

#include "core/base/descriptor.h"
#include "core/base/ids.h"
#include "core/base/text.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {

bool writeAll(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

Error systemError(int number, std::string what, const std::filesystem::path &path)
{
    const ErrorCode code = number == ENOSPC || number == EDQUOT                     ? ErrorCode::DiskFull
                           : number == EACCES || number == EPERM || number == EROFS ? ErrorCode::Permission
                                                                                    : ErrorCode::Io;
    return {code, std::move(what), shown(path.string()) + ": " + std::strerror(number), {}};
}

Result<std::string> readFile(const std::filesystem::path &path, std::uint64_t limit)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.valid())
        return Failure(systemError(errno, "cannot read a file", path));
    struct stat info {};
    if (::fstat(file.get(), &info) != 0)
        return Failure(systemError(errno, "cannot read a file", path));
    if (!S_ISREG(info.st_mode))
        return fail(ErrorCode::Io, "not a regular file", shown(path.string()));
    if (static_cast<std::uint64_t>(info.st_size) > limit)
        return fail(ErrorCode::Io, "the file is larger than is read here",
                    shown(path.string()) + ": " + std::to_string(info.st_size) + " bytes, the limit is " +
                        std::to_string(limit));
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(info.st_size));
    std::array<char, 65536> chunk;
    for (;;) {
        const ssize_t count = ::read(file.get(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return Failure(systemError(errno, "cannot read a file", path));
        if (count == 0)
            return bytes;
        bytes.append(chunk.data(), static_cast<std::size_t>(count));
        if (bytes.size() > limit)
            return fail(ErrorCode::Io, "the file is larger than is read here", shown(path.string()));
    }
}

Status writeFileAtomic(const std::filesystem::path &path, std::string_view bytes, unsigned mode)
{
    // The target's own name stays out of it: one of 255 bytes leaves no room for more.
    const std::filesystem::path temporary = path.parent_path() / (".vouchsafe-" + newNonce(6));
    const auto failed = [&](const char *what) -> Status {
        const int number = errno;
        ::unlink(temporary.c_str());
        return Failure(systemError(number, what, path));
    };
    {
        const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
        if (!file.valid())
            return Failure(systemError(errno, "cannot write a file", path));
        // fchmod, because the mode of open() is cut by the umask.
        if (::fchmod(file.get(), mode) != 0 || !writeAll(file.get(), bytes) || ::fsync(file.get()) != 0)
            return failed("cannot write a file");
    }
    if (::rename(temporary.c_str(), path.c_str()) != 0)
        return failed("cannot put a file in its place");
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const Descriptor parent(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (parent.valid())
        ::fsync(parent.get());
    return {};
}

Status makePrivateFolder(const std::filesystem::path &path)
{
    std::filesystem::path so_far;
    for (const auto &part : path) {
        so_far /= part;
        if (::mkdir(so_far.c_str(), 0700) != 0 && errno != EEXIST && errno != EISDIR) {
            // A parent that exists but may not be written to answers EROFS or EACCES before EEXIST.
            const int number = errno; // looking at the folder sets it again
            std::error_code ignored;
            if (!std::filesystem::is_directory(so_far, ignored))
                return Failure(systemError(number, "cannot make a folder", so_far));
        }
    }
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored))
        return fail(ErrorCode::Io, "cannot make a folder", shown(path.string()) + ": a file is in the way");
    return {};
}

} // namespace vouchsafe
