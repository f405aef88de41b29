#pragma once
// Where a repository's parts lie, found and checked by ourselves before libgit2 reads any of them.

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace vouchsafe {

enum class Attachment {
    Own,       ///< `.git` is a folder of the root
    Worktree,  ///< linked: `.git` is a file, and the main repository names this worktree in turn
    Submodule, ///< `.git` is a file, and the superproject's module names this folder in turn
};

struct RepositoryPlace {
    std::filesystem::path root;
    std::filesystem::path gitDir;
    std::filesystem::path commonDir;
    std::string subfolder;
    Attachment attachment = Attachment::Own;
};

/// Walks up from `folder`, within one file system as git does. Reads only the few pointer files it needs.
Result<RepositoryPlace> findPlace(const std::filesystem::path &folder);

/// The owner of everything that git checks must be the user (or the one behind sudo).
/// Gives true where the user's own safe.directory makes up for it.
Result<bool> checkOwner(const RepositoryPlace &place);

/// Includes, core.worktree, alternates and special files that would lead a reader out of the repository, or
/// make it wait for ever. ErrorCode::RepositoryUnsafe names the file and the setting.
Status checkBoundaries(const RepositoryPlace &place);

} // namespace vouchsafe
