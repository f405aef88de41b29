#include "app/prepared_layers.h"

#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/descriptor.h"
#include "sandbox/layers.h"
#include "sandbox/scratch.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr const char *prefix = "prepared-";
constexpr const char *record = "prepared.json";
constexpr std::size_t mostFolders = 10'000; // that one installation may keep, however deep they lie

fs::path folderOf(const PreparePlan &plan, const Identity &identity)
{
    return identity.cache / "layers" / (prefix + plan.digest);
}

bool makeFolder(const fs::path &folder)
{
    return ::mkdir(folder.c_str(), 0755) == 0 || errno == EEXIST;
}

/// Moves every folder of one of the names from below `from` to the same place below `to`. Links are not
/// followed; what is moved is not looked into.
void moveNamed(const fs::path &from, const fs::path &to, const std::vector<std::string> &names,
               std::size_t &moved)
{
    std::error_code error;
    std::vector<fs::path> inner;
    for (const auto &entry : fs::directory_iterator(from, error)) {
        const std::string name = entry.path().filename().string();
        if (entry.is_symlink(error) || !entry.is_directory(error) || moved >= mostFolders)
            continue;
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            inner.push_back(entry.path());
            continue;
        }
        fs::create_directories(to, error);
        if (::rename(entry.path().c_str(), (to / name).c_str()) == 0)
            ++moved;
    }
    for (const fs::path &folder : inner)
        if (folder.filename() != ".vouchsafe" && folder.filename() != ".git")
            moveNamed(folder, to / folder.filename(), names, moved);
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

std::string recordOf(const PreparePlan &plan, const std::vector<ProxyLogEntry> &log)
{
    nlohmann::json steps = nlohmann::json::array();
    for (const PlannedStep &step : plan.steps)
        steps.push_back(step.shown);
    nlohmann::json entries = nlohmann::json::array();
    for (const ProxyLogEntry &entry : log)
        entries.push_back(shownEntry(entry));
    const nlohmann::json json = {{"version", 1},
                                 {"digest", plan.digest},
                                 {"prepared", shownTime(std::chrono::system_clock::now())},
                                 {"ecosystems", plan.ecosystems},
                                 {"steps", steps},
                                 {"notices", plan.notices},
                                 {"log", entries}};
    return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Status fill(const fs::path &made, const PreparePlan &plan, const fs::path &written,
            const std::vector<ProxyLogEntry> &log)
{
    if (!makeFolder(made) || !makeFolder(made / "tree") || !makeFolder(made / "deps"))
        return Failure(systemError(errno, "cannot keep what was installed", made));
    std::size_t moved = 0;
    moveNamed(written, made / "tree", plan.keeps, moved);
    const fs::path deps = written / ".vouchsafe" / "deps";
    std::error_code error;
    if (plan.cache && !fs::is_symlink(deps, error) && fs::is_directory(deps, error) &&
        (::rmdir((made / "deps").c_str()) != 0 || ::rename(deps.c_str(), (made / "deps").c_str()) != 0))
        return Failure(systemError(errno, "cannot keep the caches of packages", made));
    return writeFileAtomic(made / record, recordOf(plan, log), 0644);
}

} // namespace

std::optional<PreparedDependencies> preparedFor(const PreparePlan &plan, const Identity &identity)
{
    if (plan.empty())
        return std::nullopt;
    const fs::path folder = folderOf(plan, identity);
    const AsIdentity rights(identity);
    auto lock =
        std::make_shared<Descriptor>(::open((folder / record).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!lock->valid() || ::flock(lock->get(), LOCK_SH | LOCK_NB) != 0)
        return std::nullopt;
    ::futimens(lock->get(), nullptr); // used now; where that fails it only goes earlier
    PreparedDependencies found;
    found.digest = plan.digest;
    found.toolchains = plan.toolchains;
    found.environment = plan.offline;
    found.replaces = plan.keeps;
    if (!plan.keeps.empty())
        found.layers.push_back(folder / "tree");
    // Tools lock and touch their caches, so what they write is thrown away instead of refused.
    if (plan.cache)
        found.mounts.push_back({folder / "deps", preparedDeps, true});
    found.lock = std::move(lock);
    return found;
}

Status keepPrepared(const PreparePlan &plan, const Identity &identity, const fs::path &written,
                    const std::vector<ProxyLogEntry> &log)
{
    const auto kept = keepLayer(identity, prefix + plan.digest, [&](const fs::path &made) {
        const AsIdentity rights(identity);
        return fill(made, plan, written, log);
    });
    const AsIdentity rights(identity);
    const Descriptor layers(
        ::open(written.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (const Status removed = removeTree(layers.get(), written.filename().string()); !removed && kept)
        return removed;
    return kept ? Status() : Status(Failure(kept.error()));
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
    const fs::path file = folderOf(plan, identity) / record;
    const auto text = readFile(file, std::uint64_t{64} << 20);
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
    const Descriptor layers(
        ::open((identity.cache / "layers").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!layers.valid())
        return 0;
    std::vector<std::pair<std::int64_t, std::string>> found; // when it was used last
    for (const std::string &name : namesIn(layers.get())) {
        struct stat info {};
        if (name.starts_with(prefix) &&
            ::fstatat(layers.get(), (name + "/" + record).c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0)
            found.emplace_back(info.st_mtim.tv_sec, name);
    }
    std::sort(found.rbegin(), found.rend());
    int gone = 0;
    for (std::size_t i = keep; i < found.size(); ++i) {
        const std::string &name = found[i].second;
        const Descriptor lock(
            ::openat(layers.get(), (name + "/" + record).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
        if (!lock.valid() || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
            continue;
        const std::string away = "." + newNonce(8); // nobody finds it half gone
        if (::renameat(layers.get(), name.c_str(), layers.get(), away.c_str()) == 0 &&
            removeTree(layers.get(), away))
            ++gone;
    }
    return gone;
}

} // namespace vouchsafe
