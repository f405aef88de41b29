// vouchsafe open: the window.
#include "app/cli/command.h"
#include "core/base/text.h"
#include "sandbox/process/hand_over.h"

#include <cstdlib>
#include <filesystem>

namespace vouchsafe::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char *windowProgram = "vouchsafe-gui";

/// Beside this program, else the first one on PATH; empty where there is none.
fs::path findWindow()
{
    std::error_code error;
    std::vector<fs::path> folders{fs::read_symlink("/proc/self/exe", error).parent_path()};
    const char *path = std::getenv("PATH");
    for (const std::string &folder : split(path == nullptr ? "" : path, ':'))
        folders.emplace_back(folder);
    for (const fs::path &folder : folders)
        if (folder.is_absolute() && fs::is_regular_file(folder / windowProgram, error))
            return folder / windowProgram;
    return {};
}

int open(const Context &context, const std::string &repository)
{
    const fs::path program = findWindow();
    if (program.empty())
        return report(context,
                      {ErrorCode::NotAvailable, "the window is not installed",
                       "looking for vouchsafe-gui beside this program and on PATH",
                       "Install the package with the window, or use the commands: `vouchsafe --help`."});
    std::vector<std::string> arguments{"--data-dir", context.dataFolder.string()};
    if (!repository.empty()) {
        arguments.emplace_back("--");
        arguments.push_back(repository);
    }
    return report(context, handOver(program, arguments));
}

} // namespace

Command addOpen(CLI::App &parent)
{
    CLI::App *parser =
        parent.add_subcommand("open", "Open the window; so does `vouchsafe` alone or with a folder");
    const auto repository = std::make_shared<std::string>();
    parser->add_option("REPO", *repository, "A folder of a git repository");
    return {parser, [repository](const Context &context) { return open(context, *repository); }};
}

} // namespace vouchsafe::cli
