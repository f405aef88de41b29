#include "core/git/apply_preflight.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <set>
#include <sys/ioctl.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

using Kind = ApplyOperation::Kind;
constexpr unsigned linkMode = 0120000;

Status checkPath(const std::string &path)
{
    if (isPlainPath(path))
        return {};
    for (const std::string &part : split(path, '/'))
        if (lowerAscii(part) == ".git")
            return fail(ErrorCode::PatchGitDir, "the patch writes into git's own data", shown(path));
    return fail(ErrorCode::PatchOutside, "a path of the patch leaves the repository", shown(path));
}

/// Where a relative link leads, read as text: nothing is followed.
bool staysInside(const std::string &path, const std::string &target)
{
    if (target.empty() || target.front() == '/')
        return false;
    const auto place = (std::filesystem::path(parentOf(path)) / target).lexically_normal();
    return place.begin() != place.end() && *place.begin() != "..";
}

Status checkModes(const FileChange &change)
{
    if (change.modeBefore == 0160000 || change.modeAfter == 0160000)
        return fail(ErrorCode::PatchGitlink, "the patch changes a submodule", shown(change.path));
    const bool fresh = change.kind == ChangeKind::Create;
    const bool gone = change.kind == ChangeKind::Delete;
    for (const unsigned mode :
         {fresh ? change.modeAfter : change.modeBefore, gone ? change.modeBefore : change.modeAfter})
        if (mode != 0100644 && mode != 0100755 && mode != linkMode)
            return fail(ErrorCode::PatchMode, "the patch sets a file mode other than 644 or 755",
                        shown(change.path));
    if (!fresh && !gone && (change.modeBefore == linkMode) != (change.modeAfter == linkMode))
        return fail(ErrorCode::PatchMode, "the patch turns a file into a link or a link into a file",
                    shown(change.path), "Remove the one and create the other in two patches.");
    if (!gone && change.modeAfter == linkMode && !staysInside(change.path, change.after))
        return fail(ErrorCode::PatchLink, "the patch makes a link that leaves the repository",
                    shown(change.path) + " to " + shown(change.after));
    return {};
}

/// The permissions on disk stay, save for the executable bits where the patch changes them.
unsigned modeAfter(const FileChange &change, unsigned onDisk)
{
    if (change.modeBefore == change.modeAfter || change.modeAfter == linkMode)
        return onDisk;
    if (change.modeAfter == 0100755)
        return onDisk | ((onDisk & 0444U) >> 2U);
    return onDisk & ~0111U;
}

bool isMarkedReadOnly(int fd)
{
    int flags = 0;
    return ::ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0 && (flags & (FS_IMMUTABLE_FL | FS_APPEND_FL)) != 0;
}

Failure readOnly(const std::string &path, const std::string &why)
{
    return fail(ErrorCode::Permission, "a file cannot be changed, so nothing was written",
                shown(path) + ": " + why);
}

/// The nearest folder above the path that exists.
Descriptor nearestFolder(const RootedFolder &root, const std::string &path)
{
    std::string folder = parentOf(path);
    Descriptor opened = root.openBelow(folder, O_RDONLY | O_DIRECTORY);
    while (!opened.valid() && errno == ENOENT && !folder.empty()) {
        folder = parentOf(folder);
        opened = root.openBelow(folder, O_RDONLY | O_DIRECTORY);
    }
    return opened;
}

Status checkNoClash(const std::vector<ApplyOperation> &operations)
{
    std::set<std::string> paths;
    for (const ApplyOperation &operation : operations)
        if (!paths.insert(operation.path).second)
            return fail(ErrorCode::PatchContradiction, "the patch changes a path twice",
                        shown(operation.path));
    for (const std::string &path : paths)
        for (std::string above = parentOf(path); !above.empty(); above = parentOf(above))
            if (paths.count(above) != 0)
                return fail(ErrorCode::PatchContradiction, "the patch has a file and a folder of one name",
                            shown(above) + " and " + shown(path));
    return {};
}

} // namespace

Result<TargetLook> lookAt(const RootedFolder &root, const std::string &path, std::uint64_t limit)
{
    if (const Status status = checkPath(path); !status)
        return Failure(status.error());
    TargetLook look;
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
        const std::string folder = path.substr(0, slash);
        const Descriptor opened = root.openBelow(folder, O_RDONLY | O_DIRECTORY);
        if (!opened.valid() && errno == ENOENT)
            return look;
        if (!opened.valid() && errno == ENOTDIR) {
            PlacedFile found;
            const Descriptor above = root.openParent(folder);
            if (above.valid() && readPlaced(above.get(), nameOf(folder), 4096, found) &&
                S_ISLNK(found.info.st_mode))
                errno = ELOOP;
            else
                return fail(ErrorCode::PatchExists, "a file is where the patch needs a folder",
                            shown(folder));
        }
        if (!opened.valid() && errno == ELOOP)
            return fail(ErrorCode::PatchLink, "a path of the patch goes through a symbolic link",
                        shown(folder));
        if (!opened.valid())
            return Failure(systemError(errno, "cannot open a folder of the repository", folder));
        if (::faccessat(opened.get(), ".git", F_OK, AT_SYMLINK_NOFOLLOW) == 0)
            return fail(ErrorCode::PatchGitlink, shown(folder) + " is a submodule or a repository of its own",
                        shown(path));
    }
    const Descriptor parent = root.openParent(path);
    if (!parent.valid())
        return Failure(systemError(errno, "cannot open a folder of the repository", parentOf(path)));
    look.exists = true;
    if (readPlaced(parent.get(), nameOf(path), limit, look.file))
        return look;
    if (errno == ENOENT) {
        look.exists = false;
        return look;
    }
    look.readable = false;
    if (errno == EINVAL || errno == EFBIG)
        return look;
    return Failure(systemError(errno, "cannot read a file of the repository", path));
}

