#include "core/settings/devcontainer.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "core/settings/values.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <system_error>

namespace vouchsafe {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
constexpr std::uint64_t largestFile = std::uint64_t{256} << 10;
constexpr std::size_t mostFolders = 64;

/// Names that would do something here: on the host first, then to the container, then commands in it. What
/// only concerns an editor (customizations, ports, name) is passed over in silence.
constexpr std::array namesThatAct = {"initializeCommand",
                                     "privileged",
                                     "mounts",
                                     "workspaceMount",
                                     "runArgs",
                                     "capAdd",
                                     "securityOpt",
                                     "init",
                                     "appPort",
                                     "features",
                                     "dockerComposeFile",
                                     "containerEnv",
                                     "remoteEnv",
                                     "containerUser",
                                     "remoteUser",
                                     "onCreateCommand",
                                     "updateContentCommand",
                                     "postCreateCommand",
                                     "postStartCommand",
                                     "postAttachCommand"};

/// `false`, nothing, and empty lists ask for nothing.
bool asksForSomething(const Json &value)
{
    if (value.is_null() || value == false)
        return false;
    return !(value.is_array() || value.is_object() || value.is_string()) || !value.empty();
}

/// Blanks in place of comments and of commas before a closing bracket; text in quotes stays.
std::string plainJson(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    std::size_t comma = std::string::npos; // in `plain`, with nothing but blanks behind it so far
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("//")) {
            i = std::min(text.find('\n', i), text.size());
            continue;
        }
        if (rest.starts_with("/*")) {
            const std::size_t end = text.find("*/", i + 2);
            i = end == std::string_view::npos ? text.size() : end + 2;
            plain += ' ';
            continue;
        }
        const char c = text[i++];
        if ((c == '}' || c == ']') && comma != std::string::npos)
            plain[comma] = ' ';
        if (c == ',')
            comma = plain.size();
        else if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
            comma = std::string::npos;
        plain += c;
        for (bool inside = c == '"'; inside && i < text.size(); ++i) {
            plain += text[i];
            if (text[i] == '\\' && i + 1 < text.size())
                plain += text[++i];
            else if (text[i] == '"')
                inside = false;
        }
    }
    return plain;
}

std::string textIn(const Json &object, const char *name)
{
    return object.is_object() && object.contains(name) && object[name].is_string()
               ? object[name].get<std::string>()
               : std::string();
}

bool isFolder(const fs::path &path)
{
    std::error_code error;
    return fs::symlink_status(path, error).type() == fs::file_type::directory;
}

bool isThere(const fs::path &path)
{
    std::error_code error;
    return fs::symlink_status(path, error).type() != fs::file_type::not_found;
}

/// Names of the folders of `.devcontainer` that hold a file of their own, sorted.
std::vector<std::string> namedContainers(const fs::path &folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
        if (isFolder(it->path()) && isThere(it->path() / "devcontainer.json"))
            names.push_back(it->path().filename().string());
        if (names.size() > mostFolders)
            break;
    }
    std::sort(names.begin(), names.end());
    return names;
}

DevContainerFile readAt(const fs::path &root, const std::string &path)
{
    std::error_code error;
    DevContainerFile file{path, {}, {}};
    const fs::path full = root / path;
    if (fs::symlink_status(full, error).type() != fs::file_type::regular) {
        file.notice = shown(path) + " is not read: it is not a regular file.";
    } else if (fs::file_size(full, error) > largestFile) {
        file.notice = shown(path) + " is not read: it is larger than 256 KiB.";
    } else if (auto text = readFile(full, largestFile)) {
        file.text = std::move(*text);
    } else {
        file.notice = shown(path) + " cannot be read: " + text.error().context + ".";
    }
    return file;
}

} // namespace

Result<DevContainer> parseDevContainer(std::string_view text)
{
    const Json root = Json::parse(plainJson(text), nullptr, false);
    if (!root.is_object())
        return fail(ErrorCode::Settings, "the development container is not described in JSON");
    DevContainer found;
    const std::string image = textIn(root, "image");
    if (const auto named = imageNamed(image); named && named->language.empty())
        found.image = image;
    else if (!image.empty())
        found.ignored.emplace_back("image");
    found.dockerfile = root.contains("build") ? textIn(root["build"], "dockerfile") : std::string();
    if (found.dockerfile.empty())
        found.dockerfile = textIn(root, "dockerFile");
    for (const char *name : namesThatAct) {
        if (root.contains(name) && asksForSomething(root[name]))
            found.ignored.emplace_back(name);
    }
    return found;
}

DevContainerFile findDevContainer(const fs::path &root)
{
    const fs::path folder = root / ".devcontainer";
    if (isFolder(folder) && isThere(folder / "devcontainer.json"))
        return readAt(root, ".devcontainer/devcontainer.json");
    if (isThere(root / ".devcontainer.json"))
        return readAt(root, ".devcontainer.json");
    if (!isFolder(folder))
        return {};
    const std::vector<std::string> names = namedContainers(folder);
    if (names.empty())
        return {};
    if (names.size() == 1)
        return readAt(root, ".devcontainer/" + names.front() + "/devcontainer.json");
    return {".devcontainer",
            {},
            ".devcontainer holds several containers (" + shown(join(names, ", ")) +
                ") and none is taken; name an image with --image."};
}

} // namespace vouchsafe
