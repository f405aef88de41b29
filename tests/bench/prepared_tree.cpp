#include "tests/bench/prepared_tree.h"

#include "core/base/dirs.h"
#include "core/base/ids.h"
#include "core/git/repository.h"
#include "core/git/tree_store.h"
#include "tests/bench/generated_tree.h"

namespace vouchsafe::bench {
namespace fs = std::filesystem;

PreparedTree::PreparedTree(fs::path repository, const Identity &identity)
    : m_repository(std::move(repository)),
      m_store(identity.cache / ("bench-" + newNonce(4))),
      m_factory(identity)
{
}

PreparedTree::~PreparedTree()
{
    std::error_code ignored;
    fs::remove_all(m_repository, ignored);
    m_snapshot = {}; // lets go of the tree before its store goes
    fs::remove_all(m_store, ignored);
}

Result<std::unique_ptr<PreparedTree>> PreparedTree::make(const fs::path &scratch, int files)
{
    const fs::path repository = scratch / ("tree" + std::to_string(files));
    if (Status status = generateRepository(repository, files); !status)
        return Failure(status.error());
    const Result<Identity> identity = sandboxIdentity(userDirectories());
    if (!identity)
        return Failure(identity.error());
    std::unique_ptr<PreparedTree> prepared(new PreparedTree(repository, *identity));
    const Result<Repository> opened = openRepository(repository);
    if (!opened)
        return Failure(opened.error());
    Result<Snapshot> snapshot =
        TreeStore(prepared->m_store, identity->uid, identity->gid).snapshot(*opened, {});
    if (!snapshot)
        return Failure(snapshot.error());
    prepared->m_snapshot = std::move(*snapshot);
    return prepared;
}

} // namespace vouchsafe::bench
