#pragma once
// Search/replace blocks: a file name, `<<<<<<< SEARCH`, old lines, `=======`, new lines, `>>>>>>> REPLACE`.

#include "core/patch/received.h"
#include "core/patch/refusal.h"
#include "core/patch/reply_text.h"

#include <vector>

namespace vouchsafe {

/// Each block becomes a hunk without numbers whose kept lines are those that both sides share. A block with
/// an empty search makes a new file; one without its end is ErrorCode::PatchIncomplete.
Read<ReceivedPatch> parseBlocks(const std::vector<TextLine> &lines);

/// Whether the line opens a block.
bool opensBlock(std::string_view line);

} // namespace vouchsafe
