#pragma once
// The RUN argument that many commands take.

#include "app/cli/command.h"
#include "app/run_store.h"

#include <memory>
#include <string>

namespace vouchsafe::cli {

/// Adds RUN to the parser; the text is there once the command line was parsed.
inline std::shared_ptr<std::string> addRunName(CLI::App &parser)
{
    auto name = std::make_shared<std::string>();
    parser.add_option("RUN", *name, "A run's name, a unique beginning of it, or `last`")->required();
    return name;
}

inline Result<LoadedRun> loadNamed(const Context &context, const std::string &name)
{
    const Result<RunFolder> folder = RunStore(context.dataFolder).find(name);
    if (!folder)
        return Failure(folder.error());
    return loadRun(*folder);
}

} // namespace vouchsafe::cli
