#include "tests/support/fake_tree.h"

#include "core/base/hash.h"

#include <algorithm>

namespace vouchsafe::test {

void FakeTree::add(const std::string &path, const std::string &bytes, unsigned mode)
{
    const bool submodule = mode == 0160000;
    TreeEntry entry{path, mode, submodule ? bytes : blobId(bytes), submodule ? 0 : bytes.size(), true};
    const auto at = std::lower_bound(m_entries.begin(), m_entries.end(), entry,
                                     [](const TreeEntry &a, const TreeEntry &b) { return a.path < b.path; });
    if (at != m_entries.end() && at->path == path)
        *at = entry;
    else
        m_entries.insert(at, entry);
    m_bytes[path] = bytes;
}

Result<std::string> FakeTree::read(std::string_view path) const
{
    const auto it = m_bytes.find(path);
    if (it == m_bytes.end())
        return fail(ErrorCode::PathMissing, "no such file in the tree", std::string(path));
    return it->second;
}

} // namespace vouchsafe::test
