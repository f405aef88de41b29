#include "sandbox/collect.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/descriptor.h"
#include "sandbox/overlay_marks.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr int deepest = 128;

std::string joined(const std::string &folder, const std::string &name)
{
    return folder.empty() ? name : folder + "/" + name;
}

/// What a walk hands out: `folder` is the open parent, `path` is relative to where the walk began.
struct Found {
    int folder;
    const char *name;
    const std::string &path;
    const struct stat &info;
};

/// Visits everything below an open folder, parents first, never through links. `visit` says whether to go on;
/// `tooDeep` is told what was left out.
class Walk {
public:
    std::function<bool(const Found &)> visit;
    std::function<void(const std::string &)> tooDeep = [](const std::string &) {};

    bool below(int folder, const std::string &path, int depth = 0) const
    {
        const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (copy < 0)
            return true;
        const std::unique_ptr<DIR, int (*)(DIR *)> stream(::fdopendir(copy), &::closedir);
        while (const dirent *entry = stream ? ::readdir(stream.get()) : nullptr) {
            const std::string name = entry->d_name;
            if (name == "." || name == "..")
                continue;
            if (!one(folder, name, joined(path, name), depth))
                return false;
        }
        return true;
    }

private:
    bool one(int folder, const std::string &name, const std::string &path, int depth) const
    {
        struct stat info {};
        if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
            return true;
        if (!visit({folder, name.c_str(), path, info}))
            return false;
        if (!S_ISDIR(info.st_mode))
            return true;
        if (depth >= deepest) {
            tooDeep(path);
            return true;
        }
        const Descriptor inner(
            ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        return !inner.valid() || below(inner.get(), path, depth + 1);
    }
};

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

    void regular(const Found &found)
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
    }
    FileSet take()
    {
        std::sort(m_set.files.begin(), m_set.files.end(),
                  [](const auto &a, const auto &b) { return a.path < b.path; });
        std::sort(m_set.skipped.begin(), m_set.skipped.end());
        return std::move(m_set);
    }

private:
    const CollectRequest &m_request;
    FileSet m_set;
    std::uint64_t m_bytes = 0;
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
        Walk walk;
        walk.visit = [&](const Found &found) {
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
    Walk walk;
    walk.visit = [&](const Found &found) {
        if (S_ISREG(found.info.st_mode))
            harvest.regular(found);
        else if (!S_ISDIR(found.info.st_mode))
            harvest.skip(found.path, kindName(found.info.st_mode));
        return true;
    };
    walk.tooDeep = [&](const std::string &path) { harvest.skip(path, "too deep"); };
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
    Walk walk;
    walk.visit = [&](const Found &found) {
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
    walk.tooDeep = [&](const std::string &path) { harvest.skip(path, "too deep"); };
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
    Walk walk;
    walk.visit = [&](const Found &found) {
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
    walk.tooDeep = [&](const std::string &path) { harvest.skip(path, "too deep"); };
    if (const auto open = openInside(root, folder))
        walk.below(open->get(), "");
    for (const auto &[path, stamp] : before) {
        const bool asked = folder.empty() || path.starts_with(folder + "/");
        if (asked && !isGit(path) && !present.contains(path))
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
    Walk walk;
    walk.visit = [&](const Found &found) {
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
