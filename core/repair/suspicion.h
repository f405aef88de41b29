#pragma once
// The table that localisation fills: per place a score and the reasons for it.

#include "core/repair/localise.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vouchsafe::repair {

using PlaceKey = std::pair<std::string, int>; ///< path and first line of the statement

struct PlaceScore {
    double score = 0;
    std::vector<std::string> reasons;
};

using Suspicion = std::map<PlaceKey, PlaceScore>;

/// Fills the table from line sets; false where no failing test ran any editable place.
bool scoreByCoverage(const LocalisationInput &input, Suspicion &suspicion);
/// Multiplies what is there, and starts entries where the coverage had lost them.
void sharpenByTracebacks(const LocalisationInput &input, bool hasCoverage, Suspicion &suspicion);
/// For want of anything better: the statements of the retrieved slices, by their scores.
void scoreByContext(const LocalisationInput &input, Suspicion &suspicion);
/// Functions whose name the task speaks of.
void sharpenByRequest(const LocalisationInput &input, Suspicion &suspicion);
/// `def` lines with defaults and decorators count as half of their function's best line.
void scoreHeaders(const LocalisationInput &input, Suspicion &suspicion);

} // namespace vouchsafe::repair
