#pragma once
// A base tree that stands in a folder of the disk, as the tree cache would hold it.

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/ports/base_tree.h"

#include <algorithm>
#include <filesystem>

namespace vouchsafe::test {

class DiskTree final : public BaseTree {
public:
    explicit DiskTree(std::filesystem::path folder) : m_folder(std::move(folder))
    {
        for (const auto &entry : std::filesystem::recursive_directory_iterator(m_folder)) {
            if (!entry.is_regular_file())
                continue;
            const std::string path = entry.path().lexically_relative(m_folder).string();
            const std::string bytes = readFile(entry.path()).value_or(std::string());
            m_entries.push_back({path, 0100644, blobId(bytes), bytes.size(), true});
        }
        std::sort(m_entries.begin(), m_entries.end(),
                  [](const TreeEntry &a, const TreeEntry &b) { return a.path < b.path; });
        std::string all;
        for (const TreeEntry &entry : m_entries)
            all += entry.path + entry.oid;
        m_id = sha256(all);
    }
    const std::string &id() const override { return m_id; }
    const std::vector<TreeEntry> &entries() const override { return m_entries; }
    Result<std::string> read(std::string_view path) const override
    {
        if (findEntry(*this, path) == nullptr)
            return fail(ErrorCode::PathMissing, "no such file in the tree", std::string(path));
        return readFile(m_folder / path);
    }
    std::filesystem::path folder() const override { return m_folder; }

private:
    std::filesystem::path m_folder;
    std::string m_id;
    std::vector<TreeEntry> m_entries;
};

} // namespace vouchsafe::test
