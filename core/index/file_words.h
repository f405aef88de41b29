#pragma once
// The words of one file by symbol and field, as the ranking needs them.

#include "core/index/symbols.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vouchsafe {

/// Where a word stands; each field has its own weight in the ranking.
enum class WordField : std::uint8_t { Name, Owner, Path, Parameters, Doc, Literal, Body };
constexpr std::size_t wordFieldCount = 7;

struct WordCount {
    std::uint32_t word = 0; ///< index in FileWords::words
    std::uint32_t symbol =
        0; ///< index in the file; the number of symbols stands for the code outside of them
    WordField field = WordField::Body;
    std::uint16_t count = 0;

    bool operator==(const WordCount &) const = default;
};

struct FileWords {
    std::vector<std::string> words;
    std::vector<WordCount> counts; ///< sorted by symbol, field, word

    bool operator==(const FileWords &) const = default;
};

/// A word counts for the innermost symbol around it; words of fields count for their class.
FileWords countWords(const FileSymbols &file, std::string_view source);

} // namespace vouchsafe
