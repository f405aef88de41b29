#pragma once
// How many lines each file of a canonical diff adds and removes.

#include <string_view>
#include <vector>

namespace vouchsafe {

struct LineCounts {
    int added = 0;
    int removed = 0;

    bool operator==(const LineCounts &) const = default;
};

/// In the order of the files in the diff. Hunks are read by the counts of their headers, so that a line of
/// code which looks like a header is none.
std::vector<LineCounts> lineCounts(std::string_view diff);

} // namespace vouchsafe
