#pragma once
// Which files of a tree are not indexed, and why.

#include "core/ports/base_tree.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct ExclusionRules {
    std::vector<std::string> ignored;  ///< globs of the user: left out
    std::vector<std::string> included; ///< globs of the user: in despite the names below; never secrets
    std::size_t bytes = std::size_t{1} << 20;
    std::size_t lines = 20000;
    std::size_t meanLine = 300; ///< bytes per line above which a file counts as minified
};

/// By name, mode and size alone, before anything is read; nothing: it may be indexed. Names of folders count
/// only for what git does not track.
std::optional<std::string> exclusionByName(const TreeEntry &entry, const ExclusionRules &rules);
/// By what is in it: binary, too many lines, minified, generated.
std::optional<std::string> exclusionByContent(std::string_view source, const ExclusionRules &rules);
/// Key files and credentials: never read by the index, whatever the rules say.
bool isSecretName(std::string_view path);

} // namespace vouchsafe
