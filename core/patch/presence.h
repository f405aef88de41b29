#pragma once
// Whether what a hunk wants is there already. Nothing is ever applied in reverse.

#include "core/patch/base_text.h"
#include "core/patch/received.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace vouchsafe {

/// A hunk of added lines that is open at one end fits again after it was applied. git tells by the end of the
/// file; here the lines that follow or go before tell. `start` is where its old side begins.
bool isInsertedAlready(const BaseText &text, const std::vector<BodyLine> &lines, std::size_t start);

/// Where the new side stands: on the stated line, or elsewhere when that place is the only one and the lines
/// say enough.
std::optional<std::size_t> newSidePlace(const BaseText &text, const ReceivedHunk &hunk,
                                        const std::vector<BodyLine> &lines);

} // namespace vouchsafe
