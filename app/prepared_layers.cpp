#include "app/prepared_layers.h"

#include "app/layer_content.h"
#include "app/prepared_generations.h"
#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/descriptor.h"
#include "sandbox/scratch.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr const char *prefix = "prepared-";
constexpr std::uint64_t mostRecord = std::uint64_t{64} << 20;
constexpr std::size_t digestDigits = 64;

std::string stemOf(const PreparePlan &plan)
{
    return prefix + plan.digest + "-";
}

/// The place is a folder of its own, reached through no link.
bool isFolderBelow(const fs::path &root, const std::string &place)
{
    fs::path at = root;
    std::error_code error;
    for (const fs::path &part : fs::path(place))
        if (at /= part; fs::symlink_status(at, error).type() != fs::file_type::directory)
            return false;
    return true;
}

/// Moves the folders that may be kept to the same places below `to`, and names those that were there.
Result<std::vector<std::string>> movePlaces(const fs::path &from, const fs::path &to,
                                            const std::vector<std::string> &places)
{
    std::vector<std::string> moved;
    for (const std::string &place : places) {
        if (!isFolderBelow(from, place))
            continue;
        std::error_code error;
        fs::create_directories((to / place).parent_path(), error);
        if (::rename((from / place).c_str(), (to / place).c_str()) != 0)
            return Failure(systemError(errno, "cannot keep what was installed", to / place));
        moved.push_back(place);
    }
    return moved;
}

bool makeFolder(const fs::path &folder)
{
    return ::mkdir(folder.c_str(), 0755) == 0 || errno == EEXIST;
}

std::string shownTime(std::chrono::system_clock::time_point at)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(at);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::string recordOf(const PreparePlan &plan, const std::vector<ProxyLogEntry> &log,
                     const std::vector<std::string> &places, const std::string &content)
{
    nlohmann::json steps = nlohmann::json::array();
    for (const PlannedStep &step : plan.steps)
        steps.push_back(step.shown);
    nlohmann::json entries = nlohmann::json::array();
    for (const ProxyLogEntry &entry : log)
        entries.push_back(shownEntry(entry));
    const nlohmann::json json = {{"version", 2},
                                 {"digest", plan.digest},
                                 {"contentSha256", content},
                                 {"places", places},
                                 {"prepared", shownTime(std::chrono::system_clock::now())},
                                 {"ecosystems", plan.ecosystems},
                                 {"steps", steps},
                                 {"notices", plan.notices},
                                 {"log", entries}};
    return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Status fill(const fs::path &made, const PreparePlan &plan, const fs::path &written,
            const std::vector<ProxyLogEntry> &log, std::uint64_t most)
{
    if (!makeFolder(made) || !makeFolder(made / "tree") || !makeFolder(made / "deps"))
        return Failure(systemError(errno, "cannot keep what was installed", made));
    const auto places = movePlaces(written, made / "tree", plan.keeps);
    if (!places)
        return Failure(places.error());
    const fs::path deps = written / ".vouchsafe" / "deps";
    std::error_code error;
    if (plan.cache && !fs::is_symlink(deps, error) && fs::is_directory(deps, error) &&
        (::rmdir((made / "deps").c_str()) != 0 || ::rename(deps.c_str(), (made / "deps").c_str()) != 0))
        return Failure(systemError(errno, "cannot keep the caches of packages", made));
    const auto content = contentSha256(made, most); // before the record stands there
    if (!content)
        return Failure(content.error());
    return writeFileAtomic(made / preparedRecord, recordOf(plan, log, *places, *content), 0644);
}

/// What the record says of the content; false where it says nothing that could be relied on.
bool readContent(const fs::path &file, PreparedDependencies &found)
{
    const auto text = readFile(file, mostRecord);
    const auto json = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    if (!json.is_object() || !json.contains("contentSha256") || !json["contentSha256"].is_string() ||
        !json.contains("places") || !json["places"].is_array())
        return false;
    found.contentSha256 = json["contentSha256"].get<std::string>();
    for (const auto &place : json["places"])
        if (place.is_string())
            found.places.push_back(place.get<std::string>());
    return found.contentSha256.size() == 64;
}

} // namespace

