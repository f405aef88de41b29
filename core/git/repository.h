#pragma once
// Opening a local git repository: what may be opened, and what everything else needs to know of it.

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vouchsafe {

/// A working tree that passed every check when it was opened. Copyable; holds nothing open.
struct Repository {
    std::filesystem::path root;      ///< of the working tree; absolute, no links in it
    std::filesystem::path gitDir;    ///< absolute; of a linked worktree its own below `.git/worktrees`
    std::filesystem::path commonDir; ///< gitDir, or the main repository's for a linked worktree
    std::string subfolder;           ///< the folder that was named, relative to the root; empty: the root
    std::string commit;              ///< HEAD's commit, 40 hexadecimal digits; empty on an unborn branch
    std::string branch;              ///< short name, also of an unborn branch; empty when HEAD is detached
    bool ownerTrusted = false;       ///< belongs to another user, and the user's own safe.directory allows it
    std::vector<std::string> notices; ///< for people: sparse checkout, submodules, a merge in progress

    bool operator==(const Repository &) const = default;
};

/// `folder` is the root or any folder below it. Reads only: the index is not refreshed, no configuration is
/// written, nothing of the repository's configuration is run, and variables such as GIT_DIR have no say.
/// Errors: PathMissing, Permission, NotARepository, RepositoryBare, RepositoryOwner (names the owner),
/// RepositoryUnsafe (a setting that leads out of the root; a genuine linked worktree or submodule may),
/// RepositoryBroken. Safe from several threads.
Result<Repository> openRepository(const std::filesystem::path &folder);

} // namespace vouchsafe
