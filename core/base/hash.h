#pragma once
// The two hashes of this product: sha256 for evidence, git's blob sha1 for addressing file content.

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace vouchsafe {

/// 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);
/// Streams the file; never loads it whole.
Result<std::string> sha256OfFile(const std::filesystem::path &path);
/// git's object id of a blob: sha1 over "blob <size>\0" and the bytes, 40 hexadecimal digits.
std::string blobId(std::string_view bytes);

} // namespace vouchsafe
