#pragma once
// The places of a file that come closest to the old lines of a hunk, line by line.

#include "core/patch/base_text.h"
#include "core/patch/received.h"

#include <cstddef>
#include <vector>

namespace vouchsafe {

/// One way to lay old lines over a file. Removed lines always have a line of the file in `at`.
struct Alignment {
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);

    double score = 0;            ///< 1: every line is there; what is missing or in between lowers it
    std::vector<std::size_t> at; ///< per old line its line in the file, or `absent`
    std::vector<bool> reworded;  ///< the kept line only resembles the file's
    std::size_t first = 0;       ///< first line of the file that is covered
    std::size_t last = 0;        ///< last one, included
};

/// Best first; overlapping ones only once. Lines vote for the offset at which they occur in the file, the
/// offsets with most votes are aligned by dynamic programming in a band of 12 lines to either side.
std::vector<Alignment> closestAlignments(const BaseText &text, const std::vector<BodyLine> &oldLines);

/// Share of common pairs of letters (Dice), blanks at the ends left aside; 0 to 1.
double resemblance(std::string_view a, std::string_view b);

} // namespace vouchsafe
