#include "tests/core/verify/live_tree.h"

#include "core/base/ids.h"

#include <QtGlobal>

#include <fstream>

namespace vouchsafe::test {

LiveTree::LiveTree(const Files &files, const Identity &identity)
    : m_tree(files), m_id(newNonce(20)), m_folder(identity.cache / ("verify-test-" + m_id))
{
    for (const auto &[path, bytes] : files) {
        std::filesystem::create_directories((m_folder / path).parent_path());
        std::ofstream(m_folder / path, std::ios::binary) << bytes;
    }
    if (const Status handed = handOver(m_folder, identity); !handed)
        qFatal("%s", fourLines(handed.error()).c_str());
}

LiveTree::~LiveTree()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

Patch patchOf(const Files &before, const Files &after)
{
    Patch patch;
    patch.origin = "test";
    for (const auto &[path, bytes] : after) {
        FileChange change;
        change.path = path;
        change.after = bytes;
        if (const auto it = before.find(path); it != before.end()) {
            change.before = it->second;
            change.kind = bytes.empty() ? ChangeKind::Delete : ChangeKind::Modify;
        } else {
            change.kind = ChangeKind::Create;
        }
        patch.files.push_back(change);
    }
    return patch;
}

} // namespace vouchsafe::test
