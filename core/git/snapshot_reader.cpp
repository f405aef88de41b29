#include "core/git/snapshot_reader.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "core/git/file_digest.h"
#include "core/git/index_list.h"
#include "core/git/tree_objects.h"
#include "core/git/tree_writer.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

constexpr std::size_t listed = 10'000;
constexpr std::size_t named = 5;

std::int64_t nowNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Sorted, each once, and no longer than a person or a journal can bear.
void bound(std::vector<std::string> &list)
{
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    if (list.size() <= listed)
        return;
    const std::string rest = "and " + std::to_string(list.size() - listed) + " more";
    list.resize(listed);
    list.push_back(rest);
}

bool isFileModeTrusted(git_repository *handle)
{
    git_config *opened = nullptr;
    if (git_repository_config_snapshot(&opened, handle) != 0)
        return true;
    const GitConfig config(opened);
    int trusted = 1;
    return git_config_get_bool(&trusted, opened, "core.filemode") != 0 || trusted != 0;
}

} // namespace

Result<SnapshotReading> SnapshotReading::read(const Repository &repository,
                                              const std::filesystem::path &stamps,
                                              const SnapshotLimits &limits, const std::stop_token &stop)
{
    auto root = RootedFolder::open(repository.root);
    if (!root)
        return Failure(root.error());
    auto handle =
        openHandle(repository.root, repository.ownerTrusted ? OwnerCheck::DoneByUs : OwnerCheck::ByLibrary);
    if (!handle)
        return Failure(handle.error());
    const auto index = IndexList::read(handle->get());
    if (!index)
        return Failure(index.error());
    SnapshotReading reading(std::move(*root), std::move(*handle));
    auto scan =
        scanTree(reading.m_root, repository, *index, isFileModeTrusted(reading.m_handle.get()), limits, stop);
    if (!scan)
        return Failure(scan.error());
    reading.m_told.notices = repository.notices;
    if (index->odd() > 0)
        reading.m_told.notices.push_back(std::to_string(index->odd()) +
                                         " paths of the index are none that git makes, and were ignored");
    const StatCache known = StatCache::load(stamps);
    StatCache seen;
    if (Status status = reading.readFiles(std::move(*scan), known, seen, limits, stop); !status)
        return Failure(status.error());
    if (!(seen == known))
        if (Status status = seen.save(stamps); !status)
            return Failure(status.error());
    reading.m_id = treeObjects(reading.m_entries).back().oid;
    return reading;
}

Status SnapshotReading::readFiles(TreeScan scan, const StatCache &known, StatCache &seen,
                                  const SnapshotLimits &limits, const std::stop_token &stop)
{
    m_told.ignored = std::move(scan.ignored);
    m_told.leftOut = std::move(scan.leftOut);
    std::vector<std::string> pointers;
    std::uint64_t total = 0;
    for (ScannedFile &file : scan.files) {
        TreeEntry entry{file.path, file.mode, file.oid, 0, file.tracked};
        if (file.source != ScannedFile::Source::Submodule) {
            entry.size = file.stamp.size;
            const auto digest = file.source == ScannedFile::Source::ObjectStore
                                    ? digestStored(file, entry.size)
                                    : this->digest(file, known, seen, stop);
            if (!digest && digest.error().code == ErrorCode::Permission) {
                m_told.leftOut.push_back(file.path + ": cannot be read");
                continue;
            }
            if (!digest && digest.error().code == ErrorCode::PathMissing) {
                m_told.leftOut.push_back(file.path + ": " + digest.error().what);
                continue;
            }
            if (!digest)
                return Failure(digest.error());
            if (!digest->secret.empty()) {
                m_told.leftOut.push_back(file.path + ": " + digest->secret);
                continue;
            }
            entry.oid = digest->oid;
            if (digest->largePointer)
                pointers.push_back(shown(file.path));
        }
        if (file.source == ScannedFile::Source::ObjectStore)
            m_told.sparse.push_back(file.path);
        total += entry.size;
        if (total > limits.treeBytes)
            return fail(ErrorCode::Io, "the tree is larger than can be copied",
                        "the limit is " + std::to_string(limits.treeBytes) + " bytes",
                        "Ignore large generated files in .gitignore.");
        m_entries.push_back(std::move(entry));
        m_files.push_back(std::move(file));
    }
    if (!pointers.empty()) {
        const std::size_t count = pointers.size();
        pointers.resize(std::min(count, named));
        m_told.notices.push_back(std::to_string(count) +
                                 " files are Git LFS pointers without their content (run `git lfs pull` if "
                                 "tests need it): " +
                                 join(pointers, ", ") + (count > named ? ", …" : ""));
    }
    return {};
}

Result<FileDigest> SnapshotReading::digest(const ScannedFile &file, const StatCache &known, StatCache &seen,
                                           const std::stop_token &stop) const
{
    const std::int64_t started = nowNs();
    if (const FileDigest *cached = known.find(file.path, file.stamp)) {
        seen.remember(file.path, file.stamp, *cached, started);
        return *cached;
    }
    const auto changed = fail(ErrorCode::TreeStale, "a file changed while it was read", shown(file.path));
    if (file.mode == 0120000) {
        PlacedFile link;
        const Descriptor parent = m_root.openParent(file.path);
        if (!parent.valid() || !readPlaced(parent.get(), nameOf(file.path), 4096, link) ||
            stampOf(link.info) != file.stamp)
            return changed;
        FileDigest digest = digestBytes(link.bytes, file.path);
        digest.largePointer = false;
        seen.remember(file.path, file.stamp, digest, started);
        return digest;
    }
    const Descriptor opened = m_root.openBelow(file.path, O_RDONLY);
    if (!opened.valid() && (errno == EACCES || errno == EPERM))
        return fail(ErrorCode::Permission, "cannot read a file of the tree", shown(file.path));
    struct stat info {};
    if (!opened.valid() || ::fstat(opened.get(), &info) != 0 || stampOf(info) != file.stamp)
        return changed;
    auto digest = digestFile(opened.get(), file.stamp.size, file.path, stop);
    if (!digest)
        return digest;
    if (::fstat(opened.get(), &info) != 0 || stampOf(info) != file.stamp)
        return changed;
    seen.remember(file.path, file.stamp, *digest, started);
    return digest;
}

Result<FileDigest> SnapshotReading::digestStored(const ScannedFile &file, std::uint64_t &size) const
{
    git_oid id;
    git_blob *found = nullptr;
    if (git_oid_fromstr(&id, file.oid.c_str()) != 0 || git_blob_lookup(&found, m_handle.get(), &id) != 0)
        return fail(ErrorCode::PathMissing, "outside of the sparse checkout, and its content is not here");
    const GitBlob blob(found);
    size = static_cast<std::uint64_t>(git_blob_rawsize(found));
    return digestBytes({static_cast<const char *>(git_blob_rawcontent(found)), size}, file.path);
}

Result<std::uint64_t> SnapshotReading::write(const std::filesystem::path &folder, uid_t uid, gid_t gid,
                                             const std::stop_token &stop) const
{
    auto bytes = writeTree({m_root, m_handle.get(), m_files, m_entries}, folder, stop);
    if (bytes && ::geteuid() != uid)
        if (const Status status = giveTo(folder, uid, gid); !status)
            return Failure(status.error());
    return bytes;
}

Snapshot SnapshotReading::snapshot(std::shared_ptr<const BaseTree> tree) &&
{
    m_told.tree = std::move(tree);
    bound(m_told.ignored);
    bound(m_told.leftOut);
    bound(m_told.sparse);
    return std::move(m_told);
}

} // namespace vouchsafe
