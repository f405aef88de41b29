#include "app/run_requests.h"

#include "app/run_control.h"
#include "core/base/dirs.h"
#include "core/base/text.h"
#include "core/settings/settings.h"

#include <algorithm>

namespace vouchsafe {
namespace {

// The doctor refuses longer ones; one byte more is enough for that, and the journal holds what was given.
constexpr std::size_t longestGivenPatch = std::size_t{8} << 20;

Status mayResume(const LoadedRun &run)
{
    const RunState &state = run.state;
    if (state.seq == 0)
        return fail(ErrorCode::Journal, "the run's journal is empty", run.folder.journal().string());
    if (runOwner(run.folder.id))
        return fail(ErrorCode::RunActive, "the run is under way", run.folder.id);
    if (state.mayGoOn())
        return {};
    return fail(ErrorCode::Usage, "the run came to its end, so there is nothing to go on with",
                run.folder.id + " stopped with " + std::string(stopReasonName(state.finished->stop)),
                "Start another: `vouchsafe run`.");
}

Status checksAreGiven(const std::map<std::string, std::vector<std::string>> &flags)
{
    const auto checks = flags.find("check");
    if (checks != flags.end())
        for (const std::string &check : checks->second)
            if (trimmed(check).empty())
                return fail(ErrorCode::CheckInvalid, "a check is empty", "reading --check");
    return {};
}

} // namespace

Result<RunRequest> newRun(const NewRun &run, const std::filesystem::path &dataFolder,
                          const std::stop_token &stop)
{
    if (const Status given = checksAreGiven(run.flags); !given)
        return Failure(given.error());
    const Directories directories = userDirectories();
    Result<OpenedTree> tree = openTree(run.repository, directories, stop);
    if (!tree)
        return Failure(tree.error());
    const Result<Settings> settings =
        loadSettings({run.flags, {}, directories.config, tree->repository.root});
    if (!settings)
        return Failure(settings.error());
    RunRequest request{{}, std::move(*tree), {}, *settings, directories.config, {}, run.givenPatch, {}};
    request.forkedFrom = run.forkedFrom;
    settings->applyTo(request.task);
    request.task.request = run.request;
    if (run.givenPatch)
        request.task.limits.attempts = 1;
    if (request.givenPatch && request.givenPatch->size() > longestGivenPatch)
        request.givenPatch->resize(longestGivenPatch + 1);
    Result<RunFolder> folder = RunStore(dataFolder).create(SystemClock());
    if (!folder)
        return Failure(folder.error());
    request.folder = std::move(*folder);
    return request;
}

Result<RunRequest> resumedRun(const LoadedRun &run, const std::stop_token &stop)
{
    if (const Status may = mayResume(run); !may)
        return Failure(may.error());
    const Directories directories = userDirectories();
    const Task &task = run.state.task;
    Result<OpenedTree> tree = openTreeAgain(task.repository, task.base.treeId, directories, stop);
    if (!tree)
        return Failure(tree.error());
    tree->repository.subfolder = task.subfolder;
    const Result<Settings> settings = loadSettings({{}, {}, directories.config, tree->repository.root});
    if (!settings)
        return Failure(settings.error());
    return RunRequest{task, std::move(*tree),     run.folder, *settings, directories.config,
                      {},   run.state.givenPatch, run.state};
}

void removeUnused(const RunFolder &folder)
{
    std::error_code error;
    if (!std::filesystem::exists(folder.journal(), error) ||
        std::filesystem::file_size(folder.journal(), error) == 0)
        std::filesystem::remove_all(folder.path, error);
}

} // namespace vouchsafe
