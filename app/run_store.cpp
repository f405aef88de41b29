#include "app/run_store.h"

#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/events/reducer.h"

#include <algorithm>

namespace vouchsafe {

RunStore::RunStore(std::filesystem::path dataFolder) : m_data(std::move(dataFolder))
{
}

Result<RunFolder> RunStore::create(const Clock &clock) const
{
    if (const Status made = makePrivateFolder(m_data / "runs"); !made)
        return Failure(made.error());
    // Two runs of one second differ in four random digits; a clash is tried again.
    for (int attempt = 0; attempt < 20; ++attempt) {
        const std::string id = newRunId(clock);
        const RunFolder folder{id, m_data / "runs" / id};
        std::error_code error;
        if (!std::filesystem::create_directory(folder.path, error)) {
            if (error)
                return Failure(systemError(error.value(), "cannot make the run's folder", folder.path));
            continue;
        }
        std::filesystem::permissions(folder.path, std::filesystem::perms::owner_all, error);
        for (const char *name : {"output", "reports"})
            if (const Status made = makePrivateFolder(folder.path / name); !made) {
                std::filesystem::remove_all(folder.path, error);
                return Failure(made.error());
            }
        return folder;
    }
    return fail(ErrorCode::Io, "cannot make the run's folder",
                "every name was taken in " + (m_data / "runs").string());
}

std::vector<RunFolder> RunStore::all() const
{
    std::vector<RunFolder> runs;
    std::error_code error;
    for (const auto &entry : std::filesystem::directory_iterator(m_data / "runs", error))
        if (isRunId(entry.path().filename().string()))
            runs.push_back({entry.path().filename().string(), entry.path()});
    std::sort(runs.begin(), runs.end(), [](const RunFolder &a, const RunFolder &b) { return a.id < b.id; });
    return runs;
}

Result<RunFolder> RunStore::find(const std::string &name) const
{
    const std::vector<RunFolder> runs = all();
    if (name == "last" && !runs.empty()) {
        // Names of one second are in no order, so the journal's own time decides among them.
        const auto written = [](const RunFolder &run) {
            std::error_code ignored;
            return std::filesystem::last_write_time(run.path, ignored);
        };
        const auto sameSecond = [&](const RunFolder &run) {
            return run.id.substr(0, 15) == runs.back().id.substr(0, 15);
        };
        const RunFolder *newest = &runs.back();
        for (const RunFolder &run : runs)
            if (sameSecond(run) && written(run) > written(*newest))
                newest = &run;
        return *newest;
    }
    std::vector<RunFolder> matches;
    for (const RunFolder &run : runs)
        if (!name.empty() && run.id.starts_with(name))
            matches.push_back(run);
    if (matches.empty())
        return fail(ErrorCode::RunUnknown, "there is no run `" + shown(name) + "`",
                    "looking in " + (m_data / "runs").string());
    if (matches.size() > 1) {
        std::string names;
        for (const RunFolder &run : matches)
            names += (names.empty() ? "" : ", ") + run.id;
        return fail(ErrorCode::RunAmbiguous, "several runs begin with `" + shown(name) + "`", names);
    }
    return matches.front();
}

Result<LoadedRun> loadRun(const RunFolder &folder)
{
    Result<LoadedJournal> journal = loadJournal(folder.journal());
    if (!journal)
        return Failure(journal.error());
    RunState state = fold(journal->events);
    return LoadedRun{folder, std::move(*journal), std::move(state)};
}

} // namespace vouchsafe
