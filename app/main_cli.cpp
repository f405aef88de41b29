// The program `vouchsafe`: parses the command line and runs one command.
#include "app/cli/command.h"
#include "core/base/dirs.h"
#include "core/base/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace vouchsafe;

/// Usage errors in the same four lines as all others.
int usageError(const CLI::ParseError &error, std::ostream &err)
{
    err << fourLines({ErrorCode::Usage, "the command line could not be understood", error.what(), {}});
    return errorEntry(ErrorCode::Usage).exitStatus;
}

/// The place of the first word that is no option; `words.size()` where there is none.
std::size_t firstWord(const std::vector<std::string> &words)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--data-dir")
            ++i; // its value is no command
        else if (!words[i].starts_with('-'))
            return i;
    }
    return words.size();
}

bool isCommand(const CLI::App &parser, const std::string &word)
{
    const auto named =
        parser.get_subcommands([&](const CLI::App *command) { return command->get_name() == word; });
    return !named.empty();
}

bool asksForHelp(const std::vector<std::string> &words)
{
    return std::any_of(words.begin(), words.end(), [](const std::string &word) {
        return word == "--help" || word == "-h" || word == "--version";
    });
}

/// `vouchsafe` and `vouchsafe REPO` open the window. Where the first word is neither a command nor a folder
/// it is handed back.
std::optional<std::string> addOpenWhereMeant(const CLI::App &parser, std::vector<std::string> &words)
{
    const std::size_t place = firstWord(words);
    if (place == words.size()) {
        if (!asksForHelp(words))
            words.emplace_back("open");
        return std::nullopt;
    }
    if (isCommand(parser, words[place]))
        return std::nullopt;
    std::error_code error;
    if (!std::filesystem::is_directory(words[place], error))
        return words[place];
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), "open");
    return std::nullopt;
}

void addFooter(CLI::App &parser)
{
    parser.footer(
        "Exit status: 0 proven or passing, 1 not proven, 2 usage, 3 limit, time or environment,\n"
        "4 refused or tampered, 5 disk, network or permissions, 130 cancelled before anything was judged.");
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("vouchsafe"));
    std::ios::sync_with_stdio(false);
    std::signal(SIGPIPE, SIG_IGN); // a reader that goes away is no reason to break a run or an apply off

    CLI::App parser("Lets a program change your code, and proves the change before you read it.",
                    "vouchsafe");
    parser.set_version_flag("--version", "vouchsafe " VOUCHSAFE_VERSION);
    parser.require_subcommand(1);
    parser.fallthrough();
    addFooter(parser);
    std::string dataFolder;
    bool json = false;
    bool quiet = false;
    parser.add_option("--data-dir", dataFolder, "Keep runs below this folder")->type_name("DIR");
    parser.add_flag("--json", json, "Machine-readable output on stdout, text for people on stderr");
    parser.add_flag("--quiet", quiet, "Say only what was asked for and errors");

    const std::vector<cli::Command> commands{
        cli::addOpen(parser),    cli::addRun(parser),    cli::addVerify(parser),  cli::addPatch(parser),
        cli::addApply(parser),   cli::addUndo(parser),   cli::addSymbols(parser), cli::addContext(parser),
        cli::addRuns(parser),    cli::addShow(parser),   cli::addLogs(parser),    cli::addCancel(parser),
        cli::addResume(parser),  cli::addReplay(parser), cli::addCheck(parser),   cli::addTrust(parser),
        cli::addPrepare(parser), cli::addDoctor(parser)};
    std::vector<std::string> words(argv + 1, argv + argc);
    if (const std::optional<std::string> word = addOpenWhereMeant(parser, words)) {
        std::cerr << fourLines({ErrorCode::Usage, "there is no command and no folder `" + shown(*word) + "`",
                                "reading the command line", "`vouchsafe --help` lists the commands."});
        return errorEntry(ErrorCode::Usage).exitStatus;
    }
    try {
        std::reverse(words.begin(), words.end()); // as the library wants them
        parser.parse(std::move(words));
    } catch (const CLI::Success &asked) {
        return parser.exit(asked, std::cout, std::cerr); // --help, --version
    } catch (const CLI::ParseError &error) {
        return usageError(error, std::cerr);
    }

    const std::filesystem::path data =
        dataFolder.empty() ? userDirectories().data : std::filesystem::absolute(dataFolder);
    const cli::Context context{data, json, quiet, std::cout, std::cerr};
    for (const cli::Command &command : commands) {
        if (!command.parser->parsed())
            continue;
        const int status = command.body(context);
        std::cout.flush();
        if (!std::cout.good() && status == 0)
            return cli::report(context,
                               {ErrorCode::Io, "the output could not be written", "writing to stdout", {}});
        return status;
    }
    return 0;
}
