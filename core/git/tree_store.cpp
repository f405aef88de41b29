#include "core/git/tree_store.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/git/snapshot_reader.h"
#include "core/git/store_lock.h"
#include "core/git/stored_tree.h"
#include "core/git/tree_writer.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

namespace fs = std::filesystem;

// Hidden names that no id has: a tree in the making, and one on its way out.
constexpr std::string_view makingPrefix = ".new-";
constexpr std::string_view leavingPrefix = ".gone-";
constexpr int attempts = 3;

bool isTreeId(std::string_view id)
{
    return id.size() == 40 && id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

fs::path treeFolder(const fs::path &store, const std::string &id)
{
    return store / "trees" / id;
}

fs::path entriesFile(const fs::path &store, const std::string &id)
{
    return store / "entries" / id;
}

fs::path lockFile(const fs::path &store, const std::string &name)
{
    return store / "locks" / name;
}

/// Takes the tree out of the store unless someone uses it. True when it is gone.
bool discard(const fs::path &store, const std::string &id)
{
    const auto lock = lockStore(lockFile(store, id), LockKind::Exclusive, LockWait::Never);
    if (!lock || !lock->valid())
        return false;
    const fs::path leaving = store / "trees" / (std::string(leavingPrefix) + newNonce(8));
    ::rename(treeFolder(store, id).c_str(), leaving.c_str());
    ::unlink(entriesFile(store, id).c_str());
    ::unlink(lockFile(store, id).c_str());
    std::error_code failed;
    fs::remove_all(leaving, failed);
    return true;
}

/// A new tree under a name of its own until it is complete; removed again unless it was published.
class TreeInMaking {
public:
    static Result<std::unique_ptr<TreeInMaking>> begin(const fs::path &store)
    {
        const std::string name = std::string(makingPrefix) + newNonce(8);
        auto lock = lockStore(lockFile(store, name), LockKind::Exclusive, LockWait::Block);
        if (!lock)
            return Failure(lock.error());
        const fs::path folder = store / "trees" / name;
        if (::mkdir(folder.c_str(), 0755) != 0)
            return Failure(systemError(errno, "cannot make a folder in the tree cache", folder));
        ::chmod(folder.c_str(), 0755);
        return std::unique_ptr<TreeInMaking>(new TreeInMaking(store, name, std::move(*lock)));
    }
    ~TreeInMaking()
    {
        std::error_code failed;
        fs::remove_all(folder(), failed);
        ::unlink(lockFile(m_store, m_name).c_str());
    }
    TreeInMaking(const TreeInMaking &) = delete;
    TreeInMaking &operator=(const TreeInMaking &) = delete;

    fs::path folder() const { return m_store / "trees" / m_name; }

    /// The shared lock keeps a pruning process from taking the list away between the two steps.
    Status publish(const std::string &id, const EntryList &list) const
    {
        const auto lock = lockStore(lockFile(m_store, id), LockKind::Shared, LockWait::Block);
        if (!lock)
            return Failure(lock.error());
        if (Status status = writeEntryList(entriesFile(m_store, id), list); !status)
            return status;
        // Another process may have been faster with the same tree; its copy is as good.
        if (::rename(folder().c_str(), treeFolder(m_store, id).c_str()) != 0 && errno != ENOTEMPTY &&
            errno != EEXIST)
            return Failure(systemError(errno, "cannot put a tree in its place", treeFolder(m_store, id)));
        return {};
    }

private:
    TreeInMaking(fs::path store, std::string name, Descriptor lock)
        : m_store(std::move(store)), m_name(std::move(name)), m_lock(std::move(lock))
    {
    }
    fs::path m_store;
    std::string m_name;
    Descriptor m_lock;
};

} // namespace

TreeStore::TreeStore(fs::path folder, uid_t uid, gid_t gid, SnapshotLimits limits)
    : m_folder(std::move(folder)), m_uid(uid), m_gid(gid), m_limits(limits)
{
}

Status TreeStore::prepare() const
{
    for (const char *name : {"trees", "entries", "locks", "stat"})
        if (Status status = makePrivateFolder(m_folder / name); !status)
            return status;
    if (::geteuid() == m_uid)
        return {};
    // The other user may reach the trees and nothing else; it must not be able to change the lists.
    if (::chmod(m_folder.c_str(), 0711) != 0 || ::lchown((m_folder / "trees").c_str(), m_uid, m_gid) != 0)
        return Failure(systemError(errno, "cannot give the tree cache to its user", m_folder));
    return {};
}

