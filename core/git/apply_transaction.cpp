#include "core/git/apply_transaction.h"

#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/git/apply_cleanup.h"
#include "core/git/apply_preflight.h"
#include "core/git/repository_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <numeric>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

namespace fs = std::filesystem;
using Kind = ApplyOperation::Kind;

Status stageAll(ApplyState &state)
{
    for (const std::string &folder : state.journal.madeFolders)
        if (Status status = state.disk.makeFolder(folder); !status)
            return status;
    for (std::size_t at = 0; at < state.operations.size(); ++at) {
        const ApplyOperation &operation = state.operations[at];
        if (operation.kind == Kind::Remove) {
            state.journal.inodes.push_back(0);
            continue;
        }
        StagedLike like{operation.modeAfter, operation.umaskDecides, nullptr, -1};
        Descriptor old;
        struct stat info {};
        if (operation.kind == Kind::Replace && !S_ISLNK(operation.modeBefore)) {
            old = state.disk.root().openBelow(operation.path, O_RDONLY);
            if (!old.valid() || ::fstat(old.get(), &info) != 0)
                return Failure(systemError(errno, "cannot open a file of the repository", operation.path));
            like.old = &info;
            like.oldFile = old.get();
        }
        const auto inode = state.disk.stage(state.stagedAt(at), operation.after, like);
        if (!inode)
            return Failure(inode.error());
        state.journal.inodes.push_back(*inode);
    }
    for (std::size_t at = 0; at < state.operations.size(); ++at)
        if (state.operations[at].kind != Kind::Remove && !S_ISLNK(state.operations[at].modeAfter))
            if (Status status = state.disk.syncFile(state.stagedAt(at)); !status)
                return status;
    return syncFolders(state);
}

Failure changedMeanwhile(const std::string &path)
{
    return fail(ErrorCode::TreeStale, "a file was changed while the patch was applied, so all was taken back",
                shown(path));
}

/// What came out must be what the patch was made against: someone may have saved the file a moment ago.
Status checkCameOut(ApplyState &state, const std::string &path, const ApplyOperation &operation)
{
    PlacedFile old;
    const Descriptor parent = state.disk.root().openParent(path);
    if (parent.valid() && readPlaced(parent.get(), nameOf(path), operation.before.size(), old) &&
        old.bytes == operation.before && old.info.st_mode == operation.modeBefore)
        return {};
    return changedMeanwhile(operation.path);
}

Status replace(ApplyState &state, std::size_t at)
{
    const ApplyOperation &operation = state.operations[at];
    const std::string staged = state.stagedAt(at);
    const auto exchanged = state.disk.exchange(staged, operation.path);
    if (!exchanged)
        return Failure(exchanged.error());
    if (*exchanged)
        return checkCameOut(state, staged, operation);
    const std::string waiting = state.waitingAt(at);
    const auto linked = state.disk.link(operation.path, waiting);
    if (!linked)
        return Failure(linked.error());
    if (!*linked)
        if (Status status = state.disk.moveToFree(operation.path, waiting); !status)
            return status;
    if (Status status = state.disk.moveOver(staged, operation.path); !status)
        return status;
    return checkCameOut(state, waiting, operation);
}

Status exchangeTarget(ApplyState &state, std::size_t at)
{
    const ApplyOperation &operation = state.operations[at];
    switch (operation.kind) {
    case Kind::Replace:
        return replace(state, at);
    case Kind::Create:
        return state.disk.moveToFree(state.stagedAt(at), operation.path);
    case Kind::Remove:
        if (Status status = state.disk.moveToFree(operation.path, state.waitingAt(at)); !status)
            return status;
        return checkCameOut(state, state.waitingAt(at), operation);
    }
    return {};
}

/// A failure that comes from a target that is no longer as it was is told as that.
Status putInPlace(ApplyState &state, std::size_t at)
{
    ApplyOperation now = state.operations[at];
    const auto isUntouched = [&] {
        const auto met = meets(state.disk.root(), now);
        return met && *met;
    };
    if (!isUntouched())
        return changedMeanwhile(now.path);
    Status status = exchangeTarget(state, at);
    if (status || status.error().code == ErrorCode::TreeStale || isUntouched())
        return status;
    return changedMeanwhile(now.path);
}

