#pragma once
// What several lower trees make up together, as an overlay of them would show it.

#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace vouchsafe {

struct MergedEntry {
    std::filesystem::path host;
    mode_t mode = 0; ///< with the kind
};

/// By path relative to the root, so that folders come before what is in them: folders, regular files and
/// links. `lowers`: topmost first. What cannot be read is left out.
std::map<std::string, MergedEntry> mergedTree(const std::vector<std::filesystem::path> &lowers);

} // namespace vouchsafe
