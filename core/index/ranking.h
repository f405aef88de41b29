#pragma once
// How much each symbol matters for a query, and why.

#include "core/index/query_analysis.h"

#include <string>
#include <vector>

namespace vouchsafe {

struct RankedSymbol {
    std::uint32_t node = 0; ///< number of a symbol, or of a file that has no functions
    double score = 0;
    std::string reason; ///< the strongest reasons in plain words, joined by `; `
    int line = 0;       ///< the line of a traceback's frame in it; 0 without one
};

struct Ranking {
    std::vector<RankedSymbol> symbols; ///< best first, tests left out; ties by path and line
    bool matched = false;              ///< false: nothing matched, the list is the map of the repository
};

/// `S = .7 BM25F + .3 PageRank + .2 file`, each divided by its maximum, plus the evidence: frames of a
/// traceback, names and paths that the task mentions, pins. Deterministic.
Ranking ranked(const StructuredQuery &query, const SymbolIndex &index);

} // namespace vouchsafe