Status carryOut(ApplyState &state)
{
    if (Status status = state.disk.writeWhole(state.pendingFile, state.runFolder.string()); !status)
        return status;
    if (Status status = turnJournal(state, ApplyJournal::State::Staging); !status)
        return status;
    if (Status status = stageAll(state); !status)
        return status;
    if (Status status = turnJournal(state, ApplyJournal::State::Ready); !status)
        return status;
    for (std::size_t at = 0; at < state.operations.size(); ++at)
        if (Status status = putInPlace(state, at); !status)
            return status;
    if (Status status = syncFolders(state); !status)
        return status;
    return turnJournal(state, ApplyJournal::State::Committed);
}

Result<Applied> transact(ApplyState &state)
{
    if (const Status done = carryOut(state); !done) {
        Error error = done.error();
        if (const Status back = rollBack(state); !back)
            error.context +=
                "; taking it back failed as well and is done at the next start: " + back.error().context;
        else if (!state.notices.empty())
            error.context += "; " + join(state.notices, "; ");
        return Failure(std::move(error));
    }
    if (const Status cleared = finish(state); !cleared)
        state.notices.push_back("some files named .vouchsafe-… are removed at the next start: " +
                                cleared.error().context);
    Applied applied;
    for (const ApplyOperation &operation : state.operations)
        applied.files.push_back(operation.path);
    applied.notices = std::move(state.notices);
    return applied;
}

ApplyState stateOf(ApplyDisk &disk, const fs::path &runFolder, const RepositoryLock &lock)
{
    return {disk, runFolder, lock.pendingFile(), {}, {}, true, {}};
}

/// The journal's operations of the record, turned round for an undo.
Result<std::vector<ApplyOperation>> chosen(const std::vector<ApplyOperation> &recorded,
                                           const ApplyJournal &journal)
{
    std::vector<ApplyOperation> operations;
    for (const std::size_t number : journal.operations) {
        if (number >= recorded.size())
            return fail(ErrorCode::Journal, "the note of an unfinished apply does not fit its record");
        operations.push_back(journal.undo ? reversed(recorded[number]) : recorded[number]);
    }
    return operations;
}

Result<Recovered> recoverUnderLock(ApplyDisk &disk, const fs::path &runFolder, const RepositoryLock &lock)
{
    Recovered recovered;
    const auto journal = readApplyJournal(runFolder);
    if (!journal)
        return Failure(journal.error());
    if (!*journal)
        return recovered;
    const auto recorded = readRecord(runFolder);
    if (!recorded)
        return Failure(recorded.error());
    auto operations = chosen(*recorded, **journal);
    if (!operations)
        return Failure(operations.error());
    ApplyState state = stateOf(disk, runFolder, lock);
    state.operations = std::move(*operations);
    state.journal = **journal;
    state.wholeRecord = state.journal.operations.size() == recorded->size();
    const bool committed = state.journal.state == ApplyJournal::State::Committed;
    if (const Status status = committed ? finish(state) : rollBack(state); !status)
        return Failure(status.error());
    recovered.what = committed ? Recovery::Finished : Recovery::RolledBack;
    recovered.wasUndo = state.journal.undo;
    recovered.notices = std::move(state.notices);
    return recovered;
}

void sayRecovered(const Recovered &recovered, std::vector<std::string> &notices)
{
    if (recovered.what != Recovery::Nothing)
        notices.push_back(std::string("an ") + (recovered.wasUndo ? "undo" : "apply") +
                          " that was interrupted was " +
                          (recovered.what == Recovery::Finished ? "finished" : "taken back") + " first");
    notices.insert(notices.end(), recovered.notices.begin(), recovered.notices.end());
}

/// An unfinished transaction of any other run on this repository.
Status recoverPending(ApplyDisk &disk, const RepositoryLock &lock, std::vector<std::string> &notices)
{
    if (::access(lock.pendingFile().c_str(), F_OK) != 0)
        return {};
    const auto runFolder = readFile(lock.pendingFile(), 1 << 16);
    if (!runFolder)
        return Failure(runFolder.error());
    const auto recovered = recoverUnderLock(disk, *runFolder, lock);
    if (!recovered)
        return Failure(recovered.error());
    sayRecovered(*recovered, notices);
    return disk.removeWhole(lock.pendingFile());
}

/// What was interrupted comes first: this run's, then any other's.
Status recoverEarlier(ApplyState &state, const RepositoryLock &lock)
{
    const auto own = recoverUnderLock(state.disk, state.runFolder, lock);
    if (!own)
        return Failure(own.error());
    sayRecovered(*own, state.notices);
    return recoverPending(state.disk, lock, state.notices);
}

