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
    std::vector<std::string> leftOut; ///< ignored paths that the checks will not see
    std::vector<std::string> notices;
    std::string insideRoot; ///< `/repo`, or the repository's own path where a folder refers to it
};

/// `include` are ignored paths that the person asked for by name. ErrorCode::PathMissing where one is not an
/// ignored folder of the repository.
Result<DependencyFolders> dependencyFolders(const std::filesystem::path &root, const Snapshot &snapshot,
                                            const std::vector<std::string> &include,
                                            const Identity &identity);

} // namespace vouchsafe
