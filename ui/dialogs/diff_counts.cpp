#include "ui/dialogs/diff_counts.h"

#include <algorithm>
#include <charconv>

namespace vouchsafe {
namespace {

// Of `-12,3` or `+12` behind the sign: 3, or 1 where no count is given.
int countOf(std::string_view header, char sign)
{
    const std::size_t at = header.find(sign);
    if (at == std::string_view::npos)
        return 0;
    const std::string_view range = header.substr(at + 1, header.find(' ', at) - at - 1);
    const std::size_t comma = range.find(',');
    if (comma == std::string_view::npos)
        return 1;
    int count = 0;
    std::from_chars(range.data() + comma + 1, range.data() + range.size(), count);
    return count;
}

} // namespace

std::vector<LineCounts> lineCounts(std::string_view diff)
{
    std::vector<LineCounts> counts;
    int before = 0; // lines of the hunk that are still to come
    int after = 0;
    while (!diff.empty()) {
        const std::string_view line = diff.substr(0, diff.find('\n'));
        diff.remove_prefix(std::min(diff.size(), line.size() + 1));
        if (before > 0 || after > 0) {
            const char kind = line.empty() ? ' ' : line.front();
            if (kind == '+')
                ++counts.back().added, --after;
            else if (kind == '-')
                ++counts.back().removed, --before;
            else if (kind == ' ')
                --before, --after;
        } else if (line.starts_with("diff --git ")) {
            counts.emplace_back();
        } else if (line.starts_with("@@ ") && !counts.empty()) {
            before = countOf(line, '-');
            after = countOf(line, '+');
        }
    }
    return counts;
}

} // namespace vouchsafe
