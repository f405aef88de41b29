#pragma once
// The two ends of a transaction that began: taking everything back, or clearing away after its commit.

#include "core/base/result.h"
#include "core/git/apply_disk.h"
#include "core/git/apply_journal.h"
#include "core/git/apply_operation.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vouchsafe {

/// A transaction as its steps see it.
struct ApplyState {
    ApplyDisk &disk;
    std::filesystem::path runFolder;
    std::filesystem::path pendingFile;      ///< see RepositoryLock
    std::vector<ApplyOperation> operations; ///< those of the journal, in the direction that it has
    ApplyJournal journal;
    bool wholeRecord = true; ///< the operations are all of the record's
    std::vector<std::string> notices;

    std::string stagedAt(std::size_t at) const { return stagedPath(journal, at, operations[at].path); }
    std::string waitingAt(std::size_t at) const { return waitingPath(journal, at, operations[at].path); }
};

/// Writes the journal with its new state.
Status turnJournal(ApplyState &state, ApplyJournal::State to);

/// The folders of all operations, each once.
Status syncFolders(ApplyState &state);

/// Makes the tree what it was, from whatever point the transaction reached; repeatable. What a person wrote
/// meanwhile stays: a target that is no longer what was written is left, and bytes that are neither the old
/// nor the new ones are kept in the run folder; both are said in the notices.
Status rollBack(ApplyState &state);

/// After the commit: removes what was replaced, folders that lost their last file, and the record when all of
/// it was undone. Repeatable.
Status finish(ApplyState &state);

} // namespace vouchsafe
