#pragma once
// The tree cache: each base tree once as plain files with a fresh one-commit repository, kept by its id.

#include "core/base/result.h"
#include "core/git/repository.h"
#include "core/git/tree_snapshot.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <sys/types.h>

namespace vouchsafe {

/// Layout of the folder, which can be deleted at any time while nothing runs:
///   trees/<id>/      the files, owned by (uid, gid), 0644 or 0755, with their `.git`; never changed once
///   there entries/<id>     the list of entries, by our own uid locks/<id>       shared lock while a BaseTree
///   of that id lives, exclusive while it is made or removed stat/<hash>      per repository: what every
///   file's stat was when it was hashed
/// Safe from several threads and processes at once.
class TreeStore {
public:
    /// Started by root, the files are given to (uid, gid); else these must be the user's own.
    TreeStore(std::filesystem::path folder, uid_t uid, gid_t gid, SnapshotLimits limits = {});

    /// Raw bytes of the tracked files as they are on disk (changed ones included, deleted ones not), of the
    /// untracked files that are not ignored, and from the object store those that a sparse checkout leaves
    /// away. Links stay links; submodules are entries without content. `.git`, `.env` files, keys and
    /// credentials never enter. The repository is only read. Errors: Cancelled, TreeStale (files keep
    /// changing while they are read), RepositoryBroken, Io, DiskFull, Permission.
    Result<Snapshot> snapshot(const Repository &repository, std::stop_token stop);

    /// A tree that was stored before; ErrorCode::PathMissing when it is not here (any more).
    Result<std::shared_ptr<const BaseTree>> open(const std::string &treeId);

    /// Removes the trees that were used longest ago until at most `maxBytes` are left. The newest, and those
    /// of a living BaseTree of any process, stay.
    Status prune(std::uint64_t maxBytes);

    const std::filesystem::path &folder() const { return m_folder; }

private:
    Status prepare() const;

    std::filesystem::path m_folder;
    uid_t m_uid;
    gid_t m_gid;
    SnapshotLimits m_limits;
};

} // namespace vouchsafe
