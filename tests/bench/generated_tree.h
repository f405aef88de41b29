#pragma once
// A git repository of generated Python modules: the same bytes for the same seed, on every machine.

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace vouchsafe::bench {

/// One module: classes, functions, docstrings, calls. At least `bytes` long.
std::string generatedModule(std::uint64_t seed, std::size_t bytes);

/// `files` modules in packages of up to 40, sizes from 2 to 34 KiB (18 KiB on average, as in a large
/// library), as a git repository with one commit, made by the system's git.
Status generateRepository(const std::filesystem::path &folder, int files);

} // namespace vouchsafe::bench
