#include "app/opened_tree.h"

#include "core/base/text.h"

namespace vouchsafe {
namespace {

// Trees of the cache beyond this go, those that were used longest ago first.
constexpr std::uint64_t cacheBytes = std::uint64_t{8} << 30;

} // namespace

Result<OpenedTree> openTree(const std::filesystem::path &folder, const Directories &directories,
                            const std::stop_token &stop)
{
    Result<Repository> repository = openRepository(folder);
    if (!repository)
        return Failure(repository.error());
    Result<Identity> identity = sandboxIdentity(directories);
    if (!identity)
        return Failure(identity.error());
    auto store = std::make_unique<TreeStore>(identity->cache, identity->uid, identity->gid);
    Result<Snapshot> snapshot = store->snapshot(*repository, stop);
    if (!snapshot)
        return Failure(snapshot.error());
    if (const Status pruned = store->prune(cacheBytes); !pruned)
        snapshot->notices.push_back("the tree cache could not be made smaller: " + pruned.error().context);
    return OpenedTree{std::move(*repository), std::move(*identity), std::move(store), std::move(*snapshot)};
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
