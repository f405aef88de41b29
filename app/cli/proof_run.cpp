#include "app/cli/proof_run.h"

#include "app/cli/prepare_first.h"
#include "app/console_sink.h"
#include "app/outcome_file.h"
#include "app/run_host.h"
#include "core/base/text.h"
#include "core/events/event_json.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace vouchsafe::cli {
namespace {

constexpr std::chrono::seconds progressEvery{5};

/// The error that kept a run from any patch worth looking at. The loop's reason begins with its code.
std::optional<Error> endingError(const RunFinished &finished)
{
    const std::size_t colon = finished.rationale.find(": ");
    const bool told = finished.stop == StopReason::Error || finished.stop == StopReason::Environment;
    if (!told || outcomeRule(finished.outcome).offered || colon == std::string::npos)
        return std::nullopt;
    const auto code = errorCodeFromName(finished.rationale.substr(0, colon));
    if (!code)
        return std::nullopt;
    return Error{*code, finished.rationale.substr(colon + 2), "the run ended before a patch was judged", {}};
}

} // namespace

Result<RunState> carryOut(const Context &context, RunRequest request)
{
    ConsoleSink console(context.json ? context.err : context.out, progressEvery);
    JsonSink lines(context.out);
    if (!context.quiet)
        request.sinks.push_back(&console);
    if (context.json)
        request.sinks.push_back(&lines);
    const RunFolder folder = request.folder;
    const std::vector<Noticed> notices = request.settings.notices;
    bool built = false;
    std::string notice;
    // The journal is closed, with the assembly, before anything else is said of the run.
    Result<RunState> state = hostRun(
        folder.id,
        [&](const std::stop_token &stop) -> Result<RunState> {
            Result<std::unique_ptr<RunAssembly>> assembly = RunAssembly::build(std::move(request), stop);
            if (!assembly)
                return Failure(assembly.error());
            built = true;
            return (*assembly)->run(stop);
        },
        notice);
    if (!notice.empty())
        remark(context, notice);
    // What would have been recorded first may be the reason why there is no record.
    if (!built)
        for (const Noticed &each : notices)
            remark(context, each.text);
    removeUnused(folder);
    return state;
}

Result<RunState> startRun(const Context &context, const NewRun &run)
{
    if (const auto asked = run.flags.find("prepare"); asked != run.flags.end() && !asked->second.empty())
        if (const Status prepared = prepareFirst(context, run.repository, run.flags); !prepared)
            return Failure(prepared.error());
    Result<RunRequest> request = newRun(run, context.dataFolder, {});
    if (!request)
        return Failure(request.error());
    return carryOut(context, std::move(*request));
}

int tellOutcome(const Context &context, const RunState &state)
{
    const RunStore store(context.dataFolder);
    const Result<RunFolder> folder = store.find(state.run);
    const bool offered = !offeredDiff(state).empty();
    const std::string patch = folder && offered ? folder->patch().string() : "";
    if (context.json)
        context.out << dumped(outcomeLine(state, patch)) << '\n' << std::flush;
    const OutcomeRule &rule = outcomeRule(state.finished->outcome);
    if (!context.quiet && !context.json) {
        context.out << "kept      " << (folder ? folder->path.string() : state.run) << '\n';
        if (offered && rule.exitStatus == 0)
            context.out << "next      vouchsafe apply " << state.run << "\n";
    }
    if (const auto error = endingError(*state.finished))
        return report(context, *error);
    return rule.exitStatus;
}

} // namespace vouchsafe::cli
