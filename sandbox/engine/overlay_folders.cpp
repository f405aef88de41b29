#include "sandbox/engine/overlay_folders.h"

#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/descriptor.h"
#include "sandbox/lay_files.h"
#include "sandbox/overlay_marks.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

std::optional<struct stat> entryAt(const fs::path &path)
{
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0)
        return std::nullopt;
    return info;
}

Failure inTheWay(const std::string &path)
{
    return fail(ErrorCode::PatchLink, "a link or a file is in the way of a mount in the workspace",
                shown(path));
}

} // namespace

Status makeScratchFolder(int parent, const std::string &name, mode_t mode)
{
    if (::mkdirat(parent, name.c_str(), mode) != 0 && errno != EEXIST)
        return Failure(systemError(errno, "cannot make a workspace folder", name));
    // mkdir obeys the umask, a workspace must not.
    ::fchmodat(parent, name.c_str(), mode, 0);
    return {};
}

mode_t folderMode(const fs::path &folder)
{
    struct stat info {};
    return ::stat(folder.c_str(), &info) == 0 ? (info.st_mode & 0777) | 0700 : 0755;
}

Result<std::vector<std::string>> overlayFolders(int scratch, const std::string &at, mode_t mode,
                                                const std::vector<fs::path> &lowers)
{
    if (!at.empty()) {
        if (Status made = makeScratchFolder(scratch, at.substr(0, at.size() - 1), 0700); !made)
            return Failure(made.error());
    }
    for (const char *name : {"upper", "work"}) {
        if (Status made = makeScratchFolder(scratch, at + name, mode); !made)
            return Failure(made.error());
    }
    std::vector<std::string> links;
    for (const fs::path &lower : lowers) {
        links.push_back(at + "l" + std::to_string(links.size()));
        if (::symlinkat(fs::absolute(lower).c_str(), scratch, links.back().c_str()) != 0)
            return Failure(systemError(errno, "cannot make a workspace folder", links.back()));
    }
    return links;
}

Status renewWork(int scratch, const std::string &at)
{
    const std::string used = at + "used-" + newNonce(4);
    if (::renameat(scratch, (at + "work").c_str(), scratch, used.c_str()) != 0)
        return Failure(systemError(errno, "cannot renew a workspace folder", at + "work"));
    return makeScratchFolder(scratch, at + "work", 0700);
}

Result<std::vector<fs::path>> lowersWith(const std::vector<fs::path> &lowers, const std::string &path)
{
    std::vector<fs::path> with;
    for (const fs::path &lower : lowers) {
        fs::path at = lower;
        bool hidesLower = false;
        bool here = true;
        const fs::path parts(path);
        for (auto part = parts.begin(); part != parts.end() && here; ++part) {
            at /= *part;
            const auto info = entryAt(at);
            const bool last = std::next(part) == parts.end();
            here = info && !isWhiteout(*info);
            if (here && S_ISLNK(info->st_mode))
                return inTheWay(path);
            // A file or a whiteout hides what is below, an opaque folder too.
            hidesLower = hidesLower || (info && (!S_ISDIR(info->st_mode) || isOpaque(at)));
            here = here && (last || S_ISDIR(info->st_mode));
        }
        if (here)
            with.push_back(lower);
        if (hidesLower)
            break;
    }
    return with;
}

Status overlayFolder(const fs::path &upper, const std::vector<fs::path> &lowers, const std::string &path,
                     bool make)
{
    fs::path at = upper;
    std::string way;
    for (const auto &part : fs::path(path)) {
        at /= part;
        way += (way.empty() ? "" : "/") + part.string();
        if (const auto info = entryAt(at)) {
            // It was removed by a run; whoever mounts there makes it anew through the overlay.
            if (isWhiteout(*info))
                return {};
            if (!S_ISDIR(info->st_mode))
                return inTheWay(way);
            continue;
        }
        auto below = lowersWith(lowers, way);
        if (!below)
            return Failure(below.error());
        if (!below->empty() && !fs::is_directory(fs::symlink_status(below->front() / way)))
            return inTheWay(way);
        if (!make)
            continue;
        const mode_t mode = below->empty() ? 0755 : folderMode(below->front() / way);
        if (::mkdir(at.c_str(), mode) != 0)
            return Failure(systemError(errno, "cannot make a folder of the workspace", at));
        ::chmod(at.c_str(), mode);
    }
    return {};
}

Status layUpper(const fs::path &upper, const std::vector<fs::path> &lowers,
                const std::vector<WorkspaceFile> &files)
{
    const Descriptor root(::open(upper.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    for (const WorkspaceFile &file : files) {
        if (Status made = overlayFolder(upper, lowers, fs::path(file.path).parent_path().string(), true);
            !made)
            return made;
        if (!file.remove) {
            if (Status laid = layFiles(root.get(), {file}); !laid)
                return laid;
        } else if (::mknodat(root.get(), file.path.c_str(), S_IFCHR, makedev(0, 0)) != 0) {
            return Failure(systemError(errno, "cannot remove a file of the workspace", file.path));
        }
    }
    return {};
}

Status copyEntry(const fs::path &from, const fs::path &to, const Identity &identity, TreeCopy &copy)
{
    const auto info = entryAt(from);
    if (info && S_ISDIR(info->st_mode))
        return copyTree(from, to, identity, copy);
    const auto bytes = readFile(from);
    if (!bytes)
        return Failure(bytes.error());
    const AsIdentity rights(identity);
    const Descriptor parent(
        ::open(to.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    return layFiles(parent.get(), {{to.filename().string(), *bytes,
                                    info && (info->st_mode & 0111) != 0 ? 0100755U : 0100644U}});
}

} // namespace vouchsafe
