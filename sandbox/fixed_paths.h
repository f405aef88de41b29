#pragma once
// The paths of a workspace that no run may write, and the folders above them, opened to be mounted in place.

#include "core/base/result.h"
#include "sandbox/descriptor.h"

#include <string>
#include <vector>

namespace vouchsafe {

struct FixedPath {
    Descriptor open;
    std::string path; ///< relative to the workspace
    /// False for a folder above one: a mount of its own cannot be renamed, so nothing else gets its name.
    /// That makes a rename out of it EXDEV.
    bool readOnly = true;
};

/// Parents before children. What is not there is left out. A link on the way is ErrorCode::SandboxSetup: an
/// earlier run may have put it there.
Result<std::vector<FixedPath>> openFixedPaths(int workspace, const std::vector<std::string> &readOnly);

} // namespace vouchsafe
