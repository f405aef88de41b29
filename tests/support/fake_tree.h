#pragma once
// A base tree in memory.

#include "core/ports/base_tree.h"

#include <map>

namespace vouchsafe::test {

class FakeTree final : public BaseTree {
public:
    FakeTree() = default;
    explicit FakeTree(const std::map<std::string, std::string> &files)
    {
        for (const auto &[path, bytes] : files)
            add(path, bytes);
    }
    void add(const std::string &path, const std::string &bytes, unsigned mode = 0100644);

    const std::string &id() const override { return m_id; }
    const std::vector<TreeEntry> &entries() const override { return m_entries; }
    Result<std::string> read(std::string_view path) const override;
    std::filesystem::path folder() const override { return {}; }

private:
    std::string m_id = "fake";
    std::vector<TreeEntry> m_entries;
    std::map<std::string, std::string, std::less<>> m_bytes;
};

} // namespace vouchsafe::test
