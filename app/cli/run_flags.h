#pragma once
// The flags that `run` and `verify` share; each has the name of its setting.

#include <CLI/CLI.hpp>

#include <map>
#include <string>
#include <vector>

namespace vouchsafe::cli {

/// Values by the setting's name, as they were given; what was not given is absent or empty.
using FlagValues = std::map<std::string, std::vector<std::string>>;

/// Which sandbox, and its limits; `values` outlives the parser.
void addSandboxFlags(CLI::App &parser, FlagValues &values);
/// These, checks and limits of the run; `values` outlives the parser.
void addProofFlags(CLI::App &parser, FlagValues &values);
/// Engineer, models and budgets.
void addEngineerFlags(CLI::App &parser, FlagValues &values);

} // namespace vouchsafe::cli
