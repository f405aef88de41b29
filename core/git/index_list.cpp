#include "core/git/index_list.h"

#include "core/git/rooted_folder.h"

#include <algorithm>

namespace vouchsafe {

Result<IndexList> IndexList::read(git_repository *repository)
{
    git_index *opened = nullptr;
    if (git_repository_index(&opened, repository) != 0)
        return gitFailure(ErrorCode::RepositoryBroken, "the index cannot be read",
                          git_repository_path(repository));
    const GitIndex index(opened);
    IndexList list;
    list.m_files.reserve(git_index_entrycount(opened));
    for (std::size_t at = 0; at < git_index_entrycount(opened); ++at) {
        const git_index_entry *entry = git_index_get_byindex(opened, at);
        if (!isPlainPath(entry->path)) {
            ++list.m_odd;
            continue;
        }
        IndexRow file{entry->path, entry->mode, std::string(40, '0'),
                      (entry->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0};
        git_oid_fmt(file.oid.data(), &entry->id);
        list.m_files.push_back(std::move(file));
    }
    const auto before = [](const IndexRow &a, const IndexRow &b) { return a.path < b.path; };
    const auto same = [](const IndexRow &a, const IndexRow &b) { return a.path == b.path; };
    std::stable_sort(list.m_files.begin(), list.m_files.end(), before);
    list.m_files.erase(std::unique(list.m_files.begin(), list.m_files.end(), same), list.m_files.end());
    return list;
}

const IndexRow *IndexList::find(std::string_view path) const
{
    const auto it = std::lower_bound(m_files.begin(), m_files.end(), path,
                                     [](const IndexRow &a, std::string_view b) { return a.path < b; });
    return it != m_files.end() && it->path == path ? &*it : nullptr;
}

bool IndexList::hasBelow(std::string_view folder) const
{
    const std::string prefix = std::string(folder) + "/";
    const auto it = std::lower_bound(m_files.begin(), m_files.end(), prefix,
                                     [](const IndexRow &a, const std::string &b) { return a.path < b; });
    return it != m_files.end() && it->path.starts_with(prefix);
}

} // namespace vouchsafe
