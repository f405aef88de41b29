#pragma once
// A small base tree on disk that a real sandbox can use, and patches made of whole files.

#include "core/model/patch.h"
#include "sandbox/identity.h"
#include "tests/support/fake_tree.h"

#include <filesystem>
#include <map>
#include <string>

namespace vouchsafe::test {

using Files = std::map<std::string, std::string>;

/// Stands in the cache of the sandbox's identity, belongs to it, and goes with this object.
class LiveTree final : public BaseTree {
public:
    LiveTree(const Files &files, const Identity &identity);
    ~LiveTree() override;

    const std::string &id() const override { return m_id; }
    const std::vector<TreeEntry> &entries() const override { return m_tree.entries(); }
    Result<std::string> read(std::string_view path) const override { return m_tree.read(path); }
    std::filesystem::path folder() const override { return m_folder; }

private:
    FakeTree m_tree;
    std::string m_id;
    std::filesystem::path m_folder;
};

/// The change from `before` to `before` overlaid with `after`; an empty text removes the file.
Patch patchOf(const Files &before, const Files &after);

} // namespace vouchsafe::test
