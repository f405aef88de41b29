#pragma once
// The files of a folder as a base tree in memory, for the index.

#include "core/ports/base_tree.h"

#include <filesystem>
#include <map>

namespace vouchsafe::bench {

/// Regular files below the folder, `.git` left out.
class FolderTree final : public BaseTree {
public:
    static Result<FolderTree> load(const std::filesystem::path &folder);

    const std::string &id() const override { return m_id; }
    const std::vector<TreeEntry> &entries() const override { return m_entries; }
    Result<std::string> read(std::string_view path) const override;
    std::filesystem::path folder() const override { return {}; }

private:
    std::string m_id;
    std::vector<TreeEntry> m_entries;
    std::map<std::string, std::string, std::less<>> m_bytes;
};

} // namespace vouchsafe::bench
