#pragma once
// Measures and hashes all that lies below a folder which a sandbox filled.

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace vouchsafe {

/// sha256 over names, kinds, modes and bytes of everything below; times and owners are left out. Holes of
/// files count in full: whoever copies them writes them. ErrorCode::SandboxSetup above `most` bytes; what
/// cannot be read whole is an error too.
Result<std::string> contentSha256(const std::filesystem::path &folder, std::uint64_t most);

} // namespace vouchsafe
