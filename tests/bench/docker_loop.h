#pragma once
// The peer of F1: the loop that is common elsewhere, a fresh container with the tree streamed in by tar.

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace vouchsafe::bench {

/// Why the loop cannot be had on this machine, in words; empty: it can.
std::string whyNoDockerLoop(const std::string &image);

/// `docker run -d`, tar of `folder` into it, `docker exec true`, `docker rm -f`.
Status dockerLoop(const std::string &image, const std::filesystem::path &folder);

} // namespace vouchsafe::bench
