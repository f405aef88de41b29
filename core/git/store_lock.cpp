#include "core/git/store_lock.h"

#include "core/base/files.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace vouchsafe {

Result<Descriptor> lockStore(const std::filesystem::path &file, LockKind kind, LockWait wait)
{
    const int operation =
        (kind == LockKind::Shared ? LOCK_SH : LOCK_EX) | (wait == LockWait::Never ? LOCK_NB : 0);
    for (;;) {
        Descriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!lock.valid())
            return Failure(systemError(errno, "cannot open a lock", file));
        if (::flock(lock.get(), operation) != 0) {
            if (errno == EINTR)
                continue;
            if (errno == EWOULDBLOCK)
                return Descriptor();
            return Failure(systemError(errno, "cannot take a lock", file));
        }
        // Whoever held it before may have removed the file: then the lock guards nothing.
        struct stat held {};
        struct stat named {};
        if (::fstat(lock.get(), &held) == 0 && ::stat(file.c_str(), &named) == 0 &&
            held.st_ino == named.st_ino && held.st_dev == named.st_dev)
            return lock;
    }
}

} // namespace vouchsafe
