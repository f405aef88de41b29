#include "core/git/git_library.h"

#include "core/base/text.h"

#include <array>
#include <mutex>

namespace vouchsafe {

void startGit()
{
    static std::once_flag once;
    std::call_once(once, [] {
        git_libgit2_init();
        for (const git_config_level_t level : {GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM,
                                               GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL})
            git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
        git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 1);
        git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 1);
        // Of a partial clone only what is there is read; libgit2 1.5 has no lazy fetch.
        std::array<const char *, 4> known{"worktreeconfig", "partialclone", "preciousobjects",
                                          "relativeworktrees"};
        git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, known.data(), known.size());
    });
}

std::string gitMessage()
{
    const git_error *last = git_error_last();
    return last != nullptr && last->message != nullptr ? shown(last->message) : "no reason was given";
}

Failure gitFailure(ErrorCode code, std::string what, const std::filesystem::path &where)
{
    std::string message = gitMessage();
    return Failure(Error{code, std::move(what), shown(where.string()) + ": " + std::move(message), {}});
}

Result<GitRepository> openHandle(const std::filesystem::path &root, OwnerCheck owner)
{
    startGit();
    // The switch is global to libgit2, so only one thread may have it off, and only for this one call.
    static std::mutex switching;
    const std::lock_guard<std::mutex> guard(switching);
    git_repository *opened = nullptr;
    if (owner == OwnerCheck::DoneByUs)
        git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    const int code = git_repository_open_ext(&opened, root.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
    if (owner == OwnerCheck::DoneByUs)
        git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 1);
    if (code != 0)
        return gitFailure(code == GIT_EOWNER ? ErrorCode::RepositoryOwner : ErrorCode::RepositoryBroken,
                          "the repository cannot be opened", root);
    return GitRepository(opened);
}

} // namespace vouchsafe
