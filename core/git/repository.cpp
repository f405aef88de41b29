#include "core/git/repository.h"

#include "core/base/text.h"
#include "core/git/git_library.h"
#include "core/git/repository_place.h"

namespace vouchsafe {
namespace {

constexpr int hexadecimalId = 40;

std::string hexadecimal(const git_oid &id)
{
    std::string text(hexadecimalId, '0');
    git_oid_fmt(text.data(), &id);
    return text;
}

Status readHead(git_repository *handle, Repository &repository)
{
    git_reference *found = nullptr;
    const int code = git_repository_head(&found, handle);
    const GitReference head(found);
    if (code == GIT_EUNBORNBRANCH) {
        git_reference *symbolic = nullptr;
        if (git_reference_lookup(&symbolic, handle, "HEAD") != 0)
            return gitFailure(ErrorCode::RepositoryBroken, "HEAD cannot be read", repository.root);
        const GitReference reference(symbolic);
        const char *target = git_reference_symbolic_target(symbolic);
        const std::string name = target != nullptr ? target : "";
        constexpr std::string_view heads = "refs/heads/";
        repository.branch = name.starts_with(heads) ? name.substr(heads.size()) : name;
        return {};
    }
    if (code != 0)
        return gitFailure(ErrorCode::RepositoryBroken, "HEAD cannot be read", repository.root);
    git_object *peeled = nullptr;
    if (git_reference_peel(&peeled, head.get(), GIT_OBJECT_COMMIT) != 0)
        return gitFailure(ErrorCode::RepositoryBroken, "HEAD's commit cannot be read", repository.root);
    repository.commit = hexadecimal(*git_object_id(peeled));
    git_object_free(peeled);
    if (git_repository_head_detached(handle) == 0)
        repository.branch = git_reference_shorthand(head.get());
    return {};
}

std::string_view stateInWords(int state)
{
    switch (state) {
    case GIT_REPOSITORY_STATE_NONE:
        return {};
    case GIT_REPOSITORY_STATE_MERGE:
        return "a merge is in progress";
    case GIT_REPOSITORY_STATE_REVERT:
    case GIT_REPOSITORY_STATE_REVERT_SEQUENCE:
        return "a revert is in progress";
    case GIT_REPOSITORY_STATE_CHERRYPICK:
    case GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE:
        return "a cherry-pick is in progress";
    case GIT_REPOSITORY_STATE_BISECT:
        return "a bisection is in progress";
    default:
        return "a rebase or a series of patches is in progress";
    }
}

Status readIndexNotices(git_repository *handle, Repository &repository)
{
    git_index *opened = nullptr;
    if (git_repository_index(&opened, handle) != 0) {
        Failure failure =
            gitFailure(ErrorCode::RepositoryBroken, "the index cannot be read", repository.gitDir / "index");
        failure.value().remedy = "Run `git fsck`; a split or sparse index is undone by `git update-index "
                                 "--no-split-index` and `git sparse-checkout reapply --no-sparse-index`.";
        return failure;
    }
    const GitIndex index(opened);
    std::size_t absent = 0;
    std::vector<std::string> submodules;
    for (std::size_t at = 0; at < git_index_entrycount(opened); ++at) {
        const git_index_entry *entry = git_index_get_byindex(opened, at);
        if ((entry->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE) != 0)
            ++absent;
        if (entry->mode == GIT_FILEMODE_COMMIT)
            submodules.push_back(shown(entry->path));
    }
    if (absent > 0)
        repository.notices.push_back("sparse checkout: " + std::to_string(absent) +
                                     " tracked files need not be on disk and are taken from the index");
    if (!submodules.empty())
        repository.notices.push_back("submodules are not entered: " + join(submodules, ", "));
    return {};
}

} // namespace

Result<Repository> openRepository(const std::filesystem::path &folder)
{
    const auto place = findPlace(folder);
    if (!place)
        return Failure(place.error());
    const auto trusted = checkOwner(*place);
    if (!trusted)
        return Failure(trusted.error());
    if (const Status status = checkBoundaries(*place); !status)
        return Failure(status.error());

    Repository repository;
    repository.root = place->root;
    repository.gitDir = place->gitDir;
    repository.commonDir = place->commonDir;
    repository.subfolder = place->subfolder;
    repository.ownerTrusted = *trusted;
    auto handle = openHandle(place->root, *trusted ? OwnerCheck::DoneByUs : OwnerCheck::ByLibrary);
    if (!handle)
        return Failure(handle.error());
    if (git_repository_is_bare(handle->get()) != 0)
        return fail(ErrorCode::RepositoryBare, "the repository says that it has no working tree",
                    shown(place->gitDir.string()) + ": core.bare is true");
    const char *workdir = git_repository_workdir(handle->get());
    std::error_code failed;
    if (workdir == nullptr || std::filesystem::canonical(workdir, failed) != place->root)
        return fail(ErrorCode::RepositoryUnsafe, "the repository's working tree is elsewhere",
                    shown(place->root.string()) + " leads to " +
                        shown(workdir != nullptr ? workdir : "none"));

    if (const Status status = readHead(handle->get(), repository); !status)
        return Failure(status.error());
    if (const Status status = readIndexNotices(handle->get(), repository); !status)
        return Failure(status.error());
    if (const std::string_view state = stateInWords(git_repository_state(handle->get())); !state.empty())
        repository.notices.emplace_back(state);
    if (place->attachment == Attachment::Worktree)
        repository.notices.push_back("linked worktree of " + shown(place->commonDir.string()));
    return repository;
}

} // namespace vouchsafe