Result<Snapshot> TreeStore::snapshot(const Repository &repository, std::stop_token stop)
{
    if (Status status = prepare(); !status)
        return Failure(status.error());
    const fs::path stamps = m_folder / "stat" / sha256(repository.root.string());
    Error last;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        auto reading = SnapshotReading::read(repository, stamps, m_limits, stop);
        if (!reading) {
            last = reading.error();
            if (last.code == ErrorCode::TreeStale)
                continue;
            return Failure(last);
        }
        auto tree = open(reading->id());
        if (!tree && tree.error().code == ErrorCode::PathMissing) {
            const auto making = TreeInMaking::begin(m_folder);
            if (!making)
                return Failure(making.error());
            Status written =
                reading->write((*making)->folder(), m_uid, m_gid, stop).and_then([&](std::uint64_t bytes) {
                    return (*making)->publish(reading->id(), {reading->entries(), bytes, currentBoot()});
                });
            if (!written) {
                last = written.error();
                if (last.code == ErrorCode::TreeStale)
                    continue;
                return Failure(last);
            }
            tree = open(reading->id());
        }
        if (tree)
            return std::move(*reading).snapshot(std::move(*tree));
        last = tree.error();
        if (last.code != ErrorCode::PathMissing)
            return Failure(last);
    }
    if (last.code == ErrorCode::TreeStale)
        last.remedy = "Stop what writes to the repository and try again.";
    return Failure(last);
}

Result<std::shared_ptr<const BaseTree>> TreeStore::open(const std::string &treeId)
{
    const auto missing =
        fail(ErrorCode::PathMissing, "the tree is not in the cache",
             shown(treeId) + " in " + shown(m_folder.string()), "Start the run again on the repository.");
    if (!isTreeId(treeId))
        return missing;
    if (Status status = prepare(); !status)
        return Failure(status.error());
    struct stat info {};
    if (::stat(treeFolder(m_folder, treeId).c_str(), &info) != 0)
        return missing;
    auto lock = lockStore(lockFile(m_folder, treeId), LockKind::Shared, LockWait::Block);
    if (!lock)
        return Failure(lock.error());
    auto list = readEntryList(entriesFile(m_folder, treeId));
    auto folder = RootedFolder::open(treeFolder(m_folder, treeId));
    bool usable = list && folder;
    if (usable && list->boot != currentBoot()) {
        usable = isIntact(folder->path(), *list);
        list->boot = currentBoot();
        if (usable)
            if (Status status = writeEntryList(entriesFile(m_folder, treeId), *list); !status)
                return Failure(status.error());
    }
    if (!usable) {
        lock->reset();
        discard(m_folder, treeId);
        return missing;
    }
    // The list's time is when the tree was last used.
    ::utimensat(AT_FDCWD, entriesFile(m_folder, treeId).c_str(), nullptr, 0);
    return std::make_shared<StoredTree>(treeId, std::move(list->entries), std::move(*folder),
                                        std::move(*lock));
}

Status TreeStore::prune(std::uint64_t maxBytes)
{
    if (Status status = prepare(); !status)
        return status;
    struct Stored {
        std::string id;
        std::uint64_t bytes = 0;
        struct timespec used {};
    };
    std::vector<Stored> stored;
    std::uint64_t total = 0;
    std::error_code failed;
    for (const auto &entry : fs::directory_iterator(m_folder / "trees", failed)) {
        const std::string name = entry.path().filename().string();
        if (!isTreeId(name)) {
            // What a process that ended in the middle left behind: nobody holds its lock any more.
            const auto lock = lockStore(lockFile(m_folder, name), LockKind::Exclusive, LockWait::Never);
            if (lock && lock->valid()) {
                std::error_code ignored;
                fs::remove_all(entry.path(), ignored);
                ::unlink(lockFile(m_folder, name).c_str());
            }
            continue;
        }
        const auto list = readEntryList(entriesFile(m_folder, name));
        struct stat info {};
        if (!list || ::stat(entriesFile(m_folder, name).c_str(), &info) != 0) {
            discard(m_folder, name);
            continue;
        }
        stored.push_back({name, list->bytes, info.st_mtim});
        total += list->bytes;
    }
    if (failed)
        return Failure(systemError(failed.value(), "cannot read the tree cache", m_folder));
    std::sort(stored.begin(), stored.end(), [](const Stored &a, const Stored &b) {
        return std::pair(a.used.tv_sec, a.used.tv_nsec) < std::pair(b.used.tv_sec, b.used.tv_nsec);
    });
    for (std::size_t at = 0; at + 1 < stored.size() && total > maxBytes; ++at)
        if (discard(m_folder, stored[at].id))
            total -= stored[at].bytes;
    return {};
}

} // namespace vouchsafe
