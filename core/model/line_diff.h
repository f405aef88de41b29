#pragma once
// The lines that differ between two texts.

#include <cstddef>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Old lines [oldStart, oldStart + oldCount) are replaced by new lines [newStart, newStart + newCount); from
/// 0.
struct LineChange {
    std::size_t oldStart = 0;
    std::size_t oldCount = 0;
    std::size_t newStart = 0;
    std::size_t newCount = 0;

    bool operator==(const LineChange &) const = default;
};

/// Ascending, not touching each other. Lines that occur once on both sides anchor the comparison (patience
/// diff, Bram Cohen); between anchors Myers' O(ND) runs within a bound, beyond it a stretch counts as
/// replaced.
std::vector<LineChange> lineChanges(const std::vector<std::string_view> &before,
                                    const std::vector<std::string_view> &after);

} // namespace vouchsafe
