#pragma once
// Ignored folders that hold a project's dependencies: shown to its checks, never copied.

#include "core/git/tree_snapshot.h"
#include "core/ports/sandbox.h"
#include "sandbox/identity.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vouchsafe {

struct DependencyFolders {
    std::vector<HostMount> mounts;    ///< under overlays whose writes are thrown away
    std::vector<std::string> leftOut; ///< ignored paths that the checks will not see, with a reason for those
                                      ///< that are hidden in a mount
    std::vector<std::string> notices;
    std::string insideRoot; ///< `/repo`, or the repository's own path where a folder refers to it
};

/// `include` are ignored folders that the person asked for by name. ErrorCode::PathMissing where one is not a
/// folder of the repository that git ignores, is reached through a link, or holds git's data or keys.
/// A folder that the identity may not read is left out with a notice. What a folder holds that no check may
/// see (see hiddenPaths()) is named in its mount and in a notice.
Result<DependencyFolders> dependencyFolders(const std::filesystem::path &root, const Snapshot &snapshot,
                                            const std::vector<std::string> &include,
                                            const Identity &identity);

} // namespace vouchsafe
