#pragma once
// One reading of the working tree: its entries and id, and the writing of the copy that goes with them.

#include "core/base/result.h"
#include "core/git/git_library.h"
#include "core/git/repository.h"
#include "core/git/rooted_folder.h"
#include "core/git/stat_cache.h"
#include "core/git/tree_scan.h"
#include "core/git/tree_snapshot.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

class SnapshotReading {
public:
    /// `stamps` is this repository's file of the stat cache. ErrorCode::TreeStale when a file changed
    /// meanwhile.
    static Result<SnapshotReading> read(const Repository &repository, const std::filesystem::path &stamps,
                                        const SnapshotLimits &limits, const std::stop_token &stop);

    const std::string &id() const { return m_id; }
    const std::vector<TreeEntry> &entries() const { return m_entries; }
    /// Fills the empty folder and gives it to (uid, gid) where that is another user. The bytes written.
    Result<std::uint64_t> write(const std::filesystem::path &folder, uid_t uid, gid_t gid,
                                const std::stop_token &stop) const;
    /// What a caller is told, once the tree is stored.
    Snapshot snapshot(std::shared_ptr<const BaseTree> tree) &&;

private:
    SnapshotReading(RootedFolder root, GitRepository handle)
        : m_root(std::move(root)), m_handle(std::move(handle))
    {
    }
    Status readFiles(TreeScan scan, const StatCache &known, StatCache &seen, const SnapshotLimits &limits,
                     const std::stop_token &stop);
    Result<FileDigest> digest(const ScannedFile &file, const StatCache &known, StatCache &seen,
                              const std::stop_token &stop) const;
    Result<FileDigest> digestStored(const ScannedFile &file, std::uint64_t &size) const;

    RootedFolder m_root;
    GitRepository m_handle;
    std::vector<ScannedFile> m_files;
    std::vector<TreeEntry> m_entries; ///< one for each file
    std::string m_id;
    Snapshot m_told;
};

} // namespace vouchsafe
