#pragma once
// One writer at a time for each repository, and the note that tells the next one of an unfinished apply.

#include "core/base/descriptor.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace vouchsafe {

/// `<sha256 of the root>.lock` in the lock folder, never in the user's `.git`; held while this lives,
/// released by the system when the process ends. `.pending` beside it names the run folder of a transaction
/// that began.
class RepositoryLock {
public:
    /// ErrorCode::TreeBusy says which process holds it and since when.
    static Result<RepositoryLock> take(const std::filesystem::path &lockFolder,
                                       const std::filesystem::path &root, const std::string &purpose);

    std::filesystem::path pendingFile() const { return m_pending; }

private:
    RepositoryLock(Descriptor lock, std::filesystem::path pending)
        : m_lock(std::move(lock)), m_pending(std::move(pending))
    {
    }
    Descriptor m_lock;
    std::filesystem::path m_pending;
};

} // namespace vouchsafe
