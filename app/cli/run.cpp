// vouchsafe run: from a task to a proven patch.
#include "app/apply_run.h"
#include "app/cli/proof_run.h"
#include "app/cli/run_flags.h"
#include "core/base/files.h"
#include "core/base/text.h"

namespace vouchsafe::cli {
namespace {

struct RunCommand {
    NewRun start;
    std::string task;
    std::string taskFile;
    bool apply = false;
};

Result<std::string> requestOf(const RunCommand &command)
{
    std::string text = command.task;
    if (!command.taskFile.empty()) {
        constexpr std::uint64_t largestTask = std::uint64_t{1} << 20;
        const Result<std::string> file = readFile(command.taskFile, largestTask);
        if (!file)
            return fail(ErrorCode::PathMissing, "the task's file cannot be read", file.error().context);
        text = *file;
    }
    if (trimmed(text).empty())
        return fail(ErrorCode::TaskEmpty, "the task is empty",
                    command.taskFile.empty() ? "reading --task" : "reading " + shown(command.taskFile));
    return toUtf8Lossy(trimmed(text));
}

int applyProven(const Context &context, const RunState &state)
{
    const Result<RunFolder> folder = RunStore(context.dataFolder).find(state.run);
    if (!folder)
        return report(context, folder.error());
    const Result<std::string> may = mayApplyUnasked(*folder);
    if (!may)
        return report(context, may.error());
    const Result<AppliedRun> applied = applyRun(*folder, context.dataFolder, "--apply", *may);
    if (!applied)
        return report(context, applied.error());
    remark(context, "applied to " + shown(state.task.repository) + ": " + join(applied->files, ", ") +
                        "; undo with `vouchsafe undo " + state.run + "`");
    return 0;
}

int run(const Context &context, const RunCommand &command)
{
    const Result<std::string> request = requestOf(command);
    if (!request)
        return report(context, request.error());
    const Result<RunState> state =
        startRun(context, {command.start.repository, command.start.flags, *request, std::nullopt});
    if (!state)
        return report(context, state.error());
    const int status = tellOutcome(context, *state);
    if (!command.apply || status != 0)
        return status;
    return applyProven(context, *state);
}

} // namespace

Command addRun(CLI::App &parent)
{
    CLI::App *parser =
        parent.add_subcommand("run", "Find a patch for a task and prove it; nothing is applied");
    const auto command = std::make_shared<RunCommand>();
    parser->add_option("REPO", command->start.repository, "A folder of a git repository")->required();
    CLI::Option_group *task = parser->add_option_group("task");
    task->add_option("--task", command->task, "What should be changed, in words")->type_name("TEXT");
    task->add_option("--task-file", command->taskFile, "The same from a file")->type_name("FILE");
    task->require_option(1);
    addEngineerFlags(*parser, command->start.flags);
    addProofFlags(*parser, command->start.flags);
    parser->add_flag("--apply", command->apply,
                     "Apply the patch if it is proven and touches no tests or build files");
    return {parser, [command](const Context &context) { return run(context, *command); }};
}

} // namespace vouchsafe::cli
