#include "app/dependency_folders.h"

#include "app/hidden_paths.h"
#include "core/base/text.h"
#include "core/git/rooted_folder.h"
#include "core/git/secret_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <unistd.h>

namespace vouchsafe {
namespace {

// Names by which the languages' own tools keep dependencies inside a project.
constexpr std::array<std::string_view, 5> dependencyNames{"node_modules", ".venv", "venv", "vendor",
                                                          "target"};

// Half a million entries are looked through in about a second. Each hidden path is a mount of its own.
constexpr std::size_t entryLimit = 500'000;
constexpr std::size_t hiddenLimit = 500;
constexpr std::size_t namedInNotice = 5;

std::string withoutSlash(std::string path)
{
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    return path;
}

bool isAtOrBelow(std::string_view path, std::string_view folder)
{
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool isIgnored(const Snapshot &snapshot, const std::string &path)
{
    return std::any_of(snapshot.ignored.begin(), snapshot.ignored.end(), [&](const std::string &ignored) {
        return ignored.ends_with('/') && isAtOrBelow(path, withoutSlash(ignored));
    });
}

/// A tree of an earlier day may hold files where git ignores a folder today.
bool hasFilesBelow(const BaseTree *tree, const std::string &folder)
{
    if (tree == nullptr)
        return false;
    const auto &entries = tree->entries();
    const auto first =
        std::lower_bound(entries.begin(), entries.end(), folder + "/",
                         [](const TreeEntry &entry, const std::string &path) { return entry.path < path; });
    return (first != entries.end() && isAtOrBelow(first->path, folder)) ||
           findEntry(*tree, folder) != nullptr;
}

/// Secrets and git's own data stay outside whatever is asked for.
std::string whyKeptOut(const std::string &path)
{
    for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1))
        if (const std::string why = secretByName(path.substr(0, end)); !why.empty())
            return why;
    const std::string why = secretByName(path);
    return why.empty() ? hiddenFolder(path) : why;
}

/// The plain relative path of a folder that the person asked for.
Result<std::string> askedFolder(const RootedFolder &root, const Snapshot &snapshot, const std::string &asked)
{
    const std::string path = withoutSlash(std::filesystem::path(asked).lexically_normal().string());
    const std::string context =
        "--include " + shown(asked) + ", looking below " + shown(root.path().string());
    if (const std::string why = whyKeptOut(path); !why.empty())
        return fail(ErrorCode::PathMissing, "a folder to include is kept from every check: " + why, context,
                    "Leave it out; secrets and git's own data never enter the sandbox.");
    if (!isPlainPath(path))
        return fail(ErrorCode::PathMissing, "a folder to include is not one of the repository's", context);
    // One that may not be read is left out later, with a notice.
    if (!root.openBelow(path, O_RDONLY | O_DIRECTORY).valid() && errno != EACCES) {
        const int number = errno;
        // A link in the last place answers ENOTDIR, one before it ELOOP.
        std::error_code none;
        const bool link = number == ELOOP || std::filesystem::is_symlink(root.path() / path, none);
        return fail(ErrorCode::PathMissing,
                    link ? "a folder to include is, or is reached through, a symbolic link"
                         : "a folder to include is not one of the repository's",
                    context + ": " + std::strerror(number),
                    link ? "Name a real folder below the repository's root." : "");
    }
    if (!isIgnored(snapshot, path))
        return fail(ErrorCode::PathMissing, "a folder to include is not ignored by git", context,
                    "Leave it out: what git does not ignore is in the checks' tree already.");
    return path;
}

std::string hiddenNotice(const std::string &path, const HiddenPaths &hidden)
{
    const std::size_t count = hidden.reasons.size();
    std::vector<std::string> named(hidden.reasons.begin(),
                                   hidden.reasons.begin() +
                                       static_cast<std::ptrdiff_t>(std::min(count, namedInNotice)));
    if (count > named.size())
        named.push_back("and " + std::to_string(count - named.size()) + " more");
    return "in " + shown(path) + " the checks do not see: " + join(named, "; ");
}

/// Collects the mounts, looking at each folder with the rights that the sandbox will have.
class Collector {
public:
    Collector(const std::filesystem::path &root, const BaseTree *tree, const Identity &identity,
              DependencyFolders &found)
        : m_root(root), m_tree(tree), m_identity(identity), m_found(found)
    {
    }

