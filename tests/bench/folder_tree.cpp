#include "tests/bench/folder_tree.h"

#include "core/base/files.h"
#include "core/base/hash.h"

namespace vouchsafe::bench {
namespace fs = std::filesystem;

Result<FolderTree> FolderTree::load(const fs::path &folder)
{
    FolderTree tree;
    tree.m_id = "folder";
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    if (error)
        return Failure(systemError(error.value(), "cannot read the corpus", folder));
    for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (error)
            return Failure(systemError(error.value(), "cannot read the corpus", folder));
        if (entry->is_directory(error) && entry->path().filename() == ".git") {
            entry.disable_recursion_pending();
            continue;
        }
        if (entry->is_symlink(error) || !entry->is_regular_file(error))
            continue;
        Result<std::string> bytes = readFile(entry->path());
        if (!bytes)
            return Failure(bytes.error());
        tree.m_bytes[entry->path().lexically_relative(folder).string()] = std::move(*bytes);
    }
    for (const auto &[path, bytes] : tree.m_bytes) // in the order that entries() promises
        tree.m_entries.push_back({path, 0100644, blobId(bytes), bytes.size(), true});
    return tree;
}

Result<std::string> FolderTree::read(std::string_view path) const
{
    const auto found = m_bytes.find(path);
    if (found == m_bytes.end())
        return fail(ErrorCode::PathMissing, "no such file in the corpus", std::string(path));
    return found->second;
}

} // namespace vouchsafe::bench
