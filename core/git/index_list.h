#pragma once
// The repository's index as plain data.

#include "core/base/result.h"
#include "core/git/git_library.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct IndexRow {
    std::string path;
    unsigned mode = 0100644;
    std::string oid;
    bool skipWorktree = false; ///< sparse checkout: need not be on disk
};

/// Sorted by path bytes, each path once (of a conflict one of its sides). Paths that git could not have put
/// there are dropped.
class IndexList {
public:
    static Result<IndexList> read(git_repository *repository);

    const std::vector<IndexRow> &files() const { return m_files; }
    const IndexRow *find(std::string_view path) const;
    bool hasBelow(std::string_view folder) const;
    /// How many paths were dropped.
    std::size_t odd() const { return m_odd; }

private:
    std::vector<IndexRow> m_files;
    std::size_t m_odd = 0;
};

} // namespace vouchsafe
