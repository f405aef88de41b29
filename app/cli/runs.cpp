// vouchsafe runs: what was run, newest last.
#include "app/cli/command.h"
#include "app/run_control.h"
#include "app/run_store.h"
#include "core/base/text.h"
#include "core/events/event_json.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace vouchsafe::cli {
namespace {

int list(const Context &context)
{
    for (const RunFolder &folder : RunStore(context.dataFolder).all()) {
        const Result<LoadedRun> run = loadRun(folder);
        std::string outcome = "broken";
        std::string stop = run ? "" : "journal";
        std::string repository;
        std::string request;
        if (run) {
            const RunState &state = run->state;
            const bool alive = !state.finished && runOwner(folder.id).has_value();
            outcome = state.finished ? outcomeName(state.finished->outcome)
                      : alive        ? "running"
                                     : "interrupted";
            stop = state.finished ? stopReasonName(state.finished->stop) : "";
            repository = state.task.repository;
            request = state.task.request;
        }
        if (context.json) {
            context.out << dumped({{"run", folder.id},
                                   {"outcome", outcome},
                                   {"stop", stop},
                                   {"repository", bytesJson(repository)},
                                   {"request", toUtf8Lossy(request)}})
                        << '\n';
            continue;
        }
        outcome.resize(std::max<std::size_t>(outcome.size(), 13), ' ');
        const std::string_view firstLine = trimmed(request).substr(0, trimmed(request).find('\n'));
        context.out << folder.id << "  " << outcome << "  " << shown(repository) << "  " << shown(firstLine)
                    << '\n';
    }
    return 0;
}

} // namespace

Command addRuns(CLI::App &parent)
{
    CLI::App *parser = parent.add_subcommand("runs", "List the runs, newest last");
    return {parser, list};
}

} // namespace vouchsafe::cli
