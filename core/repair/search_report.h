#pragma once
// What the search says about itself, in words with its own counts.

#include "core/model/patch.h"
#include "core/repair/search.h"

#include <string>
#include <vector>

namespace vouchsafe::repair {

/// `toolz/itertoolz.py:251: skip < n -> skip <= n (move the boundary of a comparison)`
std::string shownEdit(const Candidate &candidate, const SourceFile &file);

/// For a search that ends with nothing to offer.
std::string nothingFound(const SearchResult &result, const Goal &goal, const SourceFiles &files);

/// Notices of a plausible patch: evidence, counts, what else passes, and what the claim is worth.
std::vector<std::string> foundNotices(const Attempted &chosen, const SearchCounts &counts, const Goal &goal,
                                      const std::vector<Attempted> &alternatives, const SourceFiles &files);

/// Notices of a patch that turns some of the failing tests and breaks none.
std::vector<std::string> partialNotices(const NearMiss &miss, const SearchCounts &counts, const Goal &goal,
                                        const SourceFiles &files);

} // namespace vouchsafe::repair
