#include "core/git/user_config.h"

#include "core/git/git_library.h"

#include <cstdlib>

namespace vouchsafe {
namespace {

std::filesystem::path fromEnvironment(const char *name)
{
    const char *value = std::getenv(name);
    return value != nullptr && *value == '/' ? std::filesystem::path(value) : std::filesystem::path();
}

std::filesystem::path expanded(const std::string &value, const std::filesystem::path &home)
{
    if (value.starts_with("~/"))
        return home / value.substr(2);
    return value;
}

void readFrom(const std::filesystem::path &file, const std::filesystem::path &home, UserGitConfig &into)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored))
        return;
    git_config *opened = nullptr;
    if (git_config_open_ondisk(&opened, file.c_str()) != 0)
        return; // A file that git itself cannot read grants nothing.
    const GitConfig config(opened);
    git_config_iterator *begun = nullptr;
    if (git_config_iterator_new(&begun, config.get()) != 0)
        return;
    const GitConfigIterator iterator(begun);
    git_config_entry *entry = nullptr;
    while (git_config_next(&entry, iterator.get()) == 0) {
        const std::string name = entry->name;
        const std::string value = entry->value != nullptr ? entry->value : "";
        if (name == "core.excludesfile")
            into.excludesFile = expanded(value, home);
        else if (name == "safe.directory" && value.empty())
            into.safeDirectories.clear();
        else if (name == "safe.directory")
            into.safeDirectories.push_back(expanded(value, home).string());
    }
}

} // namespace

UserGitConfig userGitConfig()
{
    startGit();
    const std::filesystem::path home = fromEnvironment("HOME");
    std::filesystem::path xdg = fromEnvironment("XDG_CONFIG_HOME");
    if (xdg.empty() && !home.empty())
        xdg = home / ".config";
    UserGitConfig config;
    if (!xdg.empty())
        config.excludesFile = xdg / "git" / "ignore";
    readFrom("/etc/gitconfig", home, config);
    if (!xdg.empty())
        readFrom(xdg / "git" / "config", home, config);
    if (!home.empty())
        readFrom(home / ".gitconfig", home, config);
    return config;
}

bool isSafeDirectory(const UserGitConfig &config, const std::filesystem::path &root)
{
    const std::string path = root.string();
    for (std::string safe : config.safeDirectories) {
        if (safe == "*")
            return true;
        if (safe.ends_with("/*") && path.starts_with(safe.substr(0, safe.size() - 1)))
            return true;
        while (safe.size() > 1 && safe.ends_with('/'))
            safe.pop_back();
        if (safe == path)
            return true;
        if (!safe.starts_with('/'))
            continue;
        std::error_code absent;
        if (std::filesystem::canonical(safe, absent) == root && !absent)
            return true;
    }
    return false;
}

} // namespace vouchsafe
