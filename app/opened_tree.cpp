#include "app/opened_tree.h"

#include "core/base/text.h"

namespace vouchsafe {
namespace {

// Trees of the cache beyond this go, those that were used longest ago first.
constexpr std::uint64_t cacheBytes = std::uint64_t{8} << 30;

Result<OpenedTree> openOnly(const std::filesystem::path &folder, const Directories &directories)
{
    Result<Repository> repository = openRepository(folder);
    if (!repository)
        return Failure(repository.error());
    Result<Identity> identity = sandboxIdentity(directories);
    if (!identity)
        return Failure(identity.error());
    auto store = std::make_unique<TreeStore>(identity->cache, identity->uid, identity->gid);
    return OpenedTree{std::move(*repository), std::move(*identity), std::move(store), {}};
}

} // namespace

Result<OpenedTree> openTree(const std::filesystem::path &folder, const Directories &directories,
                            const std::stop_token &stop)
{
    Result<OpenedTree> opened = openOnly(folder, directories);
    if (!opened)
        return opened;
    Result<Snapshot> snapshot = opened->store->snapshot(opened->repository, stop);
    if (!snapshot)
        return Failure(snapshot.error());
    opened->snapshot = std::move(*snapshot);
    if (const Status pruned = opened->store->prune(cacheBytes); !pruned)
        opened->snapshot.notices.push_back("the tree cache could not be made smaller: " +
                                           pruned.error().context);
    return opened;
}

Result<OpenedTree> openStoredTree(const std::filesystem::path &folder, const std::string &treeId,
                                  const Directories &directories, const std::stop_token &stop)
{
    Result<OpenedTree> opened = openOnly(folder, directories);
    if (!opened)
        return opened;
    if (Result<std::shared_ptr<const BaseTree>> stored = opened->store->open(treeId)) {
        opened->snapshot.tree = std::move(*stored);
        return opened;
    }
    return openTreeAgain(folder, treeId, directories, stop);
}

Result<OpenedTree> openTreeAgain(const std::filesystem::path &folder, const std::string &treeId,
                                 const Directories &directories, const std::stop_token &stop)
{
    Result<OpenedTree> opened = openTree(folder, directories, stop);
    if (!opened || opened->snapshot.tree->id() == treeId)
        return opened;
    Result<std::shared_ptr<const BaseTree>> stored = opened->store->open(treeId);
    if (!stored)
        return fail(ErrorCode::TreeStale,
                    "the tree changed since the run, and its copy is no longer in the cache",
                    shown(opened->repository.root.string()) + " is now tree " + opened->snapshot.tree->id() +
                        ", the run was on " + treeId);
    opened->snapshot.tree = std::move(*stored);
    return opened;
}

} // namespace vouchsafe
