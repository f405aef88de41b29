#pragma once
// The flags that `run` and `verify` share.

#include "app/run_options.h"

#include <CLI/CLI.hpp>

namespace vouchsafe::cli {

/// Sandbox, checks and limits; `options` outlives the parser.
void addProofFlags(CLI::App &parser, RunOptions &options);
/// Engineer, models and budgets.
void addEngineerFlags(CLI::App &parser, RunOptions &options);

} // namespace vouchsafe::cli
