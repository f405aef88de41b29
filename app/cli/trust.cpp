// vouchsafe trust REPO: lets this repository's own settings propose checks and an image.
#include "core/settings/trust.h"
#include "app/cli/command.h"
#include "core/base/dirs.h"
#include "core/base/text.h"
#include "core/git/repository.h"

#include <ostream>

namespace vouchsafe::cli {
namespace {

void show(const Context &context, const std::string &name, const std::string &text)
{
    if (text.empty() || context.quiet)
        return;
    context.err << shown(name) << ":\n";
    for (const std::string_view line : splitLines(text))
        context.err << "  " << shown(line) << '\n';
}

/// What is trusted is shown, so that nobody trusts unseen.
int trust(const Context &context, const std::string &folder, bool revoke)
{
    const Result<Repository> repository = openRepository(folder);
    if (!repository)
        return report(context, repository.error());
    const TrustedRepositories repositories(userDirectories().config);
    const std::string root = shown(repository->root.string());
    if (revoke) {
        if (const Status done = repositories.revoke(repository->root); !done)
            return report(context, done.error());
        remark(context, "the settings of " + root + " are no longer trusted");
        return 0;
    }
    const auto trusted = repositories.trust(repository->root);
    if (!trusted)
        return report(context, trusted.error());
    remark(context, "the settings of " + root + " are trusted as they are now; a change of a file ends it:");
    show(context, ".vouchsafe.toml", trusted->settings);
    show(context, trusted->devContainerPath, trusted->devContainer);
    return 0;
}

} // namespace

Command addTrust(CLI::App &parent)
{
    CLI::App *parser =
        parent.add_subcommand("trust", "Let a repository's own settings propose checks and an image");
    const auto folder = std::make_shared<std::string>();
    const auto revoke = std::make_shared<bool>(false);
    parser->add_option("REPO", *folder, "A folder of a git repository")->required();
    parser->add_flag("--revoke", *revoke, "End the trust");
    return {parser, [folder, revoke](const Context &context) { return trust(context, *folder, *revoke); }};
}

} // namespace vouchsafe::cli
