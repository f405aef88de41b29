// vouchsafe undo RUN: the exact bytes from before the apply.
#include "app/apply_run.h"
#include "app/cli/run_name.h"
#include "core/base/text.h"
#include "core/events/event_json.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace vouchsafe::cli {
namespace {

int undo(const Context &context, const std::string &name)
{
    const Result<RunFolder> folder = RunStore(context.dataFolder).find(name);
    if (!folder)
        return report(context, folder.error());
    const Result<AppliedRun> undone = undoRun(*folder, context.dataFolder);
    if (!undone)
        return report(context, undone.error());
    if (context.json)
        context.out << dumped({{"run", folder->id}, {"undone", undone->files}}) << '\n';
    for (const std::string &notice : undone->notices)
        remark(context, notice);
    remark(context, "undone: " + join(undone->files, ", "));
    return 0;
}

} // namespace

Command addUndo(CLI::App &parent)
{
    CLI::App *parser = parent.add_subcommand("undo", "Take an applied patch back, byte for byte");
    const auto name = addRunName(*parser);
    return {parser, [name](const Context &context) { return undo(context, *name); }};
}

} // namespace vouchsafe::cli
