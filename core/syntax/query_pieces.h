#pragma once
// The nodes at which a query is run, so that matching stays linear on garbage. Private to core/syntax.

#include <tree_sitter/api.h>

#include <functional>

namespace vouchsafe {

/// Calls `piece` with `root` alone, or, where errors have left very many tokens side by side, with the parts
/// around and inside of the errors. Ends when `piece` answers false.
///
/// The library looks at all neighbours of each child of an ERROR node: 60,000 brackets took 11 s.
void forEachQueryPiece(TSNode root, const std::function<bool(TSNode)> &piece);

} // namespace vouchsafe
