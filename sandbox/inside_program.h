#pragma once
// The static helper that is shown inside every sandbox; its words are in inside/protocol.h.

#include "core/base/result.h"
#include "sandbox/identity.h"

#include <filesystem>
#include <string_view>

namespace vouchsafe {

/// The executable, compiled in.
std::string_view insideProgram();

/// A file of the identity's cache with these bytes, mode 0555, made once and checked before each use; hard
/// links of it are what sandboxes show.
Result<std::filesystem::path> storedInsideProgram(const Identity &identity);

} // namespace vouchsafe
