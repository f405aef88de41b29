// vouchsafe resume RUN: goes on with a run that was interrupted or cancelled.
#include "app/cli/proof_run.h"
#include "app/cli/run_name.h"
#include "app/evidence_check.h"
#include "app/run_control.h"
#include "core/base/dirs.h"
#include "core/settings/settings.h"

namespace vouchsafe::cli {
namespace {

Status mayResume(const LoadedRun &run)
{
    const RunState &state = run.state;
    if (state.seq == 0)
        return fail(ErrorCode::Journal, "the run's journal is empty", run.folder.journal().string());
    if (runOwner(run.folder.id))
        return fail(ErrorCode::RunActive, "the run is under way", run.folder.id);
    if (!state.finished || state.finished->stop == StopReason::Cancelled ||
        state.finished->stop == StopReason::Error || state.finished->stop == StopReason::Environment)
        return {};
    return fail(ErrorCode::Usage, "the run came to its end, so there is nothing to go on with",
                run.folder.id + " stopped with " + std::string(stopReasonName(state.finished->stop)),
                "Start another: `vouchsafe run`.");
}

int resume(const Context &context, const std::string &name)
{
    Result<LoadedRun> run = loadNamed(context, name);
    if (!run)
        return report(context, run.error());
    if (const Status may = mayResume(*run); !may)
        return report(context, may.error());
    removeUnrecorded(run->folder, run->journal.events);
    const Directories directories = userDirectories();
    const Task &task = run->state.task;
    Result<OpenedTree> tree = openTreeAgain(task.repository, task.base.treeId, directories, {});
    if (!tree)
        return report(context, tree.error());
    tree->repository.subfolder = task.subfolder;
    const Result<Settings> settings = loadSettings({{}, {}, directories.config, tree->repository.root});
    if (!settings)
        return report(context, settings.error());
    const Result<RunState> state = carryOut(context, {task,
                                                      std::move(*tree),
                                                      run->folder,
                                                      *settings,
                                                      directories.config,
                                                      {},
                                                      run->state.givenPatch,
                                                      run->state});
    if (!state)
        return report(context, state.error());
    return tellOutcome(context, *state);
}

} // namespace

Command addResume(CLI::App &parent)
{
    CLI::App *parser = parent.add_subcommand("resume", "Go on with a run that was interrupted or cancelled");
    const auto name = addRunName(*parser);
    return {parser, [name](const Context &context) { return resume(context, *name); }};
}

} // namespace vouchsafe::cli
