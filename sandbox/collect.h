#pragma once
// Takes results out of a workspace: bounded, regular files only, never through a link. What ran inside may
// have left anything there.

#include "core/base/result.h"
#include "core/ports/sandbox.h"
#include "sandbox/tree_copy.h"
#include "sandbox/workspace.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

/// Every regular file below the folder.
Result<FileSet> collectFolder(const std::filesystem::path &folder, const CollectRequest &request);

/// What an overlay's upper folder changes against the lower trees (topmost first), below `request.folder`.
/// The fresh `.git` of the copy is left out.
Result<FileSet> collectUpper(const std::filesystem::path &upper,
                             const std::vector<std::filesystem::path> &lowers, const CollectRequest &request);

/// The same for a copy, by the stamps that its files had.
Result<FileSet> collectCopy(const std::filesystem::path &root,
                            const std::map<std::string, CopiedStamp> &before,
                            const std::vector<std::filesystem::path> &lowers, const CollectRequest &request);

/// Puts whiteouts where copied files are gone, so that the copy can serve as an overlay's layer.
Status markRemoved(const std::filesystem::path &root, const std::map<std::string, CopiedStamp> &before);

/// Space and number of all that is in these folders; stops once either is more than `enough`.
DiskUse diskUse(const std::vector<std::filesystem::path> &folders, const DiskUse &enough);

} // namespace vouchsafe
