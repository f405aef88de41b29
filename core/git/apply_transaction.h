#pragma once
// Writes an approved patch into the user's tree: all of it or none of it, through any crash, with an exact
// undo.

#include "core/base/result.h"
#include "core/model/patch.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vouchsafe {

class ApplyObserver;

struct ApplyRequest {
    std::filesystem::path root;       ///< of the working tree, as Repository gives it
    std::filesystem::path runFolder;  ///< exists; takes `apply.record` and, while it lasts, `apply.journal`
    std::filesystem::path lockFolder; ///< in the data folder, the same for every run; made when absent
    Patch patch;
    bool breakHardLinks = false;       ///< a person agreed that such a file becomes one of its own
    ApplyObserver *observer = nullptr; ///< for tests; not owned
};

struct UndoRequest {
    std::filesystem::path root;
    std::filesystem::path runFolder;
    std::filesystem::path lockFolder;
    bool skipChanged = false; ///< leave files that changed since, and undo the others
    ApplyObserver *observer = nullptr;
};

struct Applied {
    std::vector<std::string> files;   ///< paths that were written, created or removed
    std::vector<std::string> notices; ///< for people: files that were left, bytes that were kept aside

    bool operator==(const Applied &) const = default;
};

enum class Recovery { Nothing, Finished, RolledBack };

struct Recovered {
    Recovery what = Recovery::Nothing;
    bool wasUndo = false; ///< of an undo, not of an apply
    std::vector<std::string> notices;

    bool operator==(const Recovered &) const = default;
};

/// The protocol. Under a lock per repository: every target is compared with the bytes that the patch was made
/// against; the reverse data goes to `apply.record`; `apply.journal` says what is about to happen; new files
/// are staged beside their targets and synced; the journal turns to ready; each target is exchanged with its
/// new file in one step and what comes out is compared once more; the folders are synced; the journal turns
/// to committed; what was replaced is removed, then the journal. A crash before `committed` is rolled back at
/// the next start, one after it is finished. The index, HEAD and every other file stay as they are.
///
/// Modes, owners, ACLs and extended attributes of changed files are kept; new files obey the umask.
///
/// Errors, nothing written in each case: TreeStale (names the files), TreeBusy (says who), PatchExists,
/// PatchMissingFile, PatchOutside, PatchLink, PatchGitDir, PatchGitlink, PatchMode, PatchContradiction,
/// PatchEmpty, Permission, DiskFull, Io, NotApproved (a hard-linked file). Blocking; call from one thread a
/// run.
Result<Applied> applyPatch(const ApplyRequest &request);

/// Restores exact bytes and modes from `apply.record`. ErrorCode::UndoChanged names every file that is no
/// longer as it was applied; nothing is written then, unless `skipChanged`.
Result<Applied> undoApply(const UndoRequest &request);

/// What a crash left of this run's apply or undo is finished or rolled back. Idempotent; call at every start.
/// The other calls do it for their repository by themselves, whichever run it was.
Result<Recovered> recoverApply(const std::filesystem::path &root, const std::filesystem::path &runFolder,
                               const std::filesystem::path &lockFolder, ApplyObserver *observer = nullptr);

/// Whether this run was applied, so that there is something to undo.
bool hasApplyRecord(const std::filesystem::path &runFolder);

} // namespace vouchsafe
