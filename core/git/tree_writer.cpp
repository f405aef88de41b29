#include "core/git/tree_writer.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/git/file_digest.h"
#include "core/git/object_hash.h"
#include "core/git/pack_writer.h"
#include "core/git/tree_objects.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unordered_set>

namespace vouchsafe {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view repositoryConfig = "[core]\n"
                                              "\trepositoryformatversion = 0\n"
                                              "\tfilemode = true\n"
                                              "\tbare = false\n"
                                              "\tlogallrefupdates = false\n"
                                              "\tcheckStat = minimal\n"
                                              "\ttrustctime = false\n"
                                              "\tautocrlf = false\n"
                                              "[gc]\n"
                                              "\tauto = 0\n";
constexpr std::string_view rawAttributes = "* -text -filter -ident -working-tree-encoding\n";
// The same tree must give the same commit on every machine: 2000-01-01.
constexpr std::string_view identity = "Vouchsafe <vouchsafe@localhost> 946684800 +0000";

class Writer {
public:
    Writer(const TreeSource &source, fs::path folder, const std::stop_token &stop)
        : m_source(source), m_folder(std::move(folder)), m_stop(stop)
    {
    }

    Result<std::uint64_t> run()
    {
        const std::vector<TreeObject> trees = treeObjects(m_source.entries);
        std::unordered_set<std::string_view> blobs;
        for (const TreeEntry &entry : m_source.entries)
            if (entry.mode != 0160000)
                blobs.insert(entry.oid);
        if (Status status = makeRepository(); !status)
            return Failure(status.error());
        auto pack =
            PackWriter::begin(m_folder / ".git" / "objects" / "pack", blobs.size() + trees.size() + 1);
        if (!pack)
            return Failure(pack.error());
        m_pack = std::move(*pack);
        for (std::size_t at = 0; at < m_source.files.size(); ++at)
            if (Status status = place(m_source.files[at], m_source.entries[at]); !status)
                return Failure(status.error());
        for (const TreeObject &tree : trees)
            if (Status status = m_pack->object(PackWriter::Kind::Tree, tree.bytes); !status)
                return Failure(status.error());
        if (Status status = writeCommit(trees.back().oid); !status)
            return Failure(status.error());
        if (Status status = m_pack->finish(); !status)
            return Failure(status.error());
        if (Status status = writeIndex(); !status)
            return Failure(status.error());
        return m_bytes + m_pack->bytes();
    }

private:
    Status putFile(const fs::path &relative, std::string_view bytes)
    {
        const fs::path path = m_folder / relative;
        const Descriptor out(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
        if (!out.valid() || !writeAll(out.get(), bytes))
            return Failure(systemError(errno, "cannot write to the tree cache", path));
        return {};
    }

    Status makeFolder(const fs::path &path)
    {
        if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST)
            return Failure(systemError(errno, "cannot make a folder in the tree cache", path));
        // The umask of a shared account must not keep the sandbox's user out.
        ::chmod(path.c_str(), 0755);
        return {};
    }

    Status makeRepository()
    {
        for (const char *name : {".git", ".git/objects", ".git/objects/pack", ".git/objects/info",
                                 ".git/refs", ".git/refs/heads", ".git/refs/tags", ".git/info"})
            if (Status status = makeFolder(m_folder / name); !status)
                return status;
        for (const auto &[name, text] : std::initializer_list<std::pair<const char *, std::string_view>>{
                 {".git/HEAD", "ref: refs/heads/main\n"},
                 {".git/config", repositoryConfig},
                 {".git/info/attributes", rawAttributes}})
            if (Status status = putFile(name, text); !status)
                return status;
        return {};
    }

    Status makeParents(const std::string &path)
    {
        const std::string parent = parentOf(path);
        if (parent.empty() || !m_folders.insert(parent).second)
            return {};
        if (Status status = makeParents(parent); !status)
            return status;
        return makeFolder(m_folder / parent);
    }

