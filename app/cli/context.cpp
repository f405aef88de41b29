// vouchsafe context REPO --task TEXT: which code would be shown to an engineer, and why.
#include "app/cli/command.h"
#include "app/index_options.h"
#include "app/opened_tree.h"
#include "core/base/text.h"
#include "core/index/graph_retriever.h"
#include "core/index/symbol_json.h"
#include "core/settings/settings.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace vouchsafe::cli {
namespace {

void tell(const Context &context, const ContextBundle &bundle)
{
    for (const Slice &slice : bundle.slices) {
        char head[64];
        std::snprintf(head, sizeof head, "%6.3f  %5d tokens  ", slice.score, slice.tokens);
        context.out << head << shown(slice.id) << "  lines " << slice.start << '-' << slice.end
                    << "\n        " << shown(slice.reason) << '\n';
    }
    constexpr std::size_t mostNamed = 20;
    for (std::size_t i = 0; i < std::min(bundle.leftOut.size(), mostNamed); ++i)
        context.out << "left out  " << shown(bundle.leftOut[i].id) << "  (" << shown(bundle.leftOut[i].reason)
                    << ")\n";
    if (bundle.leftOut.size() > mostNamed)
        context.out << "left out  " << bundle.leftOut.size() - mostNamed << " more; --json lists all\n";
    context.out << bundle.slices.size() << " slices, about " << bundle.tokens << " tokens\n";
}

int showContext(const Context &context, const std::string &repository, const std::string &task)
{
    if (trimmed(task).empty())
        return report(context, Error{ErrorCode::TaskEmpty, "the task is empty", "reading --task", {}});
    const Directories directories = userDirectories();
    const Result<OpenedTree> tree = openTree(repository, directories, {});
    if (!tree)
        return report(context, tree.error());
    const Result<Settings> settings = loadSettings({{}, {}, directories.config, tree->repository.root});
    if (!settings)
        return report(context, settings.error());
    GraphRetriever retriever(tree->snapshot.tree, indexOptions(directories, *settings));
    const Result<ContextBundle> bundle =
        retriever.retrieve({toUtf8Lossy(task), {}, {}, {}, settings->contextTokens.value}, {});
    if (!bundle)
        return report(context, bundle.error());
    if (context.json)
        context.out << contextJson(*bundle) << '\n';
    else
        tell(context, *bundle);
    return 0;
}

} // namespace

Command addContext(CLI::App &parent)
{
    CLI::App *parser = parent.add_subcommand("context", "Show which code a task would bring up, and why");
    const auto repository = std::make_shared<std::string>();
    const auto task = std::make_shared<std::string>();
    parser->add_option("REPO", *repository, "A folder of a git repository")->required();
    parser->add_option("--task", *task, "What should be changed, in words")->type_name("TEXT")->required();
    return {parser,
            [repository, task](const Context &context) { return showContext(context, *repository, *task); }};
}

} // namespace vouchsafe::cli
