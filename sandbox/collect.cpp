#include "sandbox/collect.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/descriptor.h"
#include "sandbox/folder_walk.h"
#include "sandbox/overlay_marks.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

std::string joined(const std::string &folder, const std::string &name)
{
    return folder.empty() ? name : folder + "/" + name;
}

const char *kindName(mode_t mode)
{
    if (S_ISLNK(mode))
        return "symbolic link";
    if (S_ISSOCK(mode))
        return "socket";
    if (S_ISFIFO(mode))
        return "FIFO";
    return "device";
}

/// Gathers files within the request's limits.
class Harvest {
public:
    explicit Harvest(const CollectRequest &request) : m_request(request) {}

    void regular(const WalkedEntry &found)
    {
        const auto size = static_cast<std::uint64_t>(found.info.st_size);
        if (m_set.files.size() >= m_request.maxFiles)
            return skip(found.path, "more than " + std::to_string(m_request.maxFiles) + " files");
        if (size > m_request.maxBytes - m_bytes)
            return skip(found.path, "over the limit of " + std::to_string(m_request.maxBytes) + " bytes");
        const Descriptor file(
            ::openat(found.folder, found.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat info {};
        if (!file.valid() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode))
            return skip(found.path, "cannot be read");
        CollectedFile collected{found.path, readAll(file.get(), size), 0100644, false};
        if ((info.st_mode & S_IXUSR) != 0)
            collected.mode = 0100755;
        m_bytes += collected.bytes.size();
        m_set.files.push_back(std::move(collected));
    }
    void removed(const std::string &path)
    {
        if (m_set.files.size() >= m_request.maxFiles)
            return skip(path, "more than " + std::to_string(m_request.maxFiles) + " files");
        m_set.files.push_back({path, {}, 0100644, true});
    }
    void skip(const std::string &path, const std::string &reason)
    {
        // What was skipped is counted too, or a million links would fill the memory.
        if (m_set.skipped.size() < m_request.maxFiles)
            m_set.skipped.push_back(shown(path) + ": " + reason);
        else
            ++m_untold;
    }
    FileSet take()
    {
        std::sort(m_set.files.begin(), m_set.files.end(),
                  [](const auto &a, const auto &b) { return a.path < b.path; });
        std::sort(m_set.skipped.begin(), m_set.skipped.end());
        if (m_untold > 0)
            m_set.skipped.push_back("and " + std::to_string(m_untold) + " more");
        return std::move(m_set);
    }

private:
    const CollectRequest &m_request;
    FileSet m_set;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_untold = 0;
};

/// Opens `relative` below `root` part by part; none where a part is missing, a link or no folder.
std::optional<Descriptor> openInside(const fs::path &root, const std::string &relative)
{
    Descriptor folder(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    for (const auto &part : fs::path(relative).lexically_normal()) {
        if (part == ".." || !folder.valid())
            return std::nullopt;
        if (part.empty() || part == ".")
            continue;
        folder =
            Descriptor(::openat(folder.get(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    }
    if (!folder.valid())
        return std::nullopt;
    return folder;
}

bool isGit(const std::string &path)
{
    return path == ".git" || path.starts_with(".git/");
}

bool isBelowOne(const std::string &path, const std::set<std::string> &folders)
{
    return std::any_of(folders.begin(), folders.end(),
                       [&](const std::string &folder) { return path.starts_with(folder + "/"); });
}

/// Files of the lower trees at `path` and below it, as the layers leave them.
std::set<std::string> lowerFiles(const std::vector<fs::path> &lowers, const std::string &path)
{
    std::set<std::string> files;
    const auto drop = [&](const std::string &gone) {
        files.erase(gone);
        const std::string prefix = gone + "/";
        for (auto at = files.lower_bound(prefix); at != files.end() && at->starts_with(prefix);)
            at = files.erase(at);
    };
    for (auto lower = lowers.rbegin(); lower != lowers.rend(); ++lower) {
        FolderWalk walk;
        walk.visit = [&](const WalkedEntry &found) {
            if (isWhiteout(found.info) || (S_ISDIR(found.info.st_mode) && isOpaque(*lower / found.path)))
                drop(found.path);
            else if (!S_ISDIR(found.info.st_mode))
                files.insert(found.path);
            return true;
        };
        struct stat info {};
        const fs::path at = *lower / path;
        if (::lstat(at.c_str(), &info) != 0)
            continue;
        if (isWhiteout(info))
            drop(path);
        else if (!S_ISDIR(info.st_mode))
            files.insert(path);
        else if (const auto folder = openInside(*lower, path))
            walk.below(folder->get(), path);
    }
    return files;
}

/// The same path relative to the folder that was asked for.
std::string relativeTo(const std::string &path, const std::string &folder)
{
    return folder.empty() ? path : path.substr(folder.size() + 1);
}

/// The folder as paths are compared here: no slash at its end, no dots.
std::string normalFolder(const std::string &folder)
{
    std::string normal = fs::path(folder).lexically_normal().string();
    while (normal.ends_with('/'))
        normal.pop_back();
    return normal == "." ? std::string() : normal;
}

/// Whether what the lower trees have at `folder` cannot be seen through the upper one any more.
bool hides(const fs::path &upper, const std::string &folder)
{
    fs::path at = upper;
    for (const auto &part : fs::path(folder)) {
        at /= part;
        struct stat info {};
        if (::lstat(at.c_str(), &info) != 0)
            return false;
        if (!S_ISDIR(info.st_mode) || isOpaque(at))
            return true;
    }
    return false;
}

bool sameAsBelow(const std::vector<fs::path> &lowers, const std::string &path, const std::string &bytes)
{
    for (const fs::path &lower : lowers) {
        struct stat info {};
        if (::lstat((lower / path).c_str(), &info) != 0)
            continue;
        const auto original = readFile(lower / path);
        return S_ISREG(info.st_mode) && original && *original == bytes;
    }
    return false;
}

} // namespace

Result<FileSet> collectFolder(const fs::path &folder, const CollectRequest &request)
{
    Harvest harvest(request);
    const auto root = openInside(folder, "");
    if (!root)
        return Failure(systemError(errno, "cannot read the reports' folder", folder));
    FolderWalk walk;
    walk.visit = [&](const WalkedEntry &found) {
        if (S_ISREG(found.info.st_mode))
            harvest.regular(found);
        else if (!S_ISDIR(found.info.st_mode))
            harvest.skip(found.path, kindName(found.info.st_mode));
        return true;
    };
    walk.leftOut = [&](const std::string &path, const std::string &why) { harvest.skip(path, why); };
    walk.below(root->get(), "");
    return harvest.take();
}

Result<FileSet> collectUpper(const fs::path &upper, const std::vector<fs::path> &lowers,
                             const CollectRequest &request)
{
    const std::string folder = normalFolder(request.folder);
    Harvest harvest(request);
    std::set<std::string> present;
    std::set<std::string> gone;
    if (hides(upper, folder))
        gone = lowerFiles(lowers, folder);
    gone.erase(folder);
    FolderWalk walk;
    walk.visit = [&](const WalkedEntry &found) {
        const std::string whole = joined(folder, found.path);
        if (isGit(whole))
            return true;
        const bool opaque = S_ISDIR(found.info.st_mode) && isOpaque(upper / whole);
        if (opaque || !S_ISDIR(found.info.st_mode))
            gone.merge(lowerFiles(lowers, whole));
        if (isWhiteout(found.info) || S_ISDIR(found.info.st_mode))
            return true;
        present.insert(whole);
        if (S_ISREG(found.info.st_mode))
            harvest.regular(found);
        else
            harvest.skip(found.path, kindName(found.info.st_mode));
        return true;
    };
    walk.leftOut = [&](const std::string &path, const std::string &why) { harvest.skip(path, why); };
    if (const auto root = openInside(upper, folder))
        walk.below(root->get(), "");
    for (const std::string &path : gone) {
        if (!present.contains(path))
            harvest.removed(relativeTo(path, folder));
    }
    return harvest.take();
}

Result<FileSet> collectCopy(const fs::path &root, const std::map<std::string, CopiedStamp> &before,
                            const std::vector<fs::path> &lowers, const CollectRequest &request)
{
    const std::string folder = normalFolder(request.folder);
    Harvest harvest(request);
    std::set<std::string> present;
    FolderWalk walk;
    walk.visit = [&](const WalkedEntry &found) {
        const std::string whole = joined(folder, found.path);
        if (S_ISDIR(found.info.st_mode) || isGit(whole))
            return true;
        present.insert(whole);
        const CopiedStamp now{found.info.st_ino,
                              found.info.st_ctim.tv_sec * 1'000'000'000LL + found.info.st_ctim.tv_nsec};
        const auto was = before.find(whole);
        if (was != before.end() && was->second == now)
            return true;
        if (S_ISREG(found.info.st_mode))
            harvest.regular(found);
        else
            harvest.skip(found.path, kindName(found.info.st_mode));
        return true;
    };
    std::set<std::string> unseen;
    walk.leftOut = [&](const std::string &path, const std::string &why) {
        unseen.insert(joined(folder, path));
        harvest.skip(path, why);
    };
    if (const auto open = openInside(root, folder))
        walk.below(open->get(), "");
    for (const auto &[path, stamp] : before) {
        const bool asked = folder.empty() || path.starts_with(folder + "/");
        if (asked && !isGit(path) && !present.contains(path) && !isBelowOne(path, unseen))
            harvest.removed(relativeTo(path, folder));
    }
    FileSet set = harvest.take();
    std::erase_if(set.files, [&](const CollectedFile &file) {
        return !file.deleted && sameAsBelow(lowers, joined(folder, file.path), file.bytes);
    });
    return set;
}

Status markRemoved(const fs::path &root, const std::map<std::string, CopiedStamp> &before)
{
    for (const auto &[path, stamp] : before) {
        fs::path at = root;
        struct stat info {};
        bool missing = false;
        // The first part that is not there stands for all below it.
        for (const auto &part : fs::path(path)) {
            at /= part;
            missing = ::lstat(at.c_str(), &info) != 0 && errno == ENOENT;
            if (missing || !S_ISDIR(info.st_mode))
                break;
        }
        if (missing && ::mknod(at.c_str(), S_IFCHR, makedev(0, 0)) != 0)
            return Failure(systemError(errno, "cannot mark a removed file in a layer", at));
    }
    return {};
}

DiskUse diskUse(const std::vector<fs::path> &folders, const DiskUse &enough)
{
    DiskUse use;
    FolderWalk walk;
    walk.named = false; // or what lies deepest would count for nothing
    walk.visit = [&](const WalkedEntry &found) {
        use.bytes += static_cast<std::uint64_t>(found.info.st_blocks) * 512;
        ++use.files;
        return use.bytes <= enough.bytes && use.files <= enough.files;
    };
    for (const fs::path &folder : folders) {
        const auto root = openInside(folder, "");
        if (root && !walk.below(root->get(), ""))
            break;
    }
    return use;
}

} // namespace vouchsafe