std::optional<PreparedDependencies> preparedFor(const PreparePlan &plan, const Identity &identity)
{
    if (plan.empty())
        return std::nullopt;
    const AsIdentity rights(identity);
    const Descriptor layers = openLayers(identity);
    std::optional<TakenGeneration> kept;
    if (layers.valid())
        kept = takeGeneration(layers.get(), stemOf(plan));
    if (!kept)
        return std::nullopt;
    const fs::path folder = identity.cache / "layers" / kept->name;
    PreparedDependencies found;
    if (!readContent(folder / preparedRecord, found))
        return std::nullopt;
    ::futimens(kept->lock->get(), nullptr); // used now; where that fails it only goes earlier
    found.digest = plan.digest;
    found.toolchains = plan.toolchains;
    found.environment = plan.offline;
    found.replaces = plan.keeps;
    if (!found.places.empty())
        found.layers.push_back(folder / "tree");
    // Tools lock and touch their caches, so what they write is thrown away instead of refused.
    if (plan.cache)
        found.mounts.push_back({folder / "deps", preparedDeps, true});
    found.lock = std::move(kept->lock);
    return found;
}

Status keepPrepared(const PreparePlan &plan, const Identity &identity, const fs::path &written,
                    const std::vector<ProxyLogEntry> &log, std::uint64_t most)
{
    const std::string stem = stemOf(plan);
    const auto name = [&] {
        const AsIdentity rights(identity);
        return nextGeneration(openLayers(identity).get(), stem);
    }();
    const std::string made = ".made-" + newNonce(8);
    Status kept;
    {
        const AsIdentity rights(identity);
        kept = fill(identity.cache / "layers" / made, plan, written, log, most);
    }
    const AsIdentity rights(identity);
    const Descriptor layers = openLayers(identity);
    if (kept && ::renameat(layers.get(), made.c_str(), layers.get(), name.c_str()) != 0)
        kept = Failure(systemError(errno, "cannot keep what was installed", name));
    const Status cleared = removeTree(layers.get(), written.filename().string());
    if (!kept) {
        const Status unmade = removeTree(layers.get(), made);
        return kept;
    }
    for (const std::string &other : namesIn(layers.get()))
        if (other.starts_with(stem) && other < name)
            removeUnusedGeneration(layers.get(), other); // one that a run uses goes with a later cleaning
    return cleared;
}

std::string shownEntry(const ProxyLogEntry &entry)
{
    std::string text = shownTime(entry.at) + (entry.allowed ? " allowed " : " refused ");
    text += entry.host.empty() ? "unreadable request" : shown(entry.host) + ":" + std::to_string(entry.port);
    if (entry.allowed)
        text += " " + std::to_string(entry.bytesUp) + " bytes sent, " + std::to_string(entry.bytesDown) +
                " received";
    return entry.why.empty() ? text : text + " (" + shown(entry.why) + ")";
}

Result<std::vector<std::string>> preparedLog(const PreparePlan &plan, const Identity &identity)
{
    const Descriptor layers = openLayers(identity);
    const fs::path file =
        identity.cache / "layers" / latestGeneration(layers.get(), stemOf(plan)) / preparedRecord;
    const auto text = readFile(file, mostRecord);
    if (!text)
        return fail(ErrorCode::PathMissing, "there is no log: this was not prepared", file.string(),
                    "Run `vouchsafe prepare` first.");
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    std::vector<std::string> lines;
    if (json.is_object())
        for (const auto &line : json.value("log", nlohmann::json::array()))
            if (line.is_string())
                lines.push_back(line.get<std::string>());
    return lines;
}

int prunePrepared(const Identity &identity, std::size_t keep)
{
    const AsIdentity rights(identity);
    const Descriptor layers = openLayers(identity);
    if (!layers.valid())
        return 0;
    std::vector<std::pair<std::int64_t, std::string>> found; // when it was used last
    std::vector<std::string> replaced;
    for (const std::string &name : namesIn(layers.get())) {
        struct stat info {};
        if (!name.starts_with(prefix) ||
            ::fstatat(layers.get(), (name + "/" + preparedRecord).c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        const std::string stem = name.substr(0, std::string_view(prefix).size() + digestDigits) + "-";
        if (latestGeneration(layers.get(), stem) == name)
            found.emplace_back(info.st_mtim.tv_sec, name);
        else
            replaced.push_back(name);
    }
    std::sort(found.rbegin(), found.rend());
    for (std::size_t i = keep; i < found.size(); ++i)
        replaced.push_back(found[i].second);
    int gone = 0;
    for (const std::string &name : replaced)
        gone += removeUnusedGeneration(layers.get(), name) ? 1 : 0;
    return gone;
}

} // namespace vouchsafe
