// vouchsafe trust REPO: lets this repository's own settings propose checks and an image.
#include "core/settings/trust.h"
#include "app/cli/command.h"
#include "core/base/dirs.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/git/repository.h"

#include <ostream>

namespace vouchsafe::cli {
namespace {

/// What is trusted is shown, so that nobody trusts unseen.
int trust(const Context &context, const std::string &folder, bool revoke)
{
    const Result<Repository> repository = openRepository(folder);
    if (!repository)
        return report(context, repository.error());
    const TrustedRepositories trusted(userDirectories().config);
    const Status done = revoke ? trusted.revoke(repository->root) : trusted.trust(repository->root);
    if (!done)
        return report(context, done.error());
    const std::string root = shown(repository->root.string());
    if (revoke) {
        remark(context, "the settings of " + root + " are no longer trusted");
        return 0;
    }
    remark(context,
           "the settings of " + root + " are trusted as they are now; a change of the file ends it:");
    if (const Result<std::string> text = readFile(repository->root / ".vouchsafe.toml");
        text && !context.quiet)
        for (const std::string_view line : splitLines(*text))
            context.err << "  " << shown(line) << '\n';
    return 0;
}

} // namespace

Command addTrust(CLI::App &parent)
{
    CLI::App *parser = parent.add_subcommand("trust", "Let a repository's .vouchsafe.toml propose checks");
    const auto folder = std::make_shared<std::string>();
    const auto revoke = std::make_shared<bool>(false);
    parser->add_option("REPO", *folder, "A folder of a git repository")->required();
    parser->add_flag("--revoke", *revoke, "End the trust");
    return {parser, [folder, revoke](const Context &context) { return trust(context, *folder, *revoke); }};
}

} // namespace vouchsafe::cli
