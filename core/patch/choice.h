#pragma once
// Which of several equally good places a hunk means, where anything says so.

#include "core/patch/base_text.h"
#include "core/patch/candidates.h"
#include "core/patch/received.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

struct Choice {
    Candidate place;
    std::string why; ///< the repair, where it was not the only place or the stated one
};

/// Leaves in `places` those of the best level. Picks the only one; for an envelope the first behind the
/// anchor; else the one on the stated line, on the line where the shift of the hunk before leads, or under
/// the heading.
std::optional<Choice> chosenPlace(const BaseText &text, const ReceivedHunk &hunk, int shift,
                                  std::vector<Candidate> &places);

/// The line index that the header names, from 0; for a hunk without old lines the line before which it goes.
std::optional<std::size_t> statedLine(const ReceivedHunk &hunk);

} // namespace vouchsafe
