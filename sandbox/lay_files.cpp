#include "sandbox/lay_files.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/descriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

struct Place {
    std::string folder; ///< empty: the root
    std::string name;
};

Place placeOf(const std::string &path)
{
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos)
        return {{}, path};
    return {path.substr(0, slash), path.substr(slash + 1)};
}

/// The kernel itself keeps this below `root` and off links (openat2, Linux 5.6).
Descriptor openBelow(int root, const std::string &folder)
{
    open_how how{};
    how.flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    const std::string path = folder.empty() ? "." : folder;
    return Descriptor(static_cast<int>(::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how)));
}

Failure laidWrong(const std::string &path)
{
    const int number = errno;
    if (number == ELOOP)
        return fail(ErrorCode::PatchLink, "a symbolic link is in the way of a file", shown(path));
    if (number == EXDEV || number == EINVAL)
        return fail(ErrorCode::PatchOutside, "a file would be laid outside the workspace", shown(path));
    return Failure(systemError(number, "cannot lay a file into the workspace", path));
}

bool plainName(const std::string &name)
{
    return !name.empty() && name != "." && name != ".." && name.find('\0') == std::string::npos;
}

void pruneEmptyFolders(int root, std::string folder)
{
    while (!folder.empty()) {
        const Place place = placeOf(folder);
        const Descriptor parent = openBelow(root, place.folder);
        if (!parent.valid() || ::unlinkat(parent.get(), place.name.c_str(), AT_REMOVEDIR) != 0)
            return;
        folder = place.folder;
    }
}

Status removeFile(int root, const WorkspaceFile &file)
{
    const Place place = placeOf(file.path);
    const Descriptor parent = openBelow(root, place.folder);
    if (!parent.valid() && errno == ENOENT)
        return {};
    if (!parent.valid() || (::unlinkat(parent.get(), place.name.c_str(), 0) != 0 && errno != ENOENT))
        return laidWrong(file.path);
    pruneEmptyFolders(root, place.folder);
    return {};
}

Status writeFile(int root, const WorkspaceFile &file)
{
    const Place place = placeOf(file.path);
    if (!plainName(place.name))
        return fail(ErrorCode::PatchOutside, "a file has no usable name", shown(file.path));
    if (Status made = makeFolders(root, place.folder); !made)
        return made;
    const Descriptor parent = openBelow(root, place.folder);
    if (!parent.valid())
        return laidWrong(file.path);
    if (::unlinkat(parent.get(), place.name.c_str(), 0) != 0 && errno != ENOENT &&
        ::unlinkat(parent.get(), place.name.c_str(), AT_REMOVEDIR) != 0)
        return laidWrong(file.path);
    if (file.mode == 0120000) {
        if (::symlinkat(file.bytes.c_str(), parent.get(), place.name.c_str()) != 0)
            return laidWrong(file.path);
        return {};
    }
    const Descriptor made(::openat(parent.get(), place.name.c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!made.valid())
        return laidWrong(file.path);
    std::string_view rest = file.bytes;
    while (!rest.empty()) {
        const ssize_t written = ::write(made.get(), rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return laidWrong(file.path);
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    ::fchmod(made.get(), (file.mode & 0111) != 0 ? 0755 : 0644);
    return {};
}

} // namespace

Status makeFolders(int root, const std::string &path, mode_t mode)
{
    if (path.empty())
        return {};
    const Descriptor there = openBelow(root, path);
    if (there.valid())
        return {};
    if (errno != ENOENT)
        return laidWrong(path);
    const Place place = placeOf(path);
    if (!plainName(place.name))
        return fail(ErrorCode::PatchOutside, "a folder has no usable name", shown(path));
    if (Status above = makeFolders(root, place.folder, mode); !above)
        return above;
    const Descriptor parent = openBelow(root, place.folder);
    if (!parent.valid() || (::mkdirat(parent.get(), place.name.c_str(), mode) != 0 && errno != EEXIST))
        return laidWrong(path);
    return {};
}

Status layFiles(int root, const std::vector<WorkspaceFile> &files)
{
    for (const WorkspaceFile &file : files) {
        if (!file.remove)
            continue;
        if (Status done = removeFile(root, file); !done)
            return done;
    }
    for (const WorkspaceFile &file : files) {
        if (file.remove)
            continue;
        if (Status done = writeFile(root, file); !done)
            return done;
    }
    return {};
}

} // namespace vouchsafe
