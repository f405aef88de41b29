#pragma once
// The last resort of placement: the one place that nearly fits.

#include "core/patch/alignment.h"
#include "core/patch/base_text.h"
#include "core/patch/received.h"

#include <optional>
#include <vector>

namespace vouchsafe {

/// The old lines of a body laid over the file. `at` has an entry per line of the body, absent for added ones.
struct NearFit {
    std::vector<std::size_t> at;
    std::size_t start = 0;
    std::size_t differing = 0; ///< kept lines that the file has in other words, or not at all
    std::size_t between = 0;   ///< lines of the file that the hunk left out
    bool firstIsThere = false; ///< so that `start` can be compared with the stated line
};

/// Only where every removed line is there, in one piece; at least 0.7 of the old lines' weight fits, 0.15
/// more than anywhere else; and each run of added lines stands beside a line that fits or has both its
/// neighbours.
std::optional<NearFit> nearFit(const BaseText &text, const std::vector<BodyLine> &lines);

} // namespace vouchsafe
