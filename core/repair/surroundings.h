#pragma once
// Gathers what edits may borrow from the code around a place: names, literals, conditions, results.

#include "core/repair/operators/site.h"

#include <string>
#include <vector>

namespace vouchsafe::repair {

/// `function` may be null for code at module level. `expected`: exception types that failing tests wait for.
/// The result is valid while the tree lives.
Surroundings surroundingsOf(const Tree &tree, const Node &function, const std::vector<std::string> &expected);

} // namespace vouchsafe::repair
