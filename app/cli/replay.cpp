// vouchsafe replay RUN: the run's events again, up to any of them, from the journal alone.
#include "app/cli/run_name.h"
#include "app/console_sink.h"
#include "core/events/event_json.h"
#include "core/events/reducer.h"

#include <ostream>

namespace vouchsafe::cli {
namespace {

int replay(const Context &context, const std::string &name, std::int64_t upTo)
{
    const Result<LoadedRun> run = loadNamed(context, name);
    if (!run)
        return report(context, run.error());
    if (upTo < 0 || upTo > run->journal.position.seq)
        return report(context, Error{ErrorCode::Usage,
                                     "the run has no event " + std::to_string(upTo),
                                     "its events are 1 to " + std::to_string(run->journal.position.seq),
                                     {}});
    ConsoleSink console(context.out);
    JsonSink lines(context.out);
    RunState state;
    for (const Event &event : run->journal.events) {
        if (upTo != 0 && event.seq > upTo)
            break;
        state = reduce(std::move(state), event);
        context.json ? lines.event(event) : console.event(event);
    }
    remark(context, "replayed " + std::to_string(state.seq) + " of " +
                        std::to_string(run->journal.position.seq) + " events, " +
                        std::to_string(state.iterations.size()) + " attempts" +
                        (state.finished ? ", finished" : ", not finished at this point"));
    return 0;
}

} // namespace

Command addReplay(CLI::App &parent)
{
    CLI::App *parser = parent.add_subcommand("replay", "Tell a run again from its journal");
    const auto name = addRunName(*parser);
    const auto upTo = std::make_shared<std::int64_t>(0);
    parser->add_option("--at", *upTo, "Only up to the event of that number")->type_name("SEQ");
    return {parser, [name, upTo](const Context &context) { return replay(context, *name, *upTo); }};
}

} // namespace vouchsafe::cli
