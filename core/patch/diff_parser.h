#pragma once
// Unified diffs, git's or plain, wherever they stand in a text.

#include "core/patch/received.h"
#include "core/patch/refusal.h"
#include "core/patch/reply_text.h"

#include <vector>

namespace vouchsafe {

/// Sections in the order of the text. Prose, fences and mail headers between them are skipped; a block that
/// is indented as a whole is shifted to the left. A text that breaks off is ErrorCode::PatchIncomplete.
Read<ReceivedPatch> parseDiff(std::vector<TextLine> lines);

} // namespace vouchsafe
