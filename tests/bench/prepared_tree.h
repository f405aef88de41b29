#pragma once
// A generated repository with its base tree in the cache: what stands before any run of a row.

#include "core/base/result.h"
#include "core/git/tree_snapshot.h"
#include "sandbox/bubblewrap_sandbox.h"

#include <filesystem>
#include <memory>

namespace vouchsafe::bench {

/// Removed with its cache at the end.
class PreparedTree {
public:
    static Result<std::unique_ptr<PreparedTree>> make(const std::filesystem::path &scratch, int files);
    ~PreparedTree();
    PreparedTree(const PreparedTree &) = delete;
    PreparedTree &operator=(const PreparedTree &) = delete;

    const std::filesystem::path &repository() const { return m_repository; }
    const BaseTree &tree() const { return *m_snapshot.tree; }
    SandboxFactory &factory() { return m_factory; }
    const Identity &identity() const { return m_factory.identity(); }

private:
    PreparedTree(std::filesystem::path repository, const Identity &identity);

    std::filesystem::path m_repository;
    std::filesystem::path m_store; ///< a tree cache of its own, so that the user's is left alone
    Snapshot m_snapshot;
    BubblewrapFactory m_factory;
};

} // namespace vouchsafe::bench
