#pragma once
// Everything that can be found out before a transaction writes its first byte.

#include "core/base/result.h"
#include "core/git/apply_operation.h"
#include "core/git/rooted_folder.h"
#include "core/model/patch.h"

#include <string>
#include <vector>

namespace vouchsafe {

/// What stands at a path now. A link or a `.git` among the folders above it is an error: PatchLink,
/// PatchGitlink.
struct TargetLook {
    bool exists = false;
    bool readable = true; ///< a file or link of at most the size asked for; else `bytes` is empty
    PlacedFile file;
};
Result<TargetLook> lookAt(const RootedFolder &root, const std::string &path, std::uint64_t limit);

/// Whether the path is as the operation expects to find it. Permissions may differ: the operation then takes
/// over those on disk, as they were and as they are to be.
Result<bool> meets(const RootedFolder &root, ApplyOperation &operation);

/// The patch as operations with the modes that are on disk; a rename is a removal and a creation.
Result<std::vector<ApplyOperation>> operationsOf(const Patch &patch, const RootedFolder &root);

/// Rights, read-only marks, owners, and hard links unless `breakHardLinks`. One error for the first that
/// fails.
Status checkWritable(const RootedFolder &root, const std::vector<ApplyOperation> &operations,
                     bool breakHardLinks);

/// The folders above new files that are not there yet, outermost first.
std::vector<std::string> missingFolders(const RootedFolder &root,
                                        const std::vector<ApplyOperation> &operations);

} // namespace vouchsafe
