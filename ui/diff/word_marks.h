#pragma once
// What differs between two lines that stand beside each other.

#include <cstddef>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Bytes [start, end) of a line.
struct ByteRange {
    std::size_t start = 0;
    std::size_t end = 0;

    bool operator==(const ByteRange &) const = default;
};

struct WordMarks {
    std::vector<ByteRange> left;
    std::vector<ByteRange> right;

    bool operator==(const WordMarks &) const = default;
};

/// By words, blanks and signs, never inside a grapheme cluster. Lines that share next to nothing are marked
/// from their first difference to their last one, and so are lines with more than a few thousand words, so
/// that the cost stays that of reading them.
WordMarks wordMarks(std::string_view left, std::string_view right);

} // namespace vouchsafe