    Status place(const ScannedFile &file, const TreeEntry &entry)
    {
        if (Status status = makeParents(file.path); !status)
            return status;
        if (file.source == ScannedFile::Source::Submodule)
            return makeFolder(m_folder / file.path);
        m_bytes += entry.size;
        if (file.source == ScannedFile::Source::ObjectStore)
            return placeStored(file, entry);
        return entry.mode == 0120000 ? placeLink(file, entry) : placeFile(file, entry);
    }

    Status placeLink(const ScannedFile &file, const TreeEntry &entry)
    {
        PlacedFile link;
        const Descriptor parent = m_source.root.openParent(file.path);
        if (!parent.valid() || !readPlaced(parent.get(), nameOf(file.path), 4096, link) ||
            blobId(link.bytes) != entry.oid)
            return changed(file.path);
        return placeBytes(file, entry, link.bytes);
    }

    Status placeStored(const ScannedFile &file, const TreeEntry &entry)
    {
        git_oid id;
        git_blob *found = nullptr;
        if (git_oid_fromstr(&id, entry.oid.c_str()) != 0 ||
            git_blob_lookup(&found, m_source.repository, &id) != 0)
            return gitFailure(ErrorCode::RepositoryBroken, "an object cannot be read", file.path);
        const GitBlob blob(found);
        return placeBytes(file, entry,
                          {static_cast<const char *>(git_blob_rawcontent(found)),
                           static_cast<std::size_t>(git_blob_rawsize(found))});
    }

    /// Links, and files that come from the object store.
    Status placeBytes(const ScannedFile &file, const TreeEntry &entry, std::string_view bytes)
    {
        const fs::path target = m_folder / file.path;
        if (entry.mode == 0120000) {
            if (::symlink(std::string(bytes).c_str(), target.c_str()) != 0)
                return Failure(systemError(errno, "cannot write to the tree cache", target));
        } else {
            if (Status status = putFile(file.path, bytes); !status)
                return status;
            ::chmod(target.c_str(), entry.mode & 0777);
        }
        if (file.source == ScannedFile::Source::Disk)
            keepTime(target, file.stamp);
        if (!m_packed.insert(entry.oid).second)
            return {};
        return m_pack->object(PackWriter::Kind::Blob, bytes);
    }

