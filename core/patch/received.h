#pragma once
// A patch as it was received: parsed, but neither placed nor believed. Views point into the received text.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// One line of a hunk.
struct BodyLine {
    char kind = ' ';        ///< ' ' kept, '-' removed, '+' added
    std::string_view text;  ///< without prefix, CR and LF
    bool cr = false;        ///< a CR stood before the LF
    bool noNewline = false; ///< "\ No newline at end of file" follows
    bool bare = false;      ///< an empty line without even the blank of a kept line
};

struct ReceivedHunk {
    int number = 0;        ///< over the whole text, from 1
    bool numbered = false; ///< the header had line numbers; else the four below mean nothing
    int oldStart = 0;
    int oldCount = 0;
    int newStart = 0;
    int newCount = 0;
    std::string_view heading; ///< text after the second @@, or the anchor of an envelope; may be empty
    bool anchored = false;    ///< the first place after a line equal to the heading is meant
    bool cr = false;          ///< the header line itself ended in CR: the transport added them
    std::vector<BodyLine> lines;
    std::size_t bareTail = 0;                  ///< bare lines at the end that may be mere separators
    std::optional<std::size_t> statedEnd;      ///< lines at the point where both counts were met exactly
    std::optional<std::size_t> unprefixedFrom; ///< first line taken for a kept one without its blank
    std::vector<std::string> repairs;
};

struct ReceivedFile {
    std::optional<std::string> oldName; ///< decoded, with its prefix; `/dev/null` as it is
    std::optional<std::string> newName;
    std::string gitHeader; ///< what follows `diff --git `, as written
    std::optional<std::string> renameFrom;
    std::optional<std::string> renameTo;
    std::optional<std::string> copyFrom;
    std::optional<std::string> copyTo;
    std::string oldMode;
    std::string newMode;
    std::string createdMode;
    std::string deletedMode;
    std::string indexMode;
    bool plainNames = false;     ///< names carry no a/ or b/ to strip
    bool deletesWithout = false; ///< deleted as a whole, without its lines being shown
    bool createsOrFills = false; ///< an edit with nothing to search for
    bool binaryNotice = false;   ///< `Binary files … differ`
    bool binaryData = false;     ///< `GIT binary patch`
    std::vector<ReceivedHunk> hunks;
    std::vector<std::string> repairs;
};

struct ReceivedPatch {
    std::vector<ReceivedFile> files;
    std::vector<std::string> notices;
};

/// Bounds on what is read at all.
inline constexpr std::size_t maxPatchBytes = std::size_t{8} << 20;
inline constexpr std::size_t maxPatchFiles = 2'000;
inline constexpr std::size_t maxPatchHunks = 50'000;

} // namespace vouchsafe
