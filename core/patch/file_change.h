#pragma once
// Carries out what a patch wants with one file, in memory.

#include "core/model/patch.h"
#include "core/patch/refusal.h"
#include "core/patch/targets.h"

#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// A change, or nothing to do (with a notice), or what stands against it.
struct Outcome {
    std::optional<FileChange> change;
    bool alreadyPresent = false;
    std::vector<std::string> notices;
    std::vector<PatchRefusal> refusals;
    std::vector<std::string> fitting; ///< hunks that have a place, by name
};

/// `keepCr`: carriage returns that every line of the patch carries belong into new files.
Outcome changeOf(const Target &target, bool keepCr);

} // namespace vouchsafe
