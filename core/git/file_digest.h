#pragma once
// Reads an open file once, in pieces: its id, whether it is a large-file pointer, whether it is a secret.

#include "core/base/result.h"
#include "core/git/stat_cache.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace vouchsafe {

/// Called with each piece in order.
using ByteSink = std::function<Status(std::string_view)>;

/// ErrorCode::TreeStale when the file does not have `size` bytes (any more), Io with the system's reason,
/// Cancelled. `path` is for the two judgements and for errors.
Result<FileDigest> digestFile(int fd, std::uint64_t size, const std::string &path,
                              const std::stop_token &stop, const ByteSink &sink = {});

/// The same for bytes in memory.
FileDigest digestBytes(std::string_view bytes, const std::string &path);

} // namespace vouchsafe
