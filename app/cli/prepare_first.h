#pragma once
// The flag `--prepare` of run and verify: dependencies first, agreed to by the flag.

#include "app/cli/command.h"
#include "app/cli/run_flags.h"

#include <string>

namespace vouchsafe::cli {

/// Installs where these files were not prepared yet; nothing to do is success.
Status prepareFirst(const Context &context, const std::string &repository, const FlagValues &flags);

} // namespace vouchsafe::cli
