#pragma once
// This process becomes another program of ours.

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vouchsafe {

/// Returns only where it failed. The environment and the open files of the standard streams are inherited.
/// `program` is absolute; `arguments` without the program's own name.
Error handOver(const std::filesystem::path &program, const std::vector<std::string> &arguments);

} // namespace vouchsafe