Result<bool> meets(const RootedFolder &root, ApplyOperation &operation)
{
    const auto look = lookAt(root, operation.path, operation.before.size());
    if (!look)
        return Failure(look.error());
    if (operation.kind == Kind::Create)
        return !look->exists;
    const unsigned onDisk = look->file.info.st_mode;
    if (!look->exists || !look->readable || look->file.bytes != operation.before ||
        (onDisk & S_IFMT) != (operation.modeBefore & S_IFMT))
        return false;
    if (operation.kind == Kind::Replace && onDisk != operation.modeBefore)
        operation.modeAfter = onDisk;
    operation.modeBefore = onDisk;
    return true;
}

Result<std::vector<ApplyOperation>> operationsOf(const Patch &patch, const RootedFolder &root)
{
    if (patch.empty())
        return fail(ErrorCode::PatchEmpty, "the patch changes no file", "nothing to apply");
    std::vector<ApplyOperation> operations;
    std::vector<std::string> stale;
    for (const FileChange &change : patch.files) {
        if (const Status status = checkModes(change); !status)
            return Failure(status.error());
        const std::string &source = change.kind == ChangeKind::Rename ? change.from : change.path;
        const auto look = lookAt(root, source, change.before.size());
        if (!look)
            return Failure(look.error());
        if (change.kind == ChangeKind::Create) {
            if (look->exists)
                return fail(ErrorCode::PatchExists, "the patch creates a file that is there already",
                            shown(change.path));
            operations.push_back({Kind::Create, change.path, {}, change.after, 0, change.modeAfter, true});
            continue;
        }
        const unsigned onDisk = look->file.info.st_mode;
        const bool link = change.modeBefore == linkMode;
        if (!look->exists || !look->readable || look->file.bytes != change.before ||
            link != S_ISLNK(onDisk)) {
            stale.push_back(shown(source) + (look->exists ? "" : " (not on disk)"));
            continue;
        }
        if (change.kind == ChangeKind::Modify) {
            const unsigned mode = modeAfter(change, onDisk);
            if (change.before == change.after && mode == onDisk)
                continue;
            operations.push_back(
                {Kind::Replace, change.path, change.before, change.after, onDisk, mode, false});
            continue;
        }
        operations.push_back({Kind::Remove, source, change.before, {}, onDisk, 0, false});
        if (change.kind == ChangeKind::Delete)
            continue;
        const auto target = lookAt(root, change.path, 0);
        if (!target)
            return Failure(target.error());
        if (target->exists)
            return fail(ErrorCode::PatchExists, "the patch renames a file to one that is there already",
                        shown(change.path));
        operations.push_back(
            {Kind::Create, change.path, {}, change.after, 0, modeAfter(change, onDisk), false});
    }
    if (!stale.empty())
        return fail(ErrorCode::TreeStale,
                    stale.size() == 1 ? "a file changed since the patch was made, so nothing was written"
                                      : "files changed since the patch was made, so nothing was written",
                    join(stale, ", "));
    if (operations.empty())
        return fail(ErrorCode::PatchEmpty, "the patch changes nothing", "every file is as it should become");
    if (const Status status = checkNoClash(operations); !status)
        return Failure(status.error());
    return operations;
}

Status checkWritable(const RootedFolder &root, const std::vector<ApplyOperation> &operations,
                     bool breakHardLinks)
{
    for (const ApplyOperation &operation : operations) {
        const Descriptor folder = nearestFolder(root, operation.path);
        if (!folder.valid())
            return Failure(systemError(errno, "cannot open a folder of the repository", operation.path));
        if (::faccessat(folder.get(), ".", W_OK | X_OK, AT_EACCESS) != 0 || isMarkedReadOnly(folder.get()))
            return readOnly(operation.path, "its folder is read-only");
        if (operation.kind == Kind::Create || S_ISLNK(operation.modeBefore))
            continue;
        const Descriptor file = root.openBelow(operation.path, O_RDONLY);
        struct stat info {};
        if (!file.valid() || ::fstat(file.get(), &info) != 0)
            return Failure(systemError(errno, "cannot open a file of the repository", operation.path));
        if ((info.st_mode & 0222U) == 0 || isMarkedReadOnly(file.get()))
            return readOnly(operation.path, "it is read-only");
        if (::geteuid() != 0 && info.st_uid != ::geteuid())
            return readOnly(operation.path, "it belongs to another user");
        if (info.st_nlink > 1 && !breakHardLinks)
            return fail(ErrorCode::NotApproved, "a file of the patch has several names (hard links)",
                        shown(operation.path) + " has " + std::to_string(info.st_nlink) +
                            " names; changing it gives this one a file of its own",
                        "Agree to that, or make the file a copy first.");
    }
    return {};
}

std::vector<std::string> missingFolders(const RootedFolder &root,
                                        const std::vector<ApplyOperation> &operations)
{
    std::set<std::string> missing; // a folder sorts before what is below it
    for (const ApplyOperation &operation : operations) {
        if (operation.kind != Kind::Create)
            continue;
        for (std::string folder = parentOf(operation.path); !folder.empty(); folder = parentOf(folder))
            if (!root.openBelow(folder, O_RDONLY | O_DIRECTORY).valid())
                missing.insert(folder);
    }
    return {missing.begin(), missing.end()};
}

} // namespace vouchsafe
