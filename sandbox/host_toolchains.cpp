#include "sandbox/host_toolchains.h"

#include "core/base/files.h"
#include "core/base/resources.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <sys/stat.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

using Environment = std::map<std::string, std::string>;
using Json = nlohmann::json;

constexpr std::size_t notOnPath = std::numeric_limits<std::size_t>::max();

/// `~` and `$NAME` at the start of a path of the data; none where the variable is not set to an absolute
/// path.
std::optional<fs::path> expanded(const std::string &text, const Environment &environment)
{
    if (!text.starts_with('~') && !text.starts_with('$'))
        return fs::path(text);
    const std::size_t slash = std::min(text.find('/'), text.size());
    const std::string name = text.starts_with('~') ? "HOME" : text.substr(1, slash - 1);
    const auto value = environment.find(name);
    if (value == environment.end() || !value->second.starts_with('/'))
        return std::nullopt;
    return fs::path(value->second + text.substr(slash)).lexically_normal();
}

std::vector<fs::path> allExpanded(const Json &entry, const char *key, const Environment &environment)
{
    std::vector<fs::path> paths;
    for (const Json &text : entry.value(key, Json::array())) {
        const auto path = expanded(text.get<std::string>(), environment);
        if (path && std::find(paths.begin(), paths.end(), *path) == paths.end())
            paths.push_back(*path);
    }
    return paths;
}

/// Whether the folder may be shown: nobody else can change it, and no key lies in it or one folder below.
class Safety {
public:
    Safety(const Identity &identity, const Json &names) : m_identity(identity)
    {
        for (const Json &name : names)
            m_secrets.insert(name.get<std::string>());
    }

    bool showable(const fs::path &folder) const
    {
        struct stat info {};
        if (::lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode))
            return false;
        const bool trustedOwner = info.st_uid == m_identity.uid || info.st_uid == 0;
        // With a umask of 002 the user's own group may write, and has no other member.
        const bool groupWrites = (info.st_mode & S_IWGRP) != 0 && info.st_gid != m_identity.gid;
        return trustedOwner && !groupWrites && (info.st_mode & S_IWOTH) == 0 && !holdsKeys(folder, 1);
    }

private:
    bool holdsKeys(const fs::path &folder, int deeper) const
    {
        std::error_code error;
        for (const auto &entry : fs::directory_iterator(folder, error)) {
            if (m_secrets.contains(entry.path().filename().string()))
                return true;
            const bool inner = deeper > 0 && !entry.is_symlink(error) && entry.is_directory(error);
            if (inner && holdsKeys(entry.path(), deeper - 1))
                return true;
        }
        return false;
    }

    const Identity &m_identity;
    std::set<std::string> m_secrets;
};

/// The numbers in a version's name: `cpython-3.12.1` gives 3, 12, 1.
std::vector<unsigned long> versionNumbers(const std::string &text)
{
    std::vector<unsigned long> numbers;
    for (std::size_t at = 0; at < text.size();) {
        unsigned long value = 0;
        const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
        if (error == std::errc())
            numbers.push_back(value);
        at = std::max(at + 1, static_cast<std::size_t>(end - text.data()));
    }
    return numbers;
}

/// The version that the toolchain's own settings name, as `3.11.7` or `stable`.
std::string selectedVersion(const Json &entry, const Environment &environment)
{
    for (const Json &source : entry.value("selected", Json::array())) {
        if (const std::string variable = source.value("variable", ""); !variable.empty()) {
            const auto value = environment.find(variable);
            if (value != environment.end() && !value->second.empty())
                return value->second.substr(0, value->second.find(':'));
            continue;
        }
        const auto path = expanded(source.value("file", ""), environment);
        const auto text = path ? readFile(*path, 65536) : Result<std::string>(std::string());
        if (!text)
            continue;
        const std::string key = source.value("key", "");
        for (const std::string_view line : splitLines(*text)) {
            std::string_view value = trimmed(line);
            if (!key.empty()) {
                const std::size_t equals = value.find('=');
                if (equals == std::string_view::npos || trimmed(value.substr(0, equals)) != key)
                    continue;
                value = trimmed(value.substr(equals + 1));
                if (value.size() > 1 && value.front() == '"' && value.back() == '"')
                    value = value.substr(1, value.size() - 2);
            }
            if (!value.empty() && value.front() != '#')
                return std::string(value);
        }
    }
    return {};
}

bool names(const std::string &selected, const std::string &version)
{
    if (selected.empty() || !version.starts_with(selected))
        return false;
    return version.size() == selected.size() || version[selected.size()] == '.' ||
           version[selected.size()] == '-';
}

