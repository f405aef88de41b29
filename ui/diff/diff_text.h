#pragma once
// A patch as plain lines, the text first and the line number last: for reading aloud.

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Where a line of the text stands: of which file of the patch, and which line of its new side, from 1; 0
/// where it has none.
struct DiffTextLine {
    std::size_t file = 0;
    std::size_t line = 0;

    bool operator==(const DiffTextLine &) const = default;
};

struct DiffText {
    std::string text; ///< UTF-8, safe to show
    std::vector<DiffTextLine> lines;
    bool cut = false; ///< the patch goes on
};

/// Of a canonical diff; beyond `bytes` it is cut between lines.
DiffText diffText(std::string_view canonical, std::size_t bytes, const std::stop_token &stop);

} // namespace vouchsafe
