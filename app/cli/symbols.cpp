// vouchsafe symbols REPO [FILE]: what the source defines.
#include "app/cli/command.h"
#include "app/opened_tree.h"
#include "core/base/text.h"
#include "core/index/symbol_index.h"
#include "core/index/symbol_json.h"

#include <ostream>

namespace vouchsafe::cli {
namespace {

/// FILE as a path of the tree: relative to the opened folder, else to the root, else as the shell gave it.
std::string treePath(const OpenedTree &tree, const std::string &file)
{
    if (file.empty())
        return file;
    const std::filesystem::path root = tree.repository.root;
    const std::filesystem::path named =
        std::filesystem::path(file).is_absolute()
            ? std::filesystem::path(file).lexically_relative(root)
            : (std::filesystem::path(tree.repository.subfolder) / file).lexically_normal();
    return findEntry(*tree.snapshot.tree, named.string()) != nullptr ? named.string() : file;
}

int symbols(const Context &context, const std::string &repository, const std::string &file)
{
    const Result<OpenedTree> tree = openTree(repository, userDirectories(), {});
    if (!tree)
        return report(context, tree.error());
    const Result<std::vector<Symbol>> found = listSymbols(*tree->snapshot.tree, treePath(*tree, file));
    if (!found)
        return report(context, found.error());
    for (const Symbol &symbol : *found) {
        if (context.json)
            context.out << symbolJson(symbol) << '\n';
        else
            context.out << shown(symbol.path) << ':' << symbol.start << '-' << symbol.end << "  "
                        << symbolKindName(symbol.kind) << "  "
                        << shown(symbol.id.substr(symbol.path.size() + 2))
                        << (symbol.declaration ? "  (declaration)" : "") << '\n';
    }
    return 0;
}

} // namespace

Command addSymbols(CLI::App &parent)
{
    CLI::App *parser = parent.add_subcommand("symbols", "List what a repository's source defines");
    const auto repository = std::make_shared<std::string>();
    const auto file = std::make_shared<std::string>();
    parser->add_option("REPO", *repository, "A folder of a git repository")->required();
    parser->add_option("FILE", *file, "Only this file");
    return {parser,
            [repository, file](const Context &context) { return symbols(context, *repository, *file); }};
}

} // namespace vouchsafe::cli
