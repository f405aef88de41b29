#pragma once
// What a folder of the host holds that no check may see: git's data, secrets, sockets and their like.

#include "core/git/rooted_folder.h"

#include <cstddef>
#include <string>
#include <vector>

namespace vouchsafe {

struct HiddenPaths {
    std::vector<std::string> files;   ///< relative to the folder looked through, sorted
    std::vector<std::string> folders; ///< the same; nothing below them is looked at
    std::vector<std::string> reasons; ///< `path: why`, paths relative to the root
    std::vector<std::string> closed;  ///< folders that may not be read, relative to the root
    bool complete = true;             ///< false: there is more than `limit` entries
};

/// Why the folder at `path` (relative to the root) must not be shown at all; empty where it may be.
std::string hiddenFolder(const std::string &path);

/// Looks through the folder at `path` below the root with this thread's rights, never through links. A file
/// counts by its name, and where the name is a key's or a package manager's, by its beginning.
HiddenPaths hiddenPaths(const RootedFolder &root, const std::string &path, std::size_t limit);

} // namespace vouchsafe
