#pragma once
// Reading and writing whole files with clear errors; atomic writes; private folders.

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace vouchsafe {

/// The error for errno value `number` after `what` failed on `path`: ENOSPC and EDQUOT are DiskFull,
/// EACCES, EPERM and EROFS Permission, all others Io.
Error systemError(int number, std::string what, const std::filesystem::path &path);

/// The whole file as bytes; refuses files larger than `limit` and whatever is not a regular file.
/// Opened without blocking, so a FIFO is an error and not a hang.
Result<std::string> readFile(const std::filesystem::path &path, std::uint64_t limit = std::uint64_t{1} << 30);

/// Writes all of it however the system cuts it up; false with errno set.
bool writeAll(int fd, std::string_view bytes);

/// Writes beside the target, syncs, renames over it, syncs the folder. Mode 0600 unless said.
Status writeFileAtomic(const std::filesystem::path &path, std::string_view bytes, unsigned mode = 0600);

/// The folder and its parents, 0700 each where they are new.
Status makePrivateFolder(const std::filesystem::path &path);

} // namespace vouchsafe
