// vouchsafe resume RUN: goes on with a run that was interrupted or cancelled.
#include "app/cli/proof_run.h"
#include "app/cli/run_name.h"

namespace vouchsafe::cli {
namespace {

int resume(const Context &context, const std::string &name)
{
    const Result<LoadedRun> run = loadNamed(context, name);
    if (!run)
        return report(context, run.error());
    Result<RunRequest> request = resumedRun(*run, {});
    if (!request)
        return report(context, request.error());
    const Result<RunState> state = carryOut(context, std::move(*request));
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
