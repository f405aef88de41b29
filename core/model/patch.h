#pragma once
// A change of the tree as values: per file the bytes before and after. Diffs are read into and written from
// it.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

enum class ChangeKind { Modify, Create, Delete, Rename };

/// How a hunk of the received text found its place.
struct HunkPlacement {
    int number = 0;      ///< over the whole patch, from 1
    int line = 0;        ///< first old line in the file, from 1
    int relocatedBy = 0; ///< placed minus stated line; 0: exact
    std::vector<std::string> repairs;

    bool operator==(const HunkPlacement &) const = default;
};

struct FileChange {
    std::string path; ///< bytes as git stores them, relative to the root
    std::string from; ///< old path of a rename, else empty
    ChangeKind kind = ChangeKind::Modify;
    std::string before; ///< whole old content, empty for Create
    std::string after;  ///< whole new content, empty for Delete
    unsigned modeBefore = 0100644;
    unsigned modeAfter = 0100644;     ///< 0100644, 0100755 or 0120000
    std::vector<std::string> repairs; ///< of the file's headers, in words
    std::vector<HunkPlacement> hunks;

    bool operator==(const FileChange &) const = default;
};

struct Patch {
    std::vector<FileChange> files;    ///< each path once
    std::vector<std::string> notices; ///< what was left out or is already present
    int alternatives = 0;             ///< other edits that passed the same tests and were not chosen
    std::string origin;               ///< `builtin: flip comparison`, `openai:gpt-5`, `person`

    bool empty() const { return files.empty(); }
    bool operator==(const Patch &) const = default;
};

/// A place in a file that a refusal points to.
struct PatchPlace {
    std::string path;
    int line = 0; ///< from 1
    std::string text;

    bool operator==(const PatchPlace &) const = default;
};

} // namespace vouchsafe
