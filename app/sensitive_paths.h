#pragma once
// Files whose change means that code runs outside of the sandbox later: builds, hooks, CI, editors' settings.

#include "core/model/patch.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Why the change asks for a second look, in plain words; empty where it does not.
std::string sensitivity(const FileChange &change);

/// `path: why` for each sensitive file of the patch.
std::vector<std::string> sensitiveFiles(const Patch &patch);

} // namespace vouchsafe
