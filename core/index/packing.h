#pragma once
// Which lines of the ranked symbols go into the token budget.

#include "core/base/result.h"
#include "core/index/ranking.h"
#include "core/model/context_bundle.h"

namespace vouchsafe {

/// Whole functions in rank order, then signatures of their neighbours, then the failing tests; what does not
/// fit whole is tried in a smaller form and otherwise left out by name. Ranges never overlap. Errors: those
/// of reading.
Result<ContextBundle> packed(const Ranking &ranking, const StructuredQuery &query, const SymbolIndex &index,
                             const BaseTree &tree, int maxTokens);

} // namespace vouchsafe
