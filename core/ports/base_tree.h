#pragma once
// The tree that a run is measured against, read-only: the user's files as they were when it started.

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct TreeEntry {
    std::string path;        ///< bytes as git stores them, relative to the root
    unsigned mode = 0100644; ///< 0100644, 0100755, 0120000 (link) or 0160000 (submodule)
    std::string oid;         ///< git blob id of the raw bytes; of a submodule its commit
    std::uint64_t size = 0;
    bool tracked = true; ///< false: untracked and not ignored

    bool operator==(const TreeEntry &) const = default;
};

/// Immutable and safe from several threads.
class BaseTree {
public:
    virtual ~BaseTree() = default;
    virtual const std::string &id() const = 0;                 ///< hash of the raw tree
    virtual const std::vector<TreeEntry> &entries() const = 0; ///< sorted by path bytes
    /// Raw bytes; a link gives its target. ErrorCode::PathMissing where there is no such entry.
    virtual Result<std::string> read(std::string_view path) const = 0;
    /// Materialised copy in the tree cache, with a fresh one-commit `.git`; empty for trees in memory.
    virtual std::filesystem::path folder() const = 0;
};

/// Binary search; null where there is none.
inline const TreeEntry *findEntry(const BaseTree &tree, std::string_view path)
{
    const auto &entries = tree.entries();
    std::size_t low = 0;
    std::size_t high = entries.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (std::string_view(entries[middle].path) < path)
            low = middle + 1;
        else
            high = middle;
    }
    return low < entries.size() && entries[low].path == path ? &entries[low] : nullptr;
}

} // namespace vouchsafe
