#include "core/git/apply_cleanup.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <cerrno>
#include <set>
#include <sys/stat.h>

namespace vouchsafe {
namespace {

using Kind = ApplyOperation::Kind;
// Whatever stands in a target's place is read to be compared, never more of it than this.
constexpr std::uint64_t compareLimit = std::uint64_t{1} << 30;

/// What stands at a path, seen by its inode.
struct Seen {
    bool exists = false;
    bool readable = false; ///< a file or a link, and not too large
    std::uint64_t inode = 0;
    PlacedFile file;

    bool holds(const std::string &bytes) const { return readable && file.bytes == bytes; }
};

Seen see(const ApplyState &state, const std::string &path)
{
    Seen seen;
    const Descriptor parent = state.disk.root().openParent(path);
    if (!parent.valid())
        return seen;
    seen.readable = readPlaced(parent.get(), nameOf(path), compareLimit, seen.file);
    seen.exists = seen.readable || errno != ENOENT;
    seen.inode = seen.file.info.st_ino;
    return seen;
}

/// Removes a file of ours; bytes in it that nobody else has are kept in the run folder first.
Status discard(ApplyState &state, const std::string &path, const ApplyOperation &operation)
{
    const Seen seen = see(state, path);
    if (!seen.exists)
        return {};
    if (!seen.readable) {
        state.notices.push_back("what stood at " + shown(operation.path) + " is now " + shown(path));
        return {};
    }
    if (seen.file.bytes != operation.before && seen.file.bytes != operation.after) {
        const auto kept = state.runFolder / ("kept" + nameOf(path));
        if (Status status = state.disk.writeWhole(kept, seen.file.bytes); !status)
            return status;
        state.notices.push_back(shown(operation.path) + " was written to meanwhile; those bytes are in " +
                                shown(kept.string()));
    }
    return state.disk.unlink(path);
}

void sayLeft(ApplyState &state, const ApplyOperation &operation)
{
    state.notices.push_back(shown(operation.path) + " was changed meanwhile and is left as it is");
}

Status takeBackReplace(ApplyState &state, std::size_t at)
{
    const ApplyOperation &operation = state.operations[at];
    const std::string staged = state.stagedAt(at);
    const std::string waiting = state.waitingAt(at);
    const Seen target = see(state, operation.path);
    const Seen fresh = see(state, staged);
    const Seen old = see(state, waiting);
    const std::uint64_t inode = state.journal.inodes[at];
    if (fresh.exists && fresh.inode == inode) {
        // Not exchanged yet. Without exchange the old file may have its second name already, or only that.
        if (!target.exists && old.exists)
            if (Status status = state.disk.moveToFree(waiting, operation.path); !status)
                return status;
        if (target.exists && old.exists)
            if (Status status = discard(state, waiting, operation); !status)
                return status;
        return state.disk.unlink(staged);
    }
    const std::string &from = old.exists ? waiting : staged;
    if (!old.exists && !fresh.exists)
        return {}; // taken back before
    // The inode says that the target is ours, the bytes that nobody wrote to it since. File systems that
    // number files anew at each mount leave only the bytes to go by.
    if (target.holds(operation.after)) {
        if (old.exists)
            return state.disk.moveOver(waiting, operation.path);
        if (const auto back = state.disk.exchange(staged, operation.path); !back)
            return Failure(back.error());
        return discard(state, staged, operation);
    }
    if (!target.exists)
        return state.disk.moveToFree(from, operation.path);
    sayLeft(state, operation);
    return discard(state, from, operation);
}

Status takeBackCreate(ApplyState &state, std::size_t at)
{
    const ApplyOperation &operation = state.operations[at];
    const Seen target = see(state, operation.path);
    const bool moved = !see(state, state.stagedAt(at)).exists;
    if (target.exists && (moved || target.inode == state.journal.inodes[at])) {
        if (!target.holds(operation.after))
            sayLeft(state, operation);
        else if (Status status = state.disk.unlink(operation.path); !status)
            return status;
    }
    return state.disk.unlink(state.stagedAt(at));
}

Status takeBackRemove(ApplyState &state, std::size_t at)
{
    const ApplyOperation &operation = state.operations[at];
    const std::string waiting = state.waitingAt(at);
    const Seen old = see(state, waiting);
    if (!old.exists)
        return {};
    const Seen target = see(state, operation.path);
    if (!target.exists)
        return state.disk.moveToFree(waiting, operation.path);
    if (target.inode != old.inode) // else both are names of the one file
        sayLeft(state, operation);
    return discard(state, waiting, operation);
}

Status takeBack(ApplyState &state, std::size_t at)
{
    if (state.journal.state == ApplyJournal::State::Staging)
        return state.operations[at].kind == Kind::Remove ? Status() : state.disk.unlink(state.stagedAt(at));
    switch (state.operations[at].kind) {
    case Kind::Replace:
        return takeBackReplace(state, at);
    case Kind::Create:
        return takeBackCreate(state, at);
    case Kind::Remove:
        return takeBackRemove(state, at);
    }
    return {};
}

Status forget(ApplyState &state)
{
    if (Status status = state.disk.removeWhole(state.runFolder / applyJournalName); !status)
        return status;
    return state.disk.removeWhole(state.pendingFile);
}

Status removeEmptied(ApplyState &state, const ApplyOperation &operation)
{
    for (std::string folder = parentOf(operation.path); !folder.empty(); folder = parentOf(folder)) {
        const auto removed = state.disk.removeFolder(folder);
        if (!removed)
            return Failure(removed.error());
        if (!*removed)
            return {};
    }
    return {};
}

} // namespace

Status turnJournal(ApplyState &state, ApplyJournal::State to)
{
    ApplyJournal next = state.journal;
    next.state = to;
    if (Status status = state.disk.writeWhole(state.runFolder / applyJournalName, journalText(next)); !status)
        return status;
    state.journal = std::move(next);
    return {};
}

Status syncFolders(ApplyState &state)
{
    std::set<std::string> folders;
    for (const ApplyOperation &operation : state.operations)
        folders.insert(parentOf(operation.path));
    for (const std::string &folder : state.journal.madeFolders)
        folders.insert(parentOf(folder));
    for (const std::string &folder : folders)
        if (Status status = state.disk.syncFolder(folder); !status)
            return status;
    return {};
}

Status rollBack(ApplyState &state)
{
    for (std::size_t at = state.operations.size(); at-- > 0;)
        if (Status status = takeBack(state, at); !status)
            return status;
    for (auto folder = state.journal.madeFolders.rbegin(); folder != state.journal.madeFolders.rend();
         ++folder)
        if (const auto removed = state.disk.removeFolder(*folder); !removed)
            return Failure(removed.error());
    if (Status status = syncFolders(state); !status)
        return status;
    if (Status status = forget(state); !status)
        return status;
    return state.journal.undo ? Status() : state.disk.removeWhole(state.runFolder / recordName);
}

Status finish(ApplyState &state)
{
    for (std::size_t at = 0; at < state.operations.size(); ++at)
        for (const std::string &path : {state.stagedAt(at), state.waitingAt(at)})
            if (Status status = discard(state, path, state.operations[at]); !status)
                return status;
    for (const ApplyOperation &operation : state.operations)
        if (operation.kind == Kind::Remove)
            if (Status status = removeEmptied(state, operation); !status)
                return status;
    if (Status status = syncFolders(state); !status)
        return status;
    if (Status status = forget(state); !status)
        return status;
    const bool undone = state.journal.undo && state.wholeRecord;
    return undone ? state.disk.removeWhole(state.runFolder / recordName) : Status();
}

} // namespace vouchsafe