    Status placeFile(const ScannedFile &file, const TreeEntry &entry)
    {
        const Descriptor in = m_source.root.openBelow(file.path, O_RDONLY);
        struct stat info {};
        if (!in.valid() || ::fstat(in.get(), &info) != 0 || !S_ISREG(info.st_mode))
            return changed(file.path);
        const fs::path target = m_folder / file.path;
        const Descriptor out(::open(target.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (!out.valid())
            return Failure(systemError(errno, "cannot write to the tree cache", target));
        const bool cloned = ::ioctl(out.get(), FICLONE, in.get()) == 0;
        const bool pack = m_packed.insert(entry.oid).second;
        if (pack)
            m_pack->beginObject(PackWriter::Kind::Blob, entry.size);
        const auto sink = [&](std::string_view bytes) -> Status {
            if (!cloned && !writeAll(out.get(), bytes))
                return Failure(systemError(errno, "cannot write to the tree cache", target));
            return pack ? m_pack->add(bytes) : Status();
        };
        const auto digest = digestFile(cloned ? out.get() : in.get(), entry.size, file.path, m_stop, sink);
        if (!digest)
            return Failure(digest.error());
        if (digest->oid != entry.oid)
            return changed(file.path);
        if (pack)
            if (Status status = m_pack->endObject(); !status)
                return status;
        if (::fchmod(out.get(), entry.mode & 0777) != 0)
            return Failure(systemError(errno, "cannot write to the tree cache", target));
        keepTime(target, file.stamp);
        return {};
    }

    static void keepTime(const fs::path &target, const FileStamp &stamp)
    {
        constexpr std::int64_t second = 1'000'000'000;
        struct timespec at {};
        at.tv_sec = stamp.mtimeNs / second;
        at.tv_nsec = stamp.mtimeNs % second;
        if (at.tv_nsec < 0) {
            at.tv_nsec += second;
            --at.tv_sec;
        }
        const struct timespec times[2] = {at, at};
        ::utimensat(AT_FDCWD, target.c_str(), times, AT_SYMLINK_NOFOLLOW);
    }

    Status writeCommit(const std::string &tree)
    {
        const std::string text = "tree " + tree + "\nauthor " + std::string(identity) + "\ncommitter " +
                                 std::string(identity) + "\n\nBase tree\n";
        ObjectHash hash("commit", text.size());
        hash.add(text);
        if (Status status = m_pack->object(PackWriter::Kind::Commit, text); !status)
            return status;
        return putFile(".git/refs/heads/main", hash.hexadecimal() + "\n");
    }

    Status writeIndex()
    {
        const fs::path path = m_folder / ".git" / "index";
        git_index *made = nullptr;
        if (git_index_open(&made, path.c_str()) != 0)
            return gitFailure(ErrorCode::Io, "cannot write the copy's index", path);
        const GitIndex index(made);
        for (const TreeEntry &entry : m_source.entries) {
            git_index_entry record{};
            struct stat info {};
            ::lstat((m_folder / entry.path).c_str(), &info);
            record.mode = entry.mode;
            record.path = entry.path.c_str();
            git_oid_fromstr(&record.id, entry.oid.c_str());
            if (entry.mode != 0160000) {
                record.ctime = {static_cast<std::int32_t>(info.st_ctim.tv_sec),
                                static_cast<std::uint32_t>(info.st_ctim.tv_nsec)};
                record.mtime = {static_cast<std::int32_t>(info.st_mtim.tv_sec),
                                static_cast<std::uint32_t>(info.st_mtim.tv_nsec)};
                record.dev = static_cast<std::uint32_t>(info.st_dev);
                record.ino = static_cast<std::uint32_t>(info.st_ino);
                record.file_size = static_cast<std::uint32_t>(info.st_size);
            }
            if (git_index_add(made, &record) != 0)
                return gitFailure(ErrorCode::Io, "cannot write the copy's index", entry.path);
        }
        if (git_index_write(made) != 0)
            return gitFailure(ErrorCode::Io, "cannot write the copy's index", path);
        ::chmod(path.c_str(), 0644);
        return {};
    }

    static Failure changed(const std::string &path)
    {
        return fail(ErrorCode::TreeStale, "a file changed while it was copied", shown(path));
    }

    const TreeSource &m_source;
    fs::path m_folder;
    const std::stop_token &m_stop;
    std::unique_ptr<PackWriter> m_pack;
    std::unordered_set<std::string> m_folders;
    std::unordered_set<std::string> m_packed;
    std::uint64_t m_bytes = 0;
};

} // namespace

Result<std::uint64_t> writeTree(const TreeSource &source, const fs::path &folder, std::stop_token stop)
{
    return Writer(source, folder, stop).run();
}

Status giveTo(const fs::path &folder, uid_t uid, gid_t gid)
{
    std::error_code failed;
    if (::lchown(folder.c_str(), uid, gid) != 0)
        return Failure(systemError(errno, "cannot give the stored tree to its user", folder));
    for (auto at = fs::recursive_directory_iterator(folder, failed);
         !failed && at != fs::recursive_directory_iterator(); at.increment(failed))
        if (::lchown(at->path().c_str(), uid, gid) != 0)
            return Failure(systemError(errno, "cannot give the stored tree to its user", at->path()));
    if (failed)
        return Failure(systemError(failed.value(), "cannot give the stored tree to its user", folder));
    return {};
}

} // namespace vouchsafe
