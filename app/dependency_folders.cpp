#include "app/dependency_folders.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <set>
#include <unistd.h>

namespace vouchsafe {
namespace {

// Names by which the languages' own tools keep dependencies inside a project.
constexpr std::array<std::string_view, 5> dependencyNames{"node_modules", ".venv", "venv", "vendor",
                                                          "target"};

std::string withoutSlash(std::string path)
{
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    return path;
}

/// Secrets and git's own data stay outside whatever is asked for.
bool mayEnter(const std::filesystem::path &path)
{
    const std::string name = path.filename().string();
    return name != ".git" && !name.starts_with(".env");
}

bool readable(const std::filesystem::path &folder, const Identity &identity)
{
    const AsIdentity as(identity);
    return ::access(folder.c_str(), R_OK | X_OK) == 0;
}

} // namespace

Result<DependencyFolders> dependencyFolders(const std::filesystem::path &root, const Snapshot &snapshot,
                                            const std::vector<std::string> &include, const Identity &identity)
{
    DependencyFolders found;
    found.insideRoot = "/repo";
    std::set<std::string> asked;
    for (const std::string &path : include) {
        const std::string plain = withoutSlash(std::filesystem::path(path).lexically_normal().string());
        std::error_code error;
        const bool inside = !plain.empty() && plain.front() != '/' && plain.substr(0, 2) != "..";
        if (!inside || !mayEnter(plain) || !std::filesystem::is_directory(root / plain, error))
            return fail(ErrorCode::PathMissing, "a folder to include is not one of the repository's",
                        "--include " + shown(path) + ", looking below " + shown(root.string()));
        asked.insert(plain);
    }
    for (const std::string &ignored : snapshot.ignored) {
        const std::string path = withoutSlash(ignored);
        const std::string name = std::filesystem::path(path).filename().string();
        const bool known =
            std::find(dependencyNames.begin(), dependencyNames.end(), name) != dependencyNames.end();
        if (known && ignored.ends_with('/'))
            asked.insert(path);
        else if (!asked.contains(path))
            found.leftOut.push_back(ignored);
    }
    for (const std::string &path : asked) {
        if (!readable(root / path, identity)) {
            found.leftOut.push_back(path + "/");
            found.notices.push_back(shown(path) +
                                    " is not shown to the checks: the sandbox's user may not read it");
            continue;
        }
        found.mounts.push_back({root / path, path, true});
        // Virtual environments hold absolute paths to themselves and to packages installed in place.
        std::error_code error;
        if (std::filesystem::exists(root / path / "pyvenv.cfg", error))
            found.insideRoot = root.string();
    }
    return found;
}

} // namespace vouchsafe
