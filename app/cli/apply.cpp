// vouchsafe apply RUN: after approval the proven bytes go into the working tree, all or nothing.
#include "app/apply_run.h"
#include "app/cli/run_name.h"
#include "core/base/text.h"
#include "core/events/event_json.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <unistd.h>

namespace vouchsafe::cli {
namespace {

void describe(std::ostream &to, const OfferedPatch &offered)
{
    const Iteration &iteration = offered.iteration();
    const Verdict &verdict = *iteration.verdict;
    const ProposedPatch &patch = *iteration.patch;
    for (const PatchedFile &file : patch.files)
        to << "  " << shown(file.path) << '\n';
    to << "  " << patch.files.size() << (patch.files.size() == 1 ? " file, +" : " files, +") << patch.added
       << " -" << patch.removed << '\n';
    to << "verdict: " << outcomeName(verdict.outcome) << ": " << verdict.reason << '\n';
    if (outcomeRule(verdict.outcome).warned)
        to << "warning: this patch is not proven\n";
    if (verdict.ambiguous)
        to << "warning: several patches pass the tests and behave differently; this is one of them\n";
    if (patch.alternatives > 0)
        to << "warning: the tests cannot tell this from " << patch.alternatives
           << " other edit(s); see the notes of the run\n";
    for (const std::string &test : offered.tests)
        to << "warning: changes a test: " << test << '\n';
    for (const std::string &file : offered.sensitive)
        to << "warning: runs outside of the sandbox later: " << file << '\n';
}

/// Only `y` or `yes` approves; the end of input, or no terminal at all, does not.
bool asked(std::ostream &to, const std::string &repository)
{
    if (::isatty(STDIN_FILENO) == 0)
        return false;
    to << "Apply to " << shown(repository) << "? [y/N] " << std::flush;
    std::string answer;
    if (!std::getline(std::cin, answer))
        to << '\n'; // nobody ended the question's line
    const std::string word = lowerAscii(trimmed(answer));
    return word == "y" || word == "yes";
}

int apply(const Context &context, const std::string &name, bool yes)
{
    const Result<RunFolder> folder = RunStore(context.dataFolder).find(name);
    if (!folder)
        return report(context, folder.error());
    const Result<OfferedPatch> offered = offeredPatch(*folder);
    if (!offered)
        return report(context, offered.error());
    if (!context.quiet || !yes)
        describe(context.err, *offered);
    if (!yes && !asked(context.err, offered->state.task.repository))
        return report(context,
                      Error{ErrorCode::NotApproved,
                            "the patch was not approved, so nothing was written",
                            "applying " + folder->id +
                                (::isatty(STDIN_FILENO) == 0 ? ": there is no terminal to ask on" : ""),
                            {}});
    const Result<AppliedRun> applied = applyRun(
        *folder, context.dataFolder, yes ? "--yes" : "y at the terminal", offered->iteration().patch->sha256);
    if (!applied)
        return report(context, applied.error());
    if (context.json)
        context.out << dumped({{"run", folder->id}, {"applied", applied->files}}) << '\n';
    for (const std::string &notice : applied->notices)
        remark(context, notice);
    remark(context, "applied; undo with `vouchsafe undo " + folder->id + "`");
    return 0;
}

} // namespace

Command addApply(CLI::App &parent)
{
    CLI::App *parser =
        parent.add_subcommand("apply", "Apply a run's patch to the working tree, after asking");
    const auto name = addRunName(*parser);
    const auto yes = std::make_shared<bool>(false);
    parser->add_flag("--yes", *yes, "Approve without being asked, for scripts");
    return {parser, [name, yes](const Context &context) { return apply(context, *name, *yes); }};
}

} // namespace vouchsafe::cli
