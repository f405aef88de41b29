#pragma once
// The bodies that a received hunk may stand for.

#include "core/patch/received.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// The body of a hunk, or a part of it, as it is tried.
struct Variant {
    std::vector<BodyLine> lines;
    std::string repair;                             ///< empty for the body as received
    std::shared_ptr<std::deque<std::string>> owned; ///< the text of decoded lines
};

/// The whole body first, then what is left without lines that may not belong to it.
std::vector<Variant> variantsOf(const ReceivedHunk &hunk);
/// Those that hold HTML entities, with these decoded.
std::vector<Variant> withEntitiesDecoded(const std::vector<Variant> &variants);

/// The texts of one side: `without` '+' gives the old one, '-' the new one.
std::vector<std::string_view> side(const std::vector<BodyLine> &lines, char without);

} // namespace vouchsafe
