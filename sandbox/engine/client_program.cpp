#include "sandbox/engine/client_program.h"

#include "core/base/text.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

namespace fs = std::filesystem;

bool belongsToRoot(const fs::path &path)
{
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0 || info.st_uid != 0)
        return false;
    // In a sticky folder others cannot put something else in the place of what root owns.
    const bool sticky = S_ISDIR(info.st_mode) && (info.st_mode & S_ISVTX) != 0;
    return S_ISLNK(info.st_mode) || sticky || (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// The path and every folder above it. The last folder must not be sticky-writable either: names could be
/// added to it.
bool onlyRootWrites(const fs::path &file)
{
    struct stat folder {};
    if (::stat(file.parent_path().c_str(), &folder) != 0 || (folder.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return false;
    for (fs::path at = file; at.has_relative_path(); at = at.parent_path()) {
        if (!belongsToRoot(at))
            return false;
    }
    return belongsToRoot("/");
}

bool isProgram(const fs::path &file)
{
    struct stat info {};
    return ::stat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(file.c_str(), X_OK) == 0;
}

bool below(const fs::path &file, const std::vector<std::string> &folders)
{
    const std::string name = file.lexically_normal().string();
    return std::any_of(folders.begin(), folders.end(),
                       [&](const std::string &folder) { return name.starts_with(folder + "/"); });
}

/// Both as it is named and as it really stands: a link of root's may lead into somebody's folder.
bool isTrusted(const fs::path &file, const std::vector<std::string> &system)
{
    std::error_code error;
    const fs::path real = fs::canonical(file, error);
    return !error && below(file, system) && below(real, system) && onlyRootWrites(file) &&
           onlyRootWrites(real);
}

} // namespace

const std::vector<std::string> &systemFolders()
{
    static const std::vector<std::string> folders{"/usr", "/bin", "/sbin", "/opt", "/snap", "/nix"};
    return folders;
}

Result<std::string> clientProgram(const std::string &name, const std::string &path,
                                  const std::vector<std::string> &system)
{
    std::optional<std::string> passedOver;
    for (const std::string &folder : split(path.empty() ? std::string(systemPath) : path, ':')) {
        if (!folder.starts_with('/'))
            continue;
        const fs::path file = fs::path(folder) / name;
        if (!isProgram(file))
            continue;
        if (isTrusted(file, system))
            return file.string();
        if (!passedOver)
            passedOver = file.string();
    }
    if (passedOver)
        return fail(ErrorCode::SandboxMissing,
                    name + " stands only outside of the system's folders, or where others than root could "
                           "replace it",
                    shown(*passedOver),
                    "install " + name +
                        " as a package of the system, or make the file and the folders "
                        "above it root's own (chown root, chmod go-w)");
    return fail(ErrorCode::SandboxMissing, name + " is not installed",
                "looking in PATH: " + shown(path.empty() ? systemPath : std::string_view(path)),
                name == "docker"
                    ? "install it: `apt-get install docker.io`, or choose another with --sandbox"
                    : "install it: `apt-get install " + name + "`, or choose another with --sandbox");
}

} // namespace vouchsafe
