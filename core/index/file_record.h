#pragma once
// What the index keeps of one file's content, and its form on disk.

#include "core/index/file_words.h"
#include "core/index/symbols.h"

#include <optional>
#include <string>
#include <string_view>

namespace vouchsafe {

/// Independent of the file's path, so that a renamed or copied file costs nothing: symbol ids begin with `::`
/// and `path` is empty.
struct FileRecord {
    FileSymbols file; ///< without spans, which are needed only while words are counted
    FileWords words;
    std::uint32_t lines = 0;
    std::string skipped; ///< why nothing is known about this content; empty: indexed

    bool operator==(const FileRecord &) const;
};

/// Changes with the grammars, the queries and everything that decides what a record holds.
constexpr int recordVersion = 1;

/// Numbers in base 128, texts with their length, a checksum over all in the first eight bytes.
std::string encoded(const FileRecord &record);
/// Nothing where the bytes are damaged.
std::optional<FileRecord> decodedRecord(std::string_view bytes);

} // namespace vouchsafe
