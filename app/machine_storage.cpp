#include "app/machine_storage.h"

#include "app/unused_layers.h"
#include "core/git/tree_store.h"
#include "sandbox/control_group.h"
#include "sandbox/engine_holdings.h"
#include "sandbox/engine_probe.h"
#include "sandbox/host_program.h"
#include "sandbox/scratch.h"

#include <algorithm>
#include <optional>
#include <thread>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

const std::vector<Backend> everyEngine = {Backend::Docker, Backend::Podman};
constexpr auto walking = fs::directory_options::skip_permission_denied;

std::uint64_t bytesBelow(const fs::path &folder)
{
    std::uint64_t sum = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, walking, error), end; it != end; it.increment(error)) {
        if (error)
            break;
        if (it->is_regular_file(error) && !it->is_symlink(error))
            sum += it->file_size(error);
    }
    return sum;
}

std::uint64_t foldersIn(const fs::path &folder)
{
    std::uint64_t count = 0;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator(folder, walking, error))
        if (entry.is_directory(error) && !entry.path().filename().string().starts_with('.'))
            ++count;
    return count;
}

Holding ofFolder(const char *what, const fs::path &folder, bool counted, bool cleans = true)
{
    return {what, folder.string(), bytesBelow(folder), counted ? foldersIn(folder) : 0, cleans};
}

/// Each engine that answers, asked on a thread of its own so that one which hangs takes 10 s and no more.
template <typename T>
std::vector<T> fromEngines(const std::vector<Backend> &kinds, const Identity &identity,
                           const std::map<std::string, std::string> &environment, const std::stop_token &stop,
                           Result<T> (*ask)(const Engine &, HostProgram &, std::stop_token))
{
    std::vector<std::optional<T>> answers(kinds.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < kinds.size(); ++i)
            threads.emplace_back([&, i] {
                SystemProgram programs;
                const auto engine = findUserEngine(kinds[i], identity, environment, programs, stop);
                if (!engine)
                    return; // its absence is a finding and no holding
                if (auto answer = ask(*engine, programs, stop))
                    answers[i] = std::move(*answer);
            });
    }
    std::vector<T> all;
    for (auto &answer : answers)
        if (answer)
            all.push_back(std::move(*answer));
    return all;
}

void say(MachineCleaned &cleaned, int count, const char *one, const char *several)
{
    if (count > 0)
        cleaned.words.push_back(std::to_string(count) + " " + (count == 1 ? one : several));
}

} // namespace

std::string mebibytes(std::uint64_t bytes)
{
    return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB";
}

std::vector<Holding> folderHoldings(const Identity &identity, const Directories &directories,
                                    const fs::path &dataFolder)
{
    return {
        ofFolder("base trees", identity.cache / "trees", true),
        ofFolder("layers", identity.cache / "layers", true),
        ofFolder("workspaces", identity.cache / "scratch", true),
        ofFolder("symbol index", directories.cache / "index", false),
        ofFolder("runs", dataFolder / "runs", true, false),
    };
}

std::vector<Holding> engineHoldingsOf(const std::vector<Backend> &kinds, const Identity &identity,
                                      const std::map<std::string, std::string> &environment,
                                      std::stop_token stop)
{
    std::vector<Holding> all;
    for (const auto &rows :
         fromEngines<std::vector<Holding>>(kinds, identity, environment, stop, engineHoldings))
        for (const Holding &row : rows)
            if (row.count > 0)
                all.push_back(row);
    return all;
}

std::vector<Holding> machineHoldings(const Identity &identity, const Directories &directories,
                                     const fs::path &dataFolder,
                                     const std::map<std::string, std::string> &environment,
                                     std::stop_token stop)
{
    std::vector<Holding> all = folderHoldings(identity, directories, dataFolder);
    for (Holding &row : engineHoldingsOf(everyEngine, identity, environment, std::move(stop)))
        all.push_back(std::move(row));
    return all;
}

Result<MachineCleaned> cleanMachine(const Identity &identity, const Directories &directories,
                                    const std::map<std::string, std::string> &environment,
                                    std::stop_token stop)
{
    const fs::path trees = identity.cache / "trees";
    const fs::path index = directories.cache / "index";
    const auto held = [&] {
        return bytesBelow(identity.cache) +
               (index.string().starts_with(identity.cache.string() + "/") ? 0 : bytesBelow(index));
    };
    const std::uint64_t before = held();
    const std::uint64_t treesBefore = foldersIn(trees);
    MachineCleaned cleaned;
    say(cleaned, reapScratch(identity), "workspace of a program that is gone",
        "workspaces of programs that are gone");
    say(cleaned, reapControlGroups(), "control group of a program that is gone",
        "control groups of programs that are gone");
    if (const Status pruned = TreeStore(identity.cache, identity.uid, identity.gid).prune(0); !pruned)
        return Failure(pruned.error());
    say(cleaned, static_cast<int>(treesBefore - std::min(treesBefore, foldersIn(trees))), "base tree",
        "base trees");
    say(cleaned, removeUnusedLayers(identity), "layer", "layers");
    std::error_code error;
    if (fs::remove_all(index, error) > 0)
        cleaned.words.emplace_back("the symbol index");
    if (error)
        return fail(ErrorCode::Io, "the symbol index could not be removed",
                    index.string() + ": " + error.message());
    const std::uint64_t after = held();
    cleaned.bytes = before - std::min(before, after);
    for (const EngineCleaned &engine :
         fromEngines<EngineCleaned>(everyEngine, identity, environment, stop, cleanEngine)) {
        say(cleaned, engine.orphans, "container or volume of a program that is gone",
            "containers and volumes of programs that are gone");
        say(cleaned, engine.images, "image", "images");
        cleaned.bytes += engine.bytes;
    }
    return cleaned;
}

} // namespace vouchsafe
