// vouchsafe cancel RUN: ends a run that some process has under way.
#include "app/cli/run_name.h"
#include "app/run_control.h"

namespace vouchsafe::cli {
namespace {

int cancel(const Context &context, const std::string &name)
{
    const Result<RunFolder> folder = RunStore(context.dataFolder).find(name);
    if (!folder)
        return report(context, folder.error());
    if (const Status cancelled = cancelRun(folder->id); !cancelled)
        return report(context, cancelled.error());
    remark(context, folder->id + " is being cancelled");
    return 0;
}

} // namespace

Command addCancel(CLI::App &parent)
{
    CLI::App *parser = parent.add_subcommand("cancel", "Cancel a run that is under way");
    const auto name = addRunName(*parser);
    return {parser, [name](const Context &context) { return cancel(context, *name); }};
}

} // namespace vouchsafe::cli
