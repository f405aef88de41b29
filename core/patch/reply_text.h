#pragma once
// The text around a patch: lines, reasoning before it, fences.

#include <string_view>
#include <vector>

namespace vouchsafe {

struct TextLine {
    std::string_view text; ///< without CR and LF
    bool cr = false;
    bool lineFeed = true; ///< false only where the text ends without one
};

std::vector<TextLine> textLines(std::string_view text);

/// What follows the reasoning: everything up to the last closing tag before the patch is dropped. Tags in
/// lines of hunks are file text and stay.
std::string_view withoutReasoning(std::string_view text);
/// The text opens a reasoning tag and never closes it.
bool isOpenReasoning(std::string_view text);

/// Whether the line opens or closes a fence of backticks or tildes.
bool isFence(std::string_view line);

/// The first line that opens a patch of any form.
enum class PatchForm { None, Unified, Envelope, Blocks, ContextDiff };
PatchForm firstForm(const std::vector<TextLine> &lines);

} // namespace vouchsafe
