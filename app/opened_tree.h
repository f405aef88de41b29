#pragma once
// A repository that was opened, and its tree as it is now in the tree cache.

#include "core/base/dirs.h"
#include "core/base/result.h"
#include "core/git/repository.h"
#include "core/git/tree_store.h"
#include "sandbox/identity.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

namespace vouchsafe {

struct OpenedTree {
    Repository repository;
    Identity identity;
    std::unique_ptr<TreeStore> store;
    Snapshot snapshot;
};

/// The repository that `folder` is in, with a snapshot of its tree. Reads only.
Result<OpenedTree> openTree(const std::filesystem::path &folder, const Directories &directories,
                            const std::stop_token &stop);

/// The same for a run that is gone on with: its own tree from the cache where the user's tree is another one
/// by now, with what the snapshot says of ignored folders as they are. ErrorCode::TreeStale where the cache
/// no longer has it.
Result<OpenedTree> openTreeAgain(const std::filesystem::path &folder, const std::string &treeId,
                                 const Directories &directories, const std::stop_token &stop);

} // namespace vouchsafe
