#pragma once
// The queries of resources/queries that colour, compiled, with the role of each capture. Private to
// core/syntax.

#include "core/syntax/highlighter.h"
#include "core/syntax/tree.h"

#include <optional>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct HighlightQuery {
    Query query;
    std::vector<std::optional<SyntaxRole>> roles; ///< by Capture::id; none for names that begin with `_`
};

/// Compiled at the first use, then shared by all threads; lives as long as the program.
Result<const HighlightQuery *> highlightQuery(Language language);

} // namespace vouchsafe
