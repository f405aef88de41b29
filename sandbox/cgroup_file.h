#pragma once
// Reads and writes the small files of cgroupfs and /proc.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace vouchsafe {

/// Empty where it cannot be read. They say that they have no size, so they are read to their end.
std::string cgroupText(const std::filesystem::path &file);

/// One write of all of it to a file that is there; false with errno.
bool writeCgroup(const std::filesystem::path &file, std::string_view text);

/// The value behind `key ` in a file of lines `key value`; 0 where it is not there.
std::uint64_t cgroupCount(const std::filesystem::path &file, std::string_view key);

} // namespace vouchsafe
