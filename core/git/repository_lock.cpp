#include "core/git/repository_lock.h"

#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/git/rooted_folder.h"
#include "core/git/store_lock.h"

#include <unistd.h>

namespace vouchsafe {

Result<RepositoryLock> RepositoryLock::take(const std::filesystem::path &lockFolder,
                                            const std::filesystem::path &root, const std::string &purpose)
{
    if (Status status = makePrivateFolder(lockFolder); !status)
        return Failure(status.error());
    const std::string name = sha256(root.string());
    const std::filesystem::path file = lockFolder / (name + ".lock");
    auto lock = lockStore(file, LockKind::Exclusive, LockWait::Never);
    if (!lock)
        return Failure(lock.error());
    if (!lock->valid())
        return fail(ErrorCode::TreeBusy, "another apply or undo is at work in this repository",
                    shown(root.string()) + ": " +
                        shown(trimmed(readFile(file, 4096).value_or("held by another process"))));
    // Who it is, for the one that finds it taken; without consequence if it cannot be written.
    const std::string holder = "held by process " + std::to_string(::getpid()) + " for " + purpose +
                               " since " + timestamp(SystemClock().wall()) + "\n";
    if (::ftruncate(lock->get(), 0) == 0)
        writeAll(lock->get(), holder);
    return RepositoryLock(std::move(*lock), lockFolder / (name + ".pending"));
}

} // namespace vouchsafe
