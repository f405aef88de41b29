#pragma once
// The user's tree as it is now: what a snapshot holds and what it says about what it left out.

#include "core/base/result.h"
#include "core/ports/base_tree.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe {

/// All lists are sorted and bounded; a last line says how many more there were. Paths are raw bytes relative
/// to the root, the texts behind them plain words.
struct Snapshot {
    std::shared_ptr<const BaseTree> tree;
    std::vector<std::string> ignored; ///< top-most ignored files and folders (these end in `/`), not copied
    std::vector<std::string> leftOut; ///< `path: reason`: secrets, sockets, FIFOs, unreadable, too large
    std::vector<std::string> sparse;  ///< tracked, outside of the sparse checkout: in the tree, not on disk
    std::vector<std::string> notices; ///< for people: large-file pointers, and those of the repository
};

/// What one snapshot may hold. A file over `fileBytes` is left out and listed; the others are errors.
struct SnapshotLimits {
    std::uint64_t fileBytes = std::uint64_t{1} << 30;
    std::uint64_t treeBytes = std::uint64_t{8} << 30;
    std::size_t files = 1'000'000;

    bool operator==(const SnapshotLimits &) const = default;
};

} // namespace vouchsafe
