#include "core/git/new_repository.h"

#include "core/git/git_library.h"

namespace vouchsafe {
namespace {

using GitTree = std::unique_ptr<git_tree, GitFree<git_tree_free>>;
using GitSignature = std::unique_ptr<git_signature, GitFree<git_signature_free>>;

/// A call of libgit2 that makes an object: its handle, or null where it failed.
template <typename Handle, typename Call>
Handle made(Call call)
{
    typename Handle::pointer object = nullptr;
    return Handle(call(&object) == 0 ? object : nullptr);
}

} // namespace

Status makeRepository(const std::filesystem::path &folder, const std::string &author,
                      const std::string &message)
{
    startGit();
    const auto failed = [&] { return gitFailure(ErrorCode::Io, "the repository could not be made", folder); };
    git_repository_init_options options = GIT_REPOSITORY_INIT_OPTIONS_INIT;
    options.flags = GIT_REPOSITORY_INIT_MKDIR | GIT_REPOSITORY_INIT_NO_REINIT;
    options.initial_head = "main";
    const auto repository = made<GitRepository>(
        [&](git_repository **out) { return git_repository_init_ext(out, folder.c_str(), &options); });
    if (!repository)
        return failed();
    const auto index =
        made<GitIndex>([&](git_index **out) { return git_repository_index(out, repository.get()); });
    git_oid treeId{};
    if (!index || git_index_add_all(index.get(), nullptr, GIT_INDEX_ADD_DEFAULT, nullptr, nullptr) != 0 ||
        git_index_write(index.get()) != 0 || git_index_write_tree(&treeId, index.get()) != 0)
        return failed();
    const auto tree =
        made<GitTree>([&](git_tree **out) { return git_tree_lookup(out, repository.get(), &treeId); });
    const std::string address = "sample@example.invalid";
    const auto signature = made<GitSignature>(
        [&](git_signature **out) { return git_signature_now(out, author.c_str(), address.c_str()); });
    git_oid commit{};
    if (!tree || !signature ||
        git_commit_create(&commit, repository.get(), "HEAD", signature.get(), signature.get(), nullptr,
                          message.c_str(), tree.get(), 0, nullptr) != 0)
        return failed();
    return {};
}

} // namespace vouchsafe
