#include "sandbox/fixed_paths.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <linux/openat2.h>
#include <map>
#include <sys/syscall.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

Descriptor openBelow(int workspace, const std::string &path)
{
    open_how how{};
    how.flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
    return Descriptor(static_cast<int>(::syscall(SYS_openat2, workspace, path.c_str(), &how, sizeof how)));
}

bool isLink(int open)
{
    char target[1];
    return ::readlinkat(open, "", target, sizeof target) >= 0;
}

} // namespace

Result<std::vector<FixedPath>> openFixedPaths(int workspace, const std::vector<std::string> &readOnly)
{
    std::map<std::string, bool> wanted; // sorted, so a folder stands before what is in it
    for (const std::string &path : readOnly) {
        const fs::path normal = fs::path(path).lexically_normal();
        const std::string text = normal.string();
        if (normal.empty() || normal.is_absolute() || text == "." || text.starts_with(".."))
            return fail(ErrorCode::Internal, "a read-only path leaves the workspace", shown(path));
        for (fs::path above = normal.parent_path(); !above.empty(); above = above.parent_path())
            wanted.try_emplace(above.string(), false);
        wanted[text] = true;
    }
    std::vector<FixedPath> fixed;
    for (const auto &[path, isReadOnly] : wanted) {
        Descriptor open = openBelow(workspace, path);
        if (!open.valid() && (errno == ENOENT || errno == ENOTDIR))
            continue;
        if (!open.valid() && errno != ELOOP)
            return Failure(systemError(errno, "a path cannot be made read-only", path));
        if (!open.valid() || isLink(open.get()))
            return fail(ErrorCode::SandboxSetup, "a path that is to be read-only is a link", shown(path));
        fixed.push_back({std::move(open), path, isReadOnly});
    }
    return fixed;
}

} // namespace vouchsafe
