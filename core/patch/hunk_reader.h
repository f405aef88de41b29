#pragma once
// Reads one hunk of a unified diff: its header line and as many body lines as are meant.

#include "core/patch/received.h"
#include "core/patch/reply_text.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Whether a `--- `, `+++ ` pair of file names stands at `at`.
bool isNamePair(const std::vector<TextLine> &lines, std::size_t at);

/// Reads the hunk whose header is at `at` and moves `at` behind it. The stated counts decide only where the
/// lines leave a doubt; the body is what counts.
ReceivedHunk readHunk(const std::vector<TextLine> &lines, std::size_t &at);

/// Both stated counts are reached (or there are none).
bool countsMet(const ReceivedHunk &hunk);

} // namespace vouchsafe
