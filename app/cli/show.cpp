// vouchsafe show RUN: a finished or running run as a person reads it.
#include "app/cli/run_name.h"
#include "app/console_sink.h"
#include "app/outcome_file.h"
#include "app/run_control.h"
#include "core/events/event_json.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace vouchsafe::cli {
namespace {

int showCost(const Context &context, const RunState &state)
{
    if (context.json) {
        context.out << dumped(toJson(state.spent.cost)) << '\n';
        return 0;
    }
    for (const ModelCalled &call : state.modelCalls)
        context.out << call.role << "  " << call.model << "  " << call.cost.promptTokens << " in, "
                    << call.cost.cachedTokens << " cached, " << call.cost.completionTokens << " out, $"
                    << call.cost.usd << '\n';
    const Cost &sum = state.spent.cost;
    context.out << "total  " << sum.calls << " calls, " << sum.promptTokens << " in, " << sum.cachedTokens
                << " cached, " << sum.completionTokens << " out, $" << sum.usd << '\n';
    return 0;
}

int show(const Context &context, const std::string &name, bool cost)
{
    const Result<LoadedRun> run = loadNamed(context, name);
    if (!run)
        return report(context, run.error());
    if (cost)
        return showCost(context, run->state);
    if (context.json) {
        if (!run->state.finished)
            return report(context, notFinished(run->state.run));
        context.out << dumped(outcomeDocument(run->state, finishedPosition(run->journal))) << '\n';
        return 0;
    }
    ConsoleSink console(context.out);
    for (const Event &event : run->journal.events) {
        const auto *notice = std::get_if<Noticed>(&event.body);
        if (notice == nullptr || notice->level != Noticed::Level::Progress)
            console.event(event);
    }
    context.out << "folder    " << run->folder.path.string() << '\n';
    return 0;
}

} // namespace

Command addShow(CLI::App &parent)
{
    CLI::App *parser =
        parent.add_subcommand("show", "Show a run: its plan, patches, verdicts and how it ended");
    const auto name = addRunName(*parser);
    const auto cost = std::make_shared<bool>(false);
    parser->add_flag("--cost", *cost, "Tokens and money by call instead");
    return {parser, [name, cost](const Context &context) { return show(context, *name, *cost); }};
}

} // namespace vouchsafe::cli
