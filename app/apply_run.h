#pragma once
// From a finished run to the user's working tree, and back.

#include "app/run_store.h"
#include "core/base/result.h"
#include "core/model/patch.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vouchsafe {

struct AppliedRun {
    std::vector<std::string> files;   ///< relative to the root, as shown to people
    std::vector<std::string> notices; ///< what was kept aside or left
};

/// What would be applied.
struct OfferedPatch {
    RunState state;
    Patch patch;                        ///< on the run's own base tree
    std::vector<std::string> tests;     ///< files of it that decide what the tests say
    std::vector<std::string> sensitive; ///< `path: why`, files that run outside of the sandbox later

    const Iteration &iteration() const { return *state.iteration(state.finished->best); }
};

/// Read from the run's journal and checked against the hashes that it records. ErrorCode::NotVerified where
/// the run offers nothing, Evidence where the bytes differ.
Result<OfferedPatch> offeredPatch(const RunFolder &folder);

/// The sha256 of the patch that `run --apply` may apply: proven, not ambiguous, no test and no sensitive
/// file. ErrorCode::NotApproved.
Result<std::string> mayApplyUnasked(const RunFolder &folder);

/// Records the approval, writes the tree all or nothing, records the act. `approvedBy` says who or what
/// answered; `approvedSha256` is that of the diff that was looked at: where the offer is another one by now
/// the approval is void (ErrorCode::NotApproved). ErrorCode::TreeStale names a file that changed since; then
/// nothing was written.
Result<AppliedRun> applyRun(const RunFolder &folder, const std::filesystem::path &dataFolder,
                            const std::string &approvedBy, const std::string &approvedSha256);

/// Records that a person does not want the patch with this hash, and why; it is never offered again.
/// ErrorCode::NotApproved where it is applied: that has to be undone first.
Status rejectPatch(const RunFolder &folder, const std::string &patchSha256, const std::string &reason);

/// Records that a person edited the run's patch into this diff, which no run has judged yet.
Status recordEdit(const RunFolder &folder, const std::string &diff);

/// Puts the exact bytes back that were there before. ErrorCode::UndoChanged names a file that changed since.
Result<AppliedRun> undoRun(const RunFolder &folder, const std::filesystem::path &dataFolder);

} // namespace vouchsafe
