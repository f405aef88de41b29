#include "core/base/files.h"
#include "core/base/text.h"
#include "core/git/config_text.h"
#include "core/git/repository_place.h"

#include <cstdlib>
#include <sys/stat.h>

namespace vouchsafe {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t configLimit = 4 << 20;
constexpr int deepestInclude = 10; // git's and libgit2's own limit

class Boundaries {
public:
    explicit Boundaries(const RepositoryPlace &place) : m_place(place) {}

    Status check() const
    {
        for (const fs::path &top : {m_place.gitDir, m_place.commonDir})
            for (const char *name : {"HEAD", "config", "config.worktree", "index", "packed-refs", "commondir",
                                     "gitdir", "shallow", "info/exclude", "info/attributes",
                                     "objects/info/alternates", "objects/info/commit-graph"})
                if (Status status = checkFile(top / name); !status)
                    return status;
        for (const char *folder : {"objects", "refs"})
            if (Status status = checkWithin(m_place.commonDir / folder); !status)
                return status;
        for (const fs::path &config : {m_place.commonDir / "config", m_place.gitDir / "config.worktree"})
            if (Status status = checkConfig(config, 0); !status)
                return status;
        return checkAlternates();
    }

private:
    bool allowed(const fs::path &resolved) const
    {
        for (const fs::path &top : {m_place.root, m_place.gitDir, m_place.commonDir}) {
            const fs::path relative = resolved.lexically_relative(top);
            if (!relative.empty() && *relative.begin() != "..")
                return true;
        }
        return false;
    }
    static Failure refuse(const std::string &what, const fs::path &where, const fs::path &target)
    {
        return fail(ErrorCode::RepositoryUnsafe, what,
                    shown(where.string()) + " leads to " + shown(target.string()));
    }
    Status checkWithin(const fs::path &path) const
    {
        std::error_code failed;
        const fs::path resolved = fs::weakly_canonical(path, failed);
        if (failed)
            return fail(ErrorCode::RepositoryBroken, "a path of the repository cannot be resolved",
                        shown(path.string()) + ": " + failed.message());
        if (!allowed(resolved))
            return refuse("a part of the repository's data lies outside of it", path, resolved);
        return {};
    }
    /// Absent, or a regular file inside: anything else could be read from elsewhere or block a reader.
    Status checkFile(const fs::path &path) const
    {
        struct stat info {};
        if (::lstat(path.c_str(), &info) != 0)
            return {};
        if (S_ISLNK(info.st_mode)) {
            if (Status status = checkWithin(path); !status)
                return status;
            if (::stat(path.c_str(), &info) != 0)
                return {};
        }
        if (!S_ISREG(info.st_mode))
            return fail(ErrorCode::RepositoryUnsafe, "a file of the repository's data is of another kind",
                        shown(path.string()) + " is not a regular file");
        return {};
    }
    Status checkConfig(const fs::path &file, int depth) const
    {
        if (Status status = checkFile(file); !status)
            return status;
        std::error_code ignored;
        if (!fs::exists(file, ignored))
            return {};
        const auto text = readFile(file, configLimit);
        if (!text)
            return Failure(text.error());
        for (const ConfigSetting &setting : configSettings(*text)) {
            const bool include = setting.section == "include" || setting.section == "includeif";
            if (include && setting.key == "path") {
                if (Status status = checkInclude(file, setting.value, depth); !status)
                    return status;
            } else if (setting.section == "core" && setting.key == "worktree") {
                if (Status status = checkWorktree(file, setting.value); !status)
                    return status;
            } else if (setting.section == "extensions" && setting.key == "objectformat" &&
                       lowerAscii(setting.value) != "sha1") {
                return fail(ErrorCode::RepositoryBroken, "the repository's object format is not supported",
                            shown(file.string()) + ": extensions.objectFormat = " + shown(setting.value),
                            "Open a clone that uses SHA-1 object names.");
            }
        }
        return {};
    }
    Status checkInclude(const fs::path &file, const std::string &value, int depth) const
    {
        if (depth >= deepestInclude)
            return refuse("the repository's configuration includes files too deeply", file, value);
        if (value.starts_with('~') || value.starts_with('%'))
            return refuse("the repository's configuration includes a file outside of it", file, value);
        std::error_code failed;
        const fs::path target = fs::weakly_canonical(file.parent_path() / value, failed);
        if (failed || !allowed(target))
            return refuse("the repository's configuration includes a file outside of it", file, value);
        return checkConfig(target, depth + 1);
    }
    Status checkWorktree(const fs::path &file, const std::string &value) const
    {
        std::error_code failed;
        const fs::path target = fs::weakly_canonical(m_place.gitDir / value, failed);
        // A linked worktree has its own root; core.worktree of the main one does not concern it.
        if (m_place.attachment == Attachment::Worktree || (!failed && target == m_place.root))
            return {};
        return refuse("core.worktree puts the working tree elsewhere", file, value);
    }
    Status checkAlternates() const
    {
        const fs::path objects = m_place.commonDir / "objects";
        const fs::path file = objects / "info" / "alternates";
        std::error_code ignored;
        if (!fs::exists(file, ignored))
            return {};
        const auto text = readFile(file, configLimit);
        if (!text)
            return Failure(text.error());
        for (const std::string_view line : splitLines(*text)) {
            if (trimmed(line).empty() || line.starts_with('#'))
                continue;
            std::error_code failed;
            const fs::path target = fs::weakly_canonical(objects / fs::path(std::string(line)), failed);
            if (failed || !allowed(target))
                return fail(ErrorCode::RepositoryUnsafe,
                            "the repository borrows objects from another repository",
                            shown(file.string()) + " leads to " + shown(line),
                            "If you trust it, run `git repack -a -d` and remove objects/info/alternates.");
        }
        return {};
    }

    const RepositoryPlace &m_place;
};

} // namespace

Status checkBoundaries(const RepositoryPlace &place)
{
    return Boundaries(place).check();
}

} // namespace vouchsafe
