#pragma once
// From the sections of a received patch to files of the tree, each path once.

#include "core/model/patch.h"
#include "core/patch/received.h"
#include "core/patch/refusal.h"
#include "core/ports/base_tree.h"

#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// What is to happen to one path, before its hunks are placed.
struct Target {
    ChangeKind kind = ChangeKind::Modify;
    std::string path;
    std::string from;          ///< of a rename or copy
    bool copy = false;         ///< a new file that begins as `from`
    bool exists = false;       ///< for Create: the path is taken; fine only if it holds the same bytes
    bool showsNoLines = false; ///< a deletion that does not list what it deletes
    std::string before;        ///< bytes of `path`, or of `from`
    unsigned modeBefore = 0100644;
    unsigned modeAfter = 0100644;
    std::vector<ReceivedHunk> hunks;
    std::vector<std::string> repairs;
};

/// Refuses what the tree forbids: links and submodules on the way, special modes, headers that contradict
/// each other, missing files. Sections of one file are joined.
Read<std::vector<Target>> targetsOf(ReceivedPatch &patch, const BaseTree &tree, const PatchContext &context);

} // namespace vouchsafe
