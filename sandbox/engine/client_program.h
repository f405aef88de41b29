#pragma once
// Finds the client of a container engine among the folders that only root may write.

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Folders in which clients find what they start: ssh, helpers of podman. Nobody's PATH enters.
inline constexpr std::string_view systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Where programs of a system stand. A repository that root cloned is root's own, too, and may stand on PATH.
const std::vector<std::string> &systemFolders();

/// Absolute path of `name` (no `/`) in the first folder of `path` that is below one of `system`, that root
/// owns and nobody else may write, as are the folders above it and the file itself. Others are passed over:
/// whoever writes there would be started with the user's rights over the engine. ErrorCode::SandboxMissing
/// says where it was passed over.
Result<std::string> clientProgram(const std::string &name, const std::string &path,
                                  const std::vector<std::string> &system = systemFolders());

} // namespace vouchsafe
