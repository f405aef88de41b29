#pragma once
// The few settings of the user's own git configuration that count here; read, never written.

#include <filesystem>
#include <string>
#include <vector>

namespace vouchsafe {

/// From /etc/gitconfig, `$XDG_CONFIG_HOME/git/config` and `~/.gitconfig`, in that order of growing weight.
/// Environment variables that git reads beside these (GIT_CONFIG_GLOBAL and the like) have no say.
struct UserGitConfig {
    std::vector<std::string> safeDirectories;
    std::filesystem::path excludesFile; ///< core.excludesFile or git's default for it; need not exist
};

UserGitConfig userGitConfig();

/// safe.directory as git reads it: the exact path, `*`, or a folder followed by `/*`.
bool isSafeDirectory(const UserGitConfig &config, const std::filesystem::path &root);

} // namespace vouchsafe
