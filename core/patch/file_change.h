#pragma once
// Carries out what a patch wants with one file, in memory.

#include "core/model/patch.h"
#include "core/patch/indentation.h"
#include "core/patch/refusal.h"
#include "core/patch/targets.h"

#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// A change, or nothing to do (with a notice), or what stands against it.
struct ChangeOutcome {
    std::optional<FileChange> change;
    bool alreadyPresent = false;
    std::vector<std::string> notices;
    std::vector<PatchRefusal> refusals;
    std::vector<std::string> fitting; ///< hunks that have a place, by name
    IndentMap indents;                ///< how the text's indentation differs from the file's, where it does
    bool mayAdoptIndents = false;     ///< added indented lines, and nothing that tells whether they are right
};

/// What the other files of a patch say about how the text was carried.
struct Transport {
    bool keepCr = false; ///< carriage returns that every line of the text carries belong into new files
    IndentMap indents;   ///< spaces that stood for tabs
};

ChangeOutcome changeOf(const Target &target, const Transport &transport);

} // namespace vouchsafe
