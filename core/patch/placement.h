#pragma once
// Finds the place of a hunk in the original text by content.

#include "core/model/patch.h"
#include "core/patch/base_text.h"
#include "core/patch/indentation.h"
#include "core/patch/received.h"
#include "core/patch/refusal.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe {

/// A hunk on its place. `lines` may be fewer than were received, or unescaped; then `owned` holds their text.
struct PlacedHunk {
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    std::vector<BodyLine> lines;
    std::vector<std::size_t>
        at;                ///< per line of `lines` its line in the file; `nowhere` for added and missing ones
    std::size_t start = 0; ///< where the old side begins; for pure insertions the line before which they go
    IndentMap indents;
    bool transportCr = false;    ///< the header line ended in CR, so CRs of added lines prove nothing
    bool alreadyPresent = false; ///< the new side is there; nothing is to be done
    HunkPlacement record;
    std::shared_ptr<std::deque<std::string>> owned;
};

/// Tries in order: the stated line; anywhere, equal but for line ends; trailing blanks; indentation; the same
/// with HTML entities decoded; whether the new side is already there; a unique close alignment. Several equal
/// places are an error unless the stated line, the shift of the hunks before, or the heading picks one.
/// `shift` is by how much the hunk before moved.
Read<PlacedHunk> placeHunk(const BaseText &text, const std::string &path, const ReceivedHunk &hunk,
                           int shift);

} // namespace vouchsafe