    void add(const std::string &path)
    {
        if (hasFilesBelow(m_tree, path))
            return leaveOut(path, "the tree has files of its own there");
        const AsIdentity as(m_identity);
        const Result<RootedFolder> root = RootedFolder::open(m_root);
        const Descriptor folder = root ? root->openBelow(path, O_RDONLY | O_DIRECTORY) : Descriptor();
        if (!folder.valid() || ::faccessat(folder.get(), ".", R_OK | X_OK, AT_EACCESS) != 0)
            return leaveOut(path, "the sandbox's user may not read it");
        HiddenPaths hidden = hiddenPaths(*root, path, entryLimit);
        if (!hidden.complete)
            return leaveOut(path, "it holds too much to look through for secrets, more than " +
                                      std::to_string(entryLimit) + " entries");
        if (hidden.reasons.size() > hiddenLimit)
            return leaveOut(path, "it holds " + std::to_string(hidden.reasons.size()) +
                                      " files that no check may see");
        if (!hidden.reasons.empty())
            m_found.notices.push_back(hiddenNotice(path, hidden));
        m_found.leftOut.insert(m_found.leftOut.end(), hidden.reasons.begin(), hidden.reasons.end());
        if (!hidden.closed.empty())
            m_found.notices.push_back("the sandbox's user may not read " + shown(hidden.closed.front()) +
                                      (hidden.closed.size() == 1
                                           ? std::string()
                                           : " and " + std::to_string(hidden.closed.size() - 1) + " more") +
                                      "; the checks do not see what is in it");
        // Virtual environments hold absolute paths to themselves and to packages installed in place.
        if (root->openBelow(path + "/pyvenv.cfg", O_RDONLY).valid())
            m_found.insideRoot = m_root.string();
        m_found.mounts.push_back(
            {m_root / path, path, true, std::move(hidden.files), std::move(hidden.folders)});
    }

private:
    void leaveOut(const std::string &path, const std::string &why)
    {
        m_found.leftOut.push_back(path + "/");
        m_found.notices.push_back(shown(path) + " is not shown to the checks: " + why);
    }

    const std::filesystem::path &m_root;
    const BaseTree *m_tree;
    const Identity &m_identity;
    DependencyFolders &m_found;
};

} // namespace

Result<DependencyFolders> dependencyFolders(const std::filesystem::path &root, const Snapshot &snapshot,
                                            const std::vector<std::string> &include, const Identity &identity)
{
    DependencyFolders found;
    found.insideRoot = "/repo";
    const Result<RootedFolder> opened = RootedFolder::open(root);
    if (!opened)
        return Failure(opened.error());
    std::set<std::string> asked;
    for (const std::string &path : include) {
        Result<std::string> folder = askedFolder(*opened, snapshot, path);
        if (!folder)
            return Failure(folder.error());
        asked.insert(std::move(*folder));
    }
    for (const std::string &ignored : snapshot.ignored) {
        const std::string path = withoutSlash(ignored);
        const std::string name = nameOf(path);
        const bool known =
            std::find(dependencyNames.begin(), dependencyNames.end(), name) != dependencyNames.end();
        if (known && ignored.ends_with('/') && whyKeptOut(path).empty())
            asked.insert(path);
        else if (!asked.contains(path))
            found.leftOut.push_back(ignored);
    }
    Collector collector(root, snapshot.tree.get(), identity, found);
    for (const std::string &path : asked) {
        const bool inAnother = std::any_of(asked.begin(), asked.end(), [&](const std::string &other) {
            return other != path && isAtOrBelow(path, other);
        });
        if (!inAnother)
            collector.add(path);
    }
    return found;
}

} // namespace vouchsafe
