#pragma once
// What every command of the command line shares.

#include "core/base/result.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>

namespace vouchsafe::cli {

/// The global options and where to write.
struct Context {
    std::filesystem::path dataFolder;
    bool json = false;
    bool quiet = false;
    std::ostream &out;
    std::ostream &err;
};

/// A command as it was added to the parser; `body` runs it and gives the exit status.
struct Command {
    CLI::App *parser;
    std::function<int(const Context &)> body;
};

/// Four lines on stderr; the error's exit status.
int report(const Context &context, const Error &error);
/// A line for a person on stderr, unless --quiet.
void remark(const Context &context, const std::string &text);

Command addApply(CLI::App &parent);
Command addCancel(CLI::App &parent);
Command addCheck(CLI::App &parent);
Command addContext(CLI::App &parent);
Command addDoctor(CLI::App &parent);
Command addLogs(CLI::App &parent);
Command addPatch(CLI::App &parent);
Command addPrepare(CLI::App &parent);
Command addReplay(CLI::App &parent);
Command addResume(CLI::App &parent);
Command addOpen(CLI::App &parent);
Command addRun(CLI::App &parent);
Command addRuns(CLI::App &parent);
Command addShow(CLI::App &parent);
Command addSymbols(CLI::App &parent);
Command addTrust(CLI::App &parent);
Command addUndo(CLI::App &parent);
Command addVerify(CLI::App &parent);

} // namespace vouchsafe::cli