/// What apply and undo share before they differ.
struct Begun {
    RootedFolder root;
    RepositoryLock lock;
};

Result<Begun> begin(const fs::path &root, const fs::path &lockFolder, const std::string &purpose)
{
    auto opened = RootedFolder::open(root);
    if (!opened)
        return Failure(opened.error());
    auto lock = RepositoryLock::take(lockFolder, root, purpose);
    if (!lock)
        return Failure(lock.error());
    return Begun{std::move(*opened), std::move(*lock)};
}

} // namespace

Result<Applied> applyPatch(const ApplyRequest &request)
{
    const auto begun = begin(request.root, request.lockFolder, "an apply");
    if (!begun)
        return Failure(begun.error());
    ApplyDisk disk(begun->root, request.observer);
    ApplyState state = stateOf(disk, request.runFolder, begun->lock);
    if (const Status status = recoverEarlier(state, begun->lock); !status)
        return Failure(status.error());
    auto operations = operationsOf(request.patch, begun->root);
    if (!operations)
        return Failure(operations.error());
    if (const Status status = checkWritable(begun->root, *operations, request.breakHardLinks); !status)
        return Failure(status.error());
    const auto record = request.runFolder / recordName;
    if (const Status status = disk.writeWhole(record, recordText(*operations)); !status)
        return Failure(status.error());
    state.operations = std::move(*operations);
    state.journal.nonce = newNonce(6);
    state.journal.madeFolders = missingFolders(begun->root, state.operations);
    state.journal.operations.resize(state.operations.size());
    std::iota(state.journal.operations.begin(), state.journal.operations.end(), std::size_t{0});
    return transact(state);
}

Result<Applied> undoApply(const UndoRequest &request)
{
    const auto begun = begin(request.root, request.lockFolder, "an undo");
    if (!begun)
        return Failure(begun.error());
    ApplyDisk disk(begun->root, request.observer);
    ApplyState state = stateOf(disk, request.runFolder, begun->lock);
    if (const Status status = recoverEarlier(state, begun->lock); !status)
        return Failure(status.error());
    if (!hasApplyRecord(request.runFolder))
        return fail(ErrorCode::Usage, "the run was not applied, so there is nothing to undo",
                    shown(request.runFolder.string()), "See `vouchsafe show` for what the run did.");
    const auto recorded = readRecord(request.runFolder);
    if (!recorded)
        return Failure(recorded.error());
    std::vector<std::string> changed;
    for (std::size_t number = 0; number < recorded->size(); ++number) {
        ApplyOperation operation = reversed((*recorded)[number]);
        const auto expected = meets(begun->root, operation);
        if (!expected || !*expected) {
            changed.push_back(shown(operation.path));
            continue;
        }
        state.journal.operations.push_back(number);
        state.operations.push_back(std::move(operation));
    }
    if (!changed.empty() && !request.skipChanged)
        return fail(ErrorCode::UndoChanged,
                    "files changed since the patch was applied, so nothing was undone", join(changed, ", "));
    for (const std::string &path : changed)
        state.notices.push_back(path + " changed since and is left as it is");
    if (state.operations.empty())
        return fail(ErrorCode::UndoChanged, "every file changed since the patch was applied",
                    join(changed, ", "));
    if (const Status status = checkWritable(begun->root, state.operations, true); !status)
        return Failure(status.error());
    state.journal.undo = true;
    state.journal.nonce = newNonce(6);
    state.journal.madeFolders = missingFolders(begun->root, state.operations);
    state.wholeRecord = changed.empty();
    return transact(state);
}

Result<Recovered> recoverApply(const fs::path &root, const fs::path &runFolder, const fs::path &lockFolder,
                               ApplyObserver *observer)
{
    const auto begun = begin(root, lockFolder, "a recovery");
    if (!begun)
        return Failure(begun.error());
    ApplyDisk disk(begun->root, observer);
    auto recovered = recoverUnderLock(disk, runFolder, begun->lock);
    if (recovered)
        if (const Status status = recoverPending(disk, begun->lock, recovered->notices); !status)
            return Failure(status.error());
    return recovered;
}

bool hasApplyRecord(const fs::path &runFolder)
{
    return ::access((runFolder / recordName).c_str(), F_OK) == 0;
}

} // namespace vouchsafe
