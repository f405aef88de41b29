#pragma once
// Folders of the cache that later workspaces stand on: what a sandbox wrote, under a name.

#include "core/base/result.h"
#include "sandbox/identity.h"

#include <filesystem>
#include <functional>
#include <string>

namespace vouchsafe {

/// `<cache>/layers/<name>`, filled by `fill` beside its place and then put there; an existing one is
/// replaced.
Result<std::filesystem::path> keepLayer(const Identity &identity, const std::string &name,
                                        const std::function<Status(const std::filesystem::path &)> &fill);

} // namespace vouchsafe
