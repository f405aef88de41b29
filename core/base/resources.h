#pragma once
// The read-only files that are compiled in: prompts, queries, toolchains, help pages, sandbox scripts.

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// The content of `resources/<path>`, for example `toolchains/pytest.json`. Safe from any thread.
Result<std::string> resource(std::string_view path);
/// The names in `resources/<folder>`, sorted.
std::vector<std::string> resourceNames(std::string_view folder);
/// The paths of all files below `resources/<folder>`, relative to it, sorted.
std::vector<std::string> resourcesBelow(std::string_view folder);

} // namespace vouchsafe