struct Ranked {
    std::size_t rank = notOnPath;
    std::string version;
    HostToolchain toolchain;
};

/// Where on the user's PATH this version is found: by its own folder, or through the shims of its kind.
std::size_t rankOf(const fs::path &folder, bool selected, const std::vector<fs::path> &shims,
                   const std::vector<std::string> &path)
{
    for (std::size_t i = 0; i < path.size(); ++i) {
        const fs::path entry = fs::path(path[i]).lexically_normal();
        const std::string relative = entry.lexically_relative(folder).string();
        if (!relative.empty() && !relative.starts_with(".."))
            return i;
        if (selected && std::find(shims.begin(), shims.end(), entry) != shims.end())
            return i;
    }
    return notOnPath;
}

void addShared(HostToolchain &toolchain, const Json &entry, const Environment &environment,
               const Safety &safety)
{
    for (const Json &also : entry.value("also", Json::array())) {
        const auto folder = expanded(also.value("folder", ""), environment);
        if (!folder || !safety.showable(*folder))
            continue;
        toolchain.mounts.push_back({*folder, folder->string(), false});
        const Json variables = also.value("environment", Json::object());
        for (const auto &[name, value] : variables.items()) {
            if (const auto path = expanded(value.get<std::string>(), environment))
                toolchain.environment[name] = path->string();
        }
        return;
    }
}

std::vector<Ranked> versionsOf(const Json &entry, const Environment &environment, const Safety &safety,
                               const std::vector<std::string> &path)
{
    std::vector<Ranked> found;
    const std::string origin = entry.value("origin", "");
    const std::string selected = selectedVersion(entry, environment);
    const std::vector<fs::path> shims = allExpanded(entry, "shims", environment);
    for (const fs::path &root : allExpanded(entry, "roots", environment)) {
        std::error_code error;
        for (const auto &folder : fs::directory_iterator(root, error)) {
            // A link is another name of a version that is found itself.
            if (folder.is_symlink(error) || !fs::exists(folder.path() / entry.value("program", ""), error) ||
                !safety.showable(folder.path()))
                continue;
            Ranked one;
            one.version = folder.path().filename().string();
            one.rank = rankOf(folder.path(), names(selected, one.version), shims, path);
            one.toolchain.language = entry.value("language", "");
            one.toolchain.origin = origin + " " + one.version;
            one.toolchain.mounts.push_back({folder.path(), folder.path().string(), false});
            for (const Json &part : entry.value("path", Json::array()))
                one.toolchain.path.push_back((folder.path() / part.get<std::string>()).string());
            addShared(one.toolchain, entry, environment, safety);
            found.push_back(std::move(one));
        }
    }
    return found;
}

} // namespace

std::vector<HostToolchain> hostToolchains(const Identity &identity, const Environment &environment)
{
    if (identity.dropped)
        return {};
    const auto text = resource("toolchains/host.json");
    const Json data = text ? Json::parse(*text, nullptr, false) : Json();
    if (!data.is_object())
        return {};
    const Safety safety(identity, data.value("secrets", Json::array()));
    const auto pathVariable = environment.find("PATH");
    const std::vector<std::string> path =
        pathVariable == environment.end() ? std::vector<std::string>{} : split(pathVariable->second, ':');
    std::vector<Ranked> all;
    for (const Json &entry : data.value("toolchains", Json::array())) {
        std::vector<Ranked> found = versionsOf(entry, environment, safety, path);
        // What only shares packages serves the tools of /usr, after all versions of its language.
        if (entry.value("roots", Json::array()).empty()) {
            Ranked shared;
            shared.toolchain.language = entry.value("language", "");
            shared.toolchain.origin = entry.value("origin", "");
            addShared(shared.toolchain, entry, environment, safety);
            if (!shared.toolchain.mounts.empty())
                found.push_back(std::move(shared));
        }
        std::move(found.begin(), found.end(), std::back_inserter(all));
    }
    std::stable_sort(all.begin(), all.end(), [](const Ranked &left, const Ranked &right) {
        if (left.toolchain.language != right.toolchain.language)
            return left.toolchain.language < right.toolchain.language;
        if (left.rank != right.rank)
            return left.rank < right.rank;
        return versionNumbers(left.version) > versionNumbers(right.version);
    });
    std::vector<HostToolchain> toolchains;
    for (Ranked &one : all)
        toolchains.push_back(std::move(one.toolchain));
    return toolchains;
}

} // namespace vouchsafe
