#pragma once
// Writes one stored tree: the files byte by byte, and a fresh repository with exactly one commit of them.

#include "core/base/result.h"
#include "core/git/git_library.h"
#include "core/git/rooted_folder.h"
#include "core/git/tree_scan.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace vouchsafe {

struct TreeSource {
    const RootedFolder &root;
    git_repository *repository; ///< for what a sparse checkout leaves away
    const std::vector<ScannedFile> &files;
    const std::vector<TreeEntry> &entries; ///< one for each file, in the same order
};

/// Fills `folder`, which must exist and be empty. Files keep their modification times, so that build systems
/// see the order that the user's tree has. Every byte is hashed again on its way: ErrorCode::TreeStale when a
/// file is no longer what `entries` says. Gives the bytes that were written.
///
/// Its repository compares only size and time (core.checkStat) and treats all content as it is (no text,
/// filter or ident attribute), since inside a sandbox owners and inodes differ and the blobs are raw bytes.
Result<std::uint64_t> writeTree(const TreeSource &source, const std::filesystem::path &folder,
                                std::stop_token stop);

/// Gives everything below `folder`, and itself, to the owner. Follows no links.
Status giveTo(const std::filesystem::path &folder, uid_t uid, gid_t gid);

} // namespace vouchsafe
