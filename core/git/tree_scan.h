#pragma once
// One walk over the working tree: what belongs to the base tree and what is left out, without reading
// contents.

#include "core/base/result.h"
#include "core/git/git_library.h"
#include "core/git/index_list.h"
#include "core/git/repository.h"
#include "core/git/rooted_folder.h"
#include "core/git/stat_cache.h"
#include "core/git/tree_snapshot.h"

#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

struct ScannedFile {
    enum class Source { Disk, ObjectStore, Submodule };
    std::string path;
    unsigned mode = 0100644;
    bool tracked = true;
    Source source = Source::Disk;
    FileStamp stamp; ///< Source::Disk
    std::string oid; ///< Source::ObjectStore and Source::Submodule
};

struct TreeScan {
    std::vector<ScannedFile> files; ///< sorted by path bytes
    std::vector<std::string> ignored;
    std::vector<std::string> leftOut; ///< `path: reason`
};

/// Follows no link, enters no submodule and no repository of its own, opens nothing but folders and
/// `.gitignore` files. Names decide about secrets here; contents are the reader's matter.
Result<TreeScan> scanTree(const RootedFolder &root, const Repository &repository, const IndexList &index,
                          bool trustFileMode, const SnapshotLimits &limits, std::stop_token stop);

} // namespace vouchsafe
