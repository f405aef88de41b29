#pragma once
// libgit2 inside this folder: set up once, handles that free themselves, its messages as our errors.

#include "core/base/result.h"

#include <git2.h>

#include <filesystem>
#include <memory>
#include <string>

namespace vouchsafe {

template <auto Free>
struct GitFree {
    template <typename T>
    void operator()(T *object) const
    {
        Free(object);
    }
};

using GitRepository = std::unique_ptr<git_repository, GitFree<git_repository_free>>;
using GitIndex = std::unique_ptr<git_index, GitFree<git_index_free>>;
using GitReference = std::unique_ptr<git_reference, GitFree<git_reference_free>>;
using GitCommit = std::unique_ptr<git_commit, GitFree<git_commit_free>>;
using GitConfig = std::unique_ptr<git_config, GitFree<git_config_free>>;
using GitConfigIterator = std::unique_ptr<git_config_iterator, GitFree<git_config_iterator_free>>;
using GitIndexer = std::unique_ptr<git_indexer, GitFree<git_indexer_free>>;
using GitBlob = std::unique_ptr<git_blob, GitFree<git_blob_free>>;

/// Idempotent and safe from any thread: no configuration of the system or the user is searched, owners are
/// checked, hashes are verified, and the extensions that other tools write without harm are known.
void startGit();

/// The calling thread's last message of libgit2. Copy at once: the next call overwrites it.
std::string gitMessage();
Failure gitFailure(ErrorCode code, std::string what, const std::filesystem::path &where);

enum class OwnerCheck { ByLibrary, DoneByUs };

/// Opens exactly this root. `DoneByUs` only where our own stricter check has passed by the user's own
/// safe.directory, which libgit2 cannot see since its search paths are empty.
Result<GitRepository> openHandle(const std::filesystem::path &root, OwnerCheck owner);

} // namespace vouchsafe
