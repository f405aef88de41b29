// vouchsafe check RUN: does the evidence hold?
#include "app/act_text.h"
#include "app/cli/run_name.h"
#include "app/evidence_check.h"
#include "core/events/event_json.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace vouchsafe::cli {
namespace {

int check(const Context &context, const std::string &name)
{
    const Result<RunFolder> folder = RunStore(context.dataFolder).find(name);
    if (!folder)
        return report(context, folder.error());
    const Result<EvidenceReport> evidence = checkEvidence(*folder);
    if (!evidence) {
        if (context.json)
            context.out << dumped({{"run", folder->id},
                                   {"ok", false},
                                   {"code", errorName(evidence.error().code)},
                                   {"message", evidence.error().what + ": " + evidence.error().context}})
                        << '\n';
        return report(context, evidence.error());
    }
    const RunFinished &finished = *evidence->state.finished;
    if (context.json) {
        nlohmann::json acts = nlohmann::json::array();
        for (const HumanActed &act : evidence->actsAfter)
            acts.push_back(actText(act));
        context.out << dumped({{"run", folder->id},
                               {"ok", true},
                               {"outcome", outcomeName(finished.outcome)},
                               {"confirmed", evidence->confirmed},
                               {"acts_after", acts}})
                    << '\n';
        return 0;
    }
    for (const std::string &line : evidence->confirmed)
        context.out << "ok  " << line << '\n';
    for (const HumanActed &act : evidence->actsAfter)
        context.out << "afterwards  " << actText(act) << '\n';
    context.out << folder->id << ": the evidence holds, outcome " << outcomeName(finished.outcome) << '\n';
    return 0;
}

} // namespace

Command addCheck(CLI::App &parent)
{
    CLI::App *parser =
        parent.add_subcommand("check", "Check a run's evidence: chain, outputs, reports and verdict");
    const auto name = addRunName(*parser);
    return {parser, [name](const Context &context) { return check(context, *name); }};
}

} // namespace vouchsafe::cli
