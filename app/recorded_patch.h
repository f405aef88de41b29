#pragma once
// The patch of a run as bytes again: read from the diff that the journal holds, checked against its hashes.

#include "core/base/result.h"
#include "core/events/run_state.h"
#include "core/model/patch.h"
#include "core/ports/base_tree.h"

#include <string>
#include <vector>

namespace vouchsafe {

/// `base` has the files as they were when the run started. ErrorCode::Evidence where the diff does not give
/// the bytes whose hashes are recorded; the doctor's codes where it does not fit the tree.
Result<Patch> recordedPatch(const ProposedPatch &recorded, const BaseTree &base);

/// The same from the diff alone, for when the tree is gone: files hold the lines of the hunks, with a line
/// between two hunks that says so.
Patch hunksOnly(const ProposedPatch &recorded);

/// Files of the patch that are not in `now` as they were when the run started; as shown to people.
std::vector<std::string> changedSince(const ProposedPatch &recorded, const BaseTree &now);

/// Files of the patch that ask for a second look; as shown to people.
struct PatchRisks {
    std::vector<std::string> tests;     ///< that decide what the tests say
    std::vector<std::string> sensitive; ///< `path: why`, that run outside of the sandbox later
};
Result<PatchRisks> risksOf(const Patch &patch, const BaseTree &base, const Task &task);

} // namespace vouchsafe
