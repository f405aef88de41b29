#pragma once
// Definitions that the grammar lost behind a syntax error. Private to core/index.

#include "core/index/captures.h"

#include <optional>

namespace vouchsafe {

/// After a syntax error the parser may take the next definitions for parts of the broken one. Those whose
/// head stands at the start of a line and that are missing among the captures are parsed again on their own
/// and added; what swallowed them is cut before them. The captures then hold nodes of the returned tree too.
std::optional<Tree> recoverLost(const Tree &tree, const ParseLimits &limits, FileCaptures &captures);

} // namespace vouchsafe
