#pragma once
// The object that `vouchsafe patch --json` prints.

#include "core/patch/refusal.h"

#include <string>

namespace vouchsafe {

/// One line without a line feed. Accepted: `ok`, `files` (path, change, from, repairs, hunks), `notices` and
/// `diff`; refused: `ok`, `code`, `message`, `context`, `remedy` and `places`. Bytes that are not UTF-8 stand
/// in the strings as they are, since the diff must come out byte for byte.
std::string patchJson(const tl::expected<Patch, PatchRefusal> &answer, const PatchReader &reader);

/// `exact`, `moved by +3`, and what else was repaired, per file and hunk: what stderr and the badges show.
std::vector<std::string> repairLines(const FileChange &file);

} // namespace vouchsafe
