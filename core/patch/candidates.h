#pragma once
// Every place of a file where a run of lines stands without gaps.

#include "core/patch/base_text.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct Candidate {
    std::size_t start = 0; ///< first line, from 0
    Likeness level = Likeness::Equal;

    bool operator==(const Candidate &) const = default;
};

/// How well the run fits with its first line at `start`; nullopt where it does not, or where its indentation
/// would have to be shifted in two ways at once.
std::optional<Candidate> candidateAt(const BaseText &text, const std::vector<std::string_view> &run,
                                     std::size_t start);

inline constexpr std::size_t maxCandidates = 64;

/// All of them, ascending, up to maxCandidates. Searches by the rarest line of the run.
std::vector<Candidate> candidates(const BaseText &text, const std::vector<std::string_view> &run);

} // namespace vouchsafe
