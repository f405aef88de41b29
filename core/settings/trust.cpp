#include "core/settings/trust.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/settings/devcontainer.h"
#include "core/settings/repository_file.h"

#include <nlohmann/json.hpp>

#include <system_error>

namespace vouchsafe {
namespace {

using nlohmann::json;

constexpr std::uint64_t largestFile = std::uint64_t{16} << 20;

std::filesystem::path resolved(const std::filesystem::path &root)
{
    std::error_code error;
    const std::filesystem::path path = std::filesystem::weakly_canonical(root, error);
    return error ? root : path;
}

/// Paths need not be UTF-8, so the file knows a repository by the hash of its path.
std::string idOf(const std::filesystem::path &root)
{
    std::string path = resolved(root).string();
    while (path.size() > 1 && path.ends_with('/'))
        path.pop_back();
    return sha256(path);
}

} // namespace

TrustedRepositories::TrustedRepositories(std::filesystem::path configFolder)
    : m_file(std::move(configFolder) / "trusted.json")
{
}

Result<std::map<std::string, TrustedRepositories::Entry>> TrustedRepositories::load() const
{
    std::map<std::string, Entry> entries;
    std::error_code error;
    if (!std::filesystem::exists(m_file, error))
        return entries;
    const auto text = readFile(m_file, largestFile);
    if (!text)
        return tl::unexpected(text.error());
    const json parsed = json::parse(*text, nullptr, false);
    const auto list = parsed.is_object() ? parsed.find("repositories") : parsed.end();
    if (!parsed.is_object() || list == parsed.end() || !list->is_array())
        return fail(ErrorCode::Settings, "the list of trusted repositories could not be read",
                    shown(m_file.string()) + " is damaged",
                    "Remove the file, then trust each repository again.");
    for (const json &entry : *list)
        if (entry.is_object() && entry.value("id", json()).is_string() &&
            entry.value("sha256", json()).is_string())
            entries[entry["id"]] = {
                entry.value("path", json()).is_string() ? entry["path"] : json(""), entry["sha256"],
                entry.value("devcontainer", json()).is_string() ? entry["devcontainer"] : json("")};
    return entries;
}

Status TrustedRepositories::save(const std::map<std::string, Entry> &entries) const
{
    json list = json::array();
    for (const auto &[id, entry] : entries)
        list.push_back({{"id", id},
                        {"path", entry.path},
                        {"sha256", entry.sha256},
                        {"devcontainer", entry.devContainer}});
    if (auto made = makePrivateFolder(m_file.parent_path()); !made)
        return made;
    return writeFileAtomic(m_file, json{{"v", 1}, {"repositories", list}}.dump(1) + "\n");
}

Result<TrustedRepositories::Trusted> TrustedRepositories::trust(const std::filesystem::path &root) const
{
    const auto content = readRepositoryFile(root);
    if (!content)
        return tl::unexpected(content.error());
    const DevContainerFile container = findDevContainer(root);
    const bool described = !container.path.empty() && container.notice.empty();
    if (!*content && !described)
        return fail(ErrorCode::PathMissing, "the repository has no settings to trust",
                    "looking for " + shown((root / repositoryFileName).string()) + " and " +
                        shown((root / ".devcontainer").string()),
                    "Nothing needs to be trusted; name checks with --check.");
    auto entries = load();
    if (!entries)
        return tl::unexpected(entries.error());
    (*entries)[idOf(root)] = {shown(resolved(root).string()), *content ? sha256(**content) : "",
                              described ? sha256(container.text) : ""};
    if (const Status saved = save(*entries); !saved)
        return tl::unexpected(saved.error());
    Trusted trusted{content->value_or(""), {}, {}};
    if (described) {
        trusted.devContainer = container.text;
        trusted.devContainerPath = container.path;
    }
    return trusted;
}

Status TrustedRepositories::revoke(const std::filesystem::path &root) const
{
    auto entries = load();
    if (!entries)
        return tl::unexpected(entries.error());
    if (entries->erase(idOf(root)) == 0)
        return {};
    return save(*entries);
}

Result<bool> TrustedRepositories::isTrusted(const std::filesystem::path &root) const
{
    const auto content = readRepositoryFile(root);
    if (!content)
        return tl::unexpected(content.error());
    if (!*content)
        return false;
    return isTrusted(root, **content);
}

Result<bool> TrustedRepositories::isTrusted(const std::filesystem::path &root, std::string_view content) const
{
    const auto entries = load();
    if (!entries)
        return tl::unexpected(entries.error());
    const auto entry = entries->find(idOf(root));
    return entry != entries->end() && entry->second.sha256 == sha256(content);
}

Result<bool> TrustedRepositories::isDevContainerTrusted(const std::filesystem::path &root,
                                                        std::string_view content) const
{
    const auto entries = load();
    if (!entries)
        return tl::unexpected(entries.error());
    const auto entry = entries->find(idOf(root));
    return entry != entries->end() && entry->second.devContainer == sha256(content);
}

} // namespace vouchsafe
