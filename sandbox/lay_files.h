#pragma once
// Puts files into an open folder without following a link and without leaving it.

#include "core/base/result.h"
#include "core/ports/sandbox.h"

#include <vector>

namespace vouchsafe {

/// Removals first, then the rest; folders come and go as git has them. ErrorCode::PatchLink where a link is
/// in the way, PatchOutside where a path leaves the folder.
Status layFiles(int root, const std::vector<WorkspaceFile> &files);

/// Makes the folder `path` (relative) and its parents. The same errors.
Status makeFolders(int root, const std::string &path, mode_t mode = 0755);

} // namespace vouchsafe
