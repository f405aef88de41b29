#pragma once
// Two large files that differ in a given share of their lines: the same bytes on every machine.

#include "core/base/result.h"

#include <filesystem>

namespace vouchsafe::bench {

struct ChangedPair {
    std::filesystem::path before;
    std::filesystem::path after;
    int edits = 0;
};

/// Generated Python of `lines` lines; one line in `every` is changed, and of every four such places one is
/// an insertion and one a deletion.
Result<ChangedPair> writeChangedPair(const std::filesystem::path &folder, int lines, int every);

} // namespace vouchsafe::bench
