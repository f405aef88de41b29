#pragma once
// One tree of the cache as a BaseTree, and the list of entries that is kept beside it.

#include "core/base/descriptor.h"
#include "core/git/rooted_folder.h"
#include "core/ports/base_tree.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vouchsafe {

/// What `entries/<id>` holds: a first line with the version, `boot` and `bytes` lines, records of
/// `mode oid size tracked path NUL`, and a last line that counts them.
struct EntryList {
    std::vector<TreeEntry> entries;
    std::uint64_t bytes = 0; ///< on disk, the repository's pack included
    std::string boot;        ///< the system's boot when the tree was written or last verified

    bool operator==(const EntryList &) const = default;
};

/// Changes with every start of the system. Nothing in the cache is synced, so after a power cut a tree may be
/// damaged: one from an earlier boot is verified before it is used.
std::string currentBoot();

Result<EntryList> readEntryList(const std::filesystem::path &file);
/// Replaces the file as a whole, unsynced.
Status writeEntryList(const std::filesystem::path &file, const EntryList &list);

/// Holds a shared lock, so that the folder stays while this lives.
class StoredTree final : public BaseTree {
public:
    StoredTree(std::string id, std::vector<TreeEntry> entries, RootedFolder folder, Descriptor lock)
        : m_id(std::move(id)),
          m_entries(std::move(entries)),
          m_folder(std::move(folder)),
          m_lock(std::move(lock))
    {
    }

    const std::string &id() const override { return m_id; }
    const std::vector<TreeEntry> &entries() const override { return m_entries; }
    /// Checked against the entry's id: ErrorCode::Io when the cached file is not what it was.
    Result<std::string> read(std::string_view path) const override;
    std::filesystem::path folder() const override { return m_folder.path(); }

private:
    std::string m_id;
    std::vector<TreeEntry> m_entries;
    RootedFolder m_folder;
    Descriptor m_lock;
};

/// Whether every file of the folder is what its entry says and the repository's pack is whole.
bool isIntact(const std::filesystem::path &folder, const EntryList &list);

} // namespace vouchsafe
