#pragma once
// The begin-patch envelope: `*** Begin Patch`, `*** Update File: NAME`, `@@ anchor`, `*** End Patch`.

#include "core/patch/received.h"
#include "core/patch/refusal.h"
#include "core/patch/reply_text.h"

#include <vector>

namespace vouchsafe {

/// All envelopes of the text. One without its end is ErrorCode::PatchIncomplete.
Read<ReceivedPatch> parseEnvelope(const std::vector<TextLine> &lines);

} // namespace vouchsafe
