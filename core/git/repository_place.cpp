#include "core/git/repository_place.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "core/git/config_text.h"

#include <cerrno>
#include <sys/stat.h>

namespace vouchsafe {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t pointerLimit = 16 * 1024;

bool isFolder(const fs::path &path)
{
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool isThere(const fs::path &path)
{
    struct stat info {};
    return ::lstat(path.c_str(), &info) == 0;
}

bool looksLikeGitDir(const fs::path &path)
{
    if (!isThere(path / "HEAD"))
        return false;
    return isThere(path / "commondir") || (isFolder(path / "objects") && isFolder(path / "refs"));
}

fs::path real(const fs::path &path)
{
    std::error_code failed;
    fs::path found = fs::canonical(path, failed);
    return failed ? fs::path() : found;
}

bool isWithin(const fs::path &path, const fs::path &top)
{
    const fs::path relative = path.lexically_relative(top);
    return !relative.empty() && *relative.begin() != "..";
}

/// The one line of a pointer file (`gitdir`, `commondir`), as a path from the folder that holds it.
Result<fs::path> readPointer(const fs::path &file, std::string_view prefix = {})
{
    auto text = readFile(file, pointerLimit);
    if (!text)
        return Failure(text.error());
    std::string_view line = *text;
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r'))
        line.remove_suffix(1);
    if (!line.starts_with(prefix) || line.size() == prefix.size())
        return fail(ErrorCode::RepositoryBroken, "a file of the repository is not as git writes it",
                    shown(file.string()));
    return (file.parent_path() / fs::path(std::string(line.substr(prefix.size())))).lexically_normal();
}

Failure unsafe(const std::string &what, const fs::path &where, const fs::path &target)
{
    return fail(ErrorCode::RepositoryUnsafe, what,
                shown(where.string()) + " leads to " + shown(target.string()));
}

/// A pointer out of the root is genuine when what it points to names this root in turn.
Result<Attachment> attachmentOf(const fs::path &root, const fs::path &gitDir)
{
    if (gitDir.parent_path().filename() == "worktrees" && isThere(gitDir / "commondir")) {
        const auto back = readPointer(gitDir / "gitdir");
        if (back && real(*back) == root / ".git")
            return Attachment::Worktree;
    }
    const auto config = readFile(gitDir / "config", 1 << 20);
    if (config && gitDir.string().find("/.git/modules/") != std::string::npos)
        for (const ConfigSetting &setting : configSettings(*config))
            if (setting.section == "core" && setting.key == "worktree" &&
                real(gitDir / setting.value) == root)
                return Attachment::Submodule;
    return unsafe("the repository's data lies outside of its folder", root / ".git", gitDir);
}

Result<RepositoryPlace> placeAt(const fs::path &root, const fs::path &opened)
{
    RepositoryPlace place;
    place.root = root;
    if (opened != root)
        place.subfolder = opened.lexically_relative(root).string();
    const fs::path dotGit = root / ".git";
    fs::path pointed = dotGit;
    if (!isFolder(dotGit)) {
        auto target = readPointer(dotGit, "gitdir: ");
        if (!target)
            return Failure(Error{ErrorCode::RepositoryBroken,
                                 "the repository's .git file cannot be read",
                                 target.error().context,
                                 {}});
        pointed = *target;
    }
    place.gitDir = real(pointed);
    if (place.gitDir.empty() || !looksLikeGitDir(place.gitDir))
        return fail(ErrorCode::RepositoryBroken, "the repository's data is not where .git says",
                    shown(dotGit.string()) + " names " + shown(pointed.string()),
                    "If a linked worktree or its main repository was moved, run `git worktree repair`.");
    if (!isWithin(place.gitDir, root)) {
        const auto attachment = attachmentOf(root, place.gitDir);
        if (!attachment)
            return Failure(attachment.error());
        place.attachment = *attachment;
    }
    place.commonDir = place.gitDir;
    if (isThere(place.gitDir / "commondir")) {
        const auto common = readPointer(place.gitDir / "commondir");
        if (!common)
            return Failure(common.error());
        place.commonDir = real(*common);
        const bool genuine = place.attachment == Attachment::Worktree &&
                             place.commonDir == place.gitDir.parent_path().parent_path();
        if (place.commonDir.empty())
            return fail(ErrorCode::RepositoryBroken, "the main repository of the worktree is not there",
                        shown(common->string()));
        if (!genuine && !isWithin(place.commonDir, root))
            return unsafe("the repository's data lies outside of its folder", place.gitDir / "commondir",
                          place.commonDir);
    }
    return place;
}

} // namespace

Result<RepositoryPlace> findPlace(const fs::path &folder)
{
    std::error_code failed;
    const fs::path opened = fs::canonical(folder, failed);
    struct stat info {};
    if (failed || ::stat(opened.c_str(), &info) != 0) {
        const int number = failed ? failed.value() : errno;
        Error error = systemError(number, "the folder cannot be opened", folder);
        if (error.code != ErrorCode::Permission)
            error.code = ErrorCode::PathMissing;
        return Failure(std::move(error));
    }
    if (!S_ISDIR(info.st_mode))
        return fail(ErrorCode::NotARepository, "a file was named where a repository's folder is needed",
                    shown(opened.string()));
    const dev_t device = info.st_dev;
    fs::path hollow; // a .git that is none
    for (fs::path at = opened;; at = at.parent_path()) {
        if (::stat(at.c_str(), &info) != 0 || info.st_dev != device)
            break;
        const fs::path dotGit = at / ".git";
        if (isThere(dotGit)) {
            if (!isFolder(dotGit) || looksLikeGitDir(dotGit))
                return placeAt(at, opened);
            hollow = hollow.empty() ? dotGit : hollow;
        }
        if (at.filename() == ".git" && looksLikeGitDir(at))
            return fail(ErrorCode::NotARepository, "the folder is git's own data, not a working tree",
                        shown(opened.string()), "Open " + shown(at.parent_path().string()) + " instead.");
        if (looksLikeGitDir(at))
            return fail(ErrorCode::RepositoryBare, "the repository is bare: it has no working tree",
                        shown(at.string()));
        if (at == at.root_path())
            break;
    }
    if (!hollow.empty())
        return fail(ErrorCode::RepositoryBroken, "the .git folder is not a repository",
                    shown(hollow.string()) + ": HEAD, objects or refs are missing");
    return fail(ErrorCode::NotARepository, "the folder is not inside a git repository",
                "looking from " + shown(opened.string()) + " upwards");
}

} // namespace vouchsafe
