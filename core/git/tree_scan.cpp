#include "core/git/tree_scan.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "core/git/ignore_rules.h"
#include "core/git/secret_files.h"
#include "core/git/user_config.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>

namespace vouchsafe {
namespace {

constexpr std::uint64_t ignoreFileLimit = 1 << 20;

struct CloseDirectory {
    void operator()(DIR *directory) const { ::closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

/// A folder still to be read, with the rules of the folders above it.
struct PendingFolder {
    std::string path;
    std::shared_ptr<const IgnoreRules> rules;
    bool ignored = false; ///< untracked files in it are ignored whatever their names
    bool tracked = false; ///< the index has files below it, or it is the root
};

class Walk {
public:
    Walk(const RootedFolder &root, const Repository &repository, const IndexList &index, bool trustFileMode,
         const SnapshotLimits &limits)
        : m_root(root),
          m_repository(repository),
          m_index(index),
          m_trustFileMode(trustFileMode),
          m_limits(limits)
    {
    }

    Result<TreeScan> run(const std::stop_token &stop)
    {
        m_pending.push_back({{}, outermostRules(), false, true});
        while (!m_pending.empty()) {
            if (stop.stop_requested())
                return fail(ErrorCode::Cancelled, "reading the tree was cancelled");
            PendingFolder folder = std::move(m_pending.back());
            m_pending.pop_back();
            readFolder(folder);
            if (m_scan.files.size() > m_limits.files)
                return fail(ErrorCode::Io, "the tree has more files than can be copied",
                            "the limit is " + std::to_string(m_limits.files),
                            "Ignore generated files in .gitignore.");
        }
        addAbsent();
        std::sort(m_scan.files.begin(), m_scan.files.end(),
                  [](const ScannedFile &a, const ScannedFile &b) { return a.path < b.path; });
        std::sort(m_scan.ignored.begin(), m_scan.ignored.end());
        return std::move(m_scan);
    }

private:
    std::shared_ptr<const IgnoreRules> outermostRules() const
    {
        const auto user = readFile(userGitConfig().excludesFile, ignoreFileLimit).value_or("");
        const auto own = readFile(m_repository.commonDir / "info" / "exclude", ignoreFileLimit).value_or("");
        return std::make_shared<IgnoreRules>(own, "", std::make_shared<IgnoreRules>(user, "", nullptr));
    }

    void leaveOut(const std::string &path, const std::string &reason)
    {
        m_scan.leftOut.push_back(path + ": " + reason);
    }

    void readFolder(PendingFolder &folder)
    {
        Descriptor opened = m_root.openBelow(folder.path, O_RDONLY | O_DIRECTORY);
        if (!opened.valid()) {
            leaveOut(folder.path + "/", std::strerror(errno));
            return;
        }
        const Directory directory(::fdopendir(::fcntl(opened.get(), F_DUPFD_CLOEXEC, 3)));
        if (directory == nullptr) {
            leaveOut(folder.path + "/", std::strerror(errno));
            return;
        }
        std::vector<std::string> names;
        bool repositoryOfItsOwn = false;
        while (const dirent *entry = ::readdir(directory.get())) {
            const std::string name = entry->d_name;
            if (name == "." || name == "..")
                continue;
            if (lowerAscii(name) == ".git")
                repositoryOfItsOwn = true;
            else
                names.push_back(name);
        }
        if (repositoryOfItsOwn && !folder.tracked) {
            leaveOut(folder.path + "/", "a git repository of its own");
            return;
        }
        // git, too, reads no .gitignore through a link.
        PlacedFile patterns;
        if (readPlaced(opened.get(), ".gitignore", ignoreFileLimit, patterns) &&
            S_ISREG(patterns.info.st_mode))
            folder.rules = std::make_shared<IgnoreRules>(patterns.bytes, folder.path, folder.rules);
        const std::string prefix = folder.path.empty() ? "" : folder.path + "/";
        for (const std::string &name : names)
            take(opened.get(), name, prefix + name, folder);
    }

    void take(int opened, const std::string &name, const std::string &path, const PendingFolder &folder)
    {
        struct stat info {};
        if (::fstatat(opened, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
            if (errno != ENOENT)
                leaveOut(path, std::strerror(errno));
            return;
        }
        if (S_ISDIR(info.st_mode))
            takeFolder(path, folder);
        else
            takeFile(path, info, folder);
    }

    void takeFolder(const std::string &path, const PendingFolder &folder)
    {
        if (const IndexRow *indexed = m_index.find(path); indexed != nullptr && isSubmodule(*indexed)) {
            m_scan.files.push_back(
                {path, indexed->mode, true, ScannedFile::Source::Submodule, {}, indexed->oid});
            return;
        }
        const bool tracked = folder.tracked && m_index.hasBelow(path);
        const bool ignored = folder.ignored || folder.rules->ignores(path, true);
        if (ignored && !tracked)
            m_scan.ignored.push_back(path + "/");
        else
            m_pending.push_back({path, folder.rules, ignored, tracked});
    }

    void takeFile(const std::string &path, const struct stat &info, const PendingFolder &folder)
    {
        const IndexRow *indexed = folder.tracked ? m_index.find(path) : nullptr;
        if (indexed != nullptr && isSubmodule(*indexed))
            indexed = nullptr;
        if (indexed == nullptr && (folder.ignored || folder.rules->ignores(path, false))) {
            m_scan.ignored.push_back(path);
            return;
        }
        if (!S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode)) {
            leaveOut(path, S_ISFIFO(info.st_mode)   ? "a FIFO"
                           : S_ISSOCK(info.st_mode) ? "a socket"
                                                    : "a device");
            return;
        }
        if (const std::string reason = secretByName(path); !reason.empty()) {
            leaveOut(path, reason);
            return;
        }
        if (S_ISREG(info.st_mode) && static_cast<std::uint64_t>(info.st_size) > m_limits.fileBytes) {
            leaveOut(path, "larger than " + std::to_string(m_limits.fileBytes) + " bytes");
            return;
        }
        m_scan.files.push_back(
            {path, modeOf(info, indexed), indexed != nullptr, ScannedFile::Source::Disk, stampOf(info), {}});
    }

    unsigned modeOf(const struct stat &info, const IndexRow *indexed) const
    {
        if (S_ISLNK(info.st_mode))
            return 0120000;
        if (!m_trustFileMode && indexed != nullptr && indexed->mode != 0120000)
            return indexed->mode;
        return (info.st_mode & 0100) != 0 ? 0100755 : 0100644;
    }

    /// What is not on disk: submodules that were never checked out, and what a sparse checkout leaves away.
    void addAbsent()
    {
        std::vector<std::string> present;
        present.reserve(m_scan.files.size());
        for (const ScannedFile &file : m_scan.files)
            present.push_back(file.path);
        std::sort(present.begin(), present.end());
        const auto isPresent = [&](const std::string &path) {
            return std::binary_search(present.begin(), present.end(), path);
        };
        const auto isBlocked = [&](const std::string &path) {
            for (std::string above = parentOf(path); !above.empty(); above = parentOf(above))
                if (isPresent(above))
                    return true;
            const auto below = std::lower_bound(present.begin(), present.end(), path + "/");
            return below != present.end() && below->starts_with(path + "/");
        };
        for (const IndexRow &indexed : m_index.files()) {
            if (!indexed.skipWorktree || isPresent(indexed.path) || isBlocked(indexed.path))
                continue;
            if (const std::string reason = secretByName(indexed.path); !reason.empty()) {
                leaveOut(indexed.path, reason);
                continue;
            }
            const auto source =
                isSubmodule(indexed) ? ScannedFile::Source::Submodule : ScannedFile::Source::ObjectStore;
            m_scan.files.push_back({indexed.path, indexed.mode, true, source, {}, indexed.oid});
        }
    }

    static bool isSubmodule(const IndexRow &file) { return file.mode == 0160000; }

    const RootedFolder &m_root;
    const Repository &m_repository;
    const IndexList &m_index;
    bool m_trustFileMode;
    const SnapshotLimits &m_limits;
    std::vector<PendingFolder> m_pending;
    TreeScan m_scan;
};

} // namespace

Result<TreeScan> scanTree(const RootedFolder &root, const Repository &repository, const IndexList &index,
                          bool trustFileMode, const SnapshotLimits &limits, std::stop_token stop)
{
    return Walk(root, repository, index, trustFileMode, limits).run(stop);
}

} // namespace vouchsafe
