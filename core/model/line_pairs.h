#pragma once
// Which of the replaced lines became which: the lines of one change that are worth standing beside each
// other.

#include "core/model/line_diff.h"

#include <string_view>
#include <vector>

namespace vouchsafe {

/// The same changes, each cut into touching ones where a line of it resembles one of the other side; in
/// order, so nothing crosses. Changes of more than `maxPairs` pairs of lines stay as they are.
std::vector<LineChange> pairedChanges(const std::vector<std::string_view> &before,
                                      const std::vector<std::string_view> &after,
                                      const std::vector<LineChange> &changes, std::size_t maxPairs = 2500);

} // namespace vouchsafe
