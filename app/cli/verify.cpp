// vouchsafe verify: the verdict for a patch that somebody has.
#include "app/cli/proof_run.h"
#include "app/cli/run_flags.h"
#include "core/base/files.h"
#include "core/base/text.h"

namespace vouchsafe::cli {
namespace {

struct VerifyCommand {
    NewRun start;
    std::string patch;
};

int verify(const Context &context, const VerifyCommand &command)
{
    const Result<std::string> text = readFile(command.patch);
    if (!text)
        return report(context,
                      Error{ErrorCode::PathMissing, "the patch cannot be read", text.error().context, {}});
    const Result<RunState> state =
        startRun(context, {command.start.repository, command.start.flags,
                           "Judge the patch " + toUtf8Lossy(command.patch), *text});
    if (!state)
        return report(context, state.error());
    return tellOutcome(context, *state);
}

} // namespace

Command addVerify(CLI::App &parent)
{
    CLI::App *parser =
        parent.add_subcommand("verify", "Prove a patch; an empty one stands for the tree as it is");
    const auto command = std::make_shared<VerifyCommand>();
    parser->add_option("REPO", command->start.repository, "A folder of a git repository")->required();
    parser->add_option("PATCH", command->patch, "A file with the patch")->required();
    addProofFlags(*parser, command->start.flags);
    return {parser, [command](const Context &context) { return verify(context, *command); }};
}

} // namespace vouchsafe::cli
