#pragma once
// The folders of an overlay that somebody else mounts, and what may be put into its upper one before that.

#include "core/base/result.h"
#include "core/ports/sandbox.h"
#include "sandbox/tree_copy.h"

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace vouchsafe {

/// Whatever the umask. One that is there stays.
Status makeScratchFolder(int parent, const std::string &name, mode_t mode);

/// Permission bits of a folder, with those that its owner needs.
mode_t folderMode(const std::filesystem::path &folder);

/// `upper` and `work` in `at` (`` or `d0/`) of the open scratch folder, and links to the lower trees: their
/// names, which hold no comma or colon whatever the trees' paths do.
Result<std::vector<std::string>> overlayFolders(int scratch, const std::string &at, mode_t mode,
                                                const std::vector<std::filesystem::path> &lowers);

/// Puts an empty work folder in the place of one that was used.
Status renewWork(int scratch, const std::string &at);

/// The lower trees (topmost first) that make up `path`, those left out that a higher one hides. A link on the
/// way is ErrorCode::PatchLink.
Result<std::vector<std::filesystem::path>> lowersWith(const std::vector<std::filesystem::path> &lowers,
                                                      const std::string &path);

/// Checks that the overlay has no link on the way to the folder `path` and nothing but folders; `make`: puts
/// those that are missing into the upper folder, which nobody may have mounted then. ErrorCode::PatchLink.
Status overlayFolder(const std::filesystem::path &upper, const std::vector<std::filesystem::path> &lowers,
                     const std::string &path, bool make);

/// Lays files into the upper folder of an overlay that nobody has mounted.
Status layUpper(const std::filesystem::path &upper, const std::vector<std::filesystem::path> &lowers,
                const std::vector<WorkspaceFile> &files);

/// Copies a folder as copyTree does, or a single file or link.
Status copyEntry(const std::filesystem::path &from, const std::filesystem::path &to, const Identity &identity,
                 TreeCopy &copy);

} // namespace vouchsafe
