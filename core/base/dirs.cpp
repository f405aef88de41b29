#include "core/base/dirs.h"

#include <cstdlib>
#include <pwd.h>
#include <string>
#include <unistd.h>

namespace vouchsafe {
namespace {

std::filesystem::path fromEnvironment(const char *name)
{
    const char *value = std::getenv(name);
    if (value == nullptr || value[0] != '/')
        return {};
    return value;
}

std::filesystem::path home()
{
    if (auto path = fromEnvironment("HOME"); !path.empty())
        return path;
    const passwd *entry = getpwuid(getuid());
    if (entry != nullptr && entry->pw_dir != nullptr && entry->pw_dir[0] == '/')
        return entry->pw_dir;
    return "/tmp/vouchsafe-" + std::to_string(getuid());
}

std::filesystem::path base(const char *name, const char *fallback)
{
    const std::filesystem::path path = fromEnvironment(name);
    return (path.empty() ? home() / fallback : path) / "vouchsafe";
}

} // namespace

Directories userDirectories()
{
    const std::filesystem::path runtime = fromEnvironment("XDG_RUNTIME_DIR");
    return {base("XDG_CONFIG_HOME", ".config"), base("XDG_DATA_HOME", ".local/share"),
            base("XDG_CACHE_HOME", ".cache"), base("XDG_STATE_HOME", ".local/state"),
            runtime.empty() ? runtime : runtime / "vouchsafe"};
}

} // namespace vouchsafe
