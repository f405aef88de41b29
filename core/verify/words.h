#pragma once
// Counts and lists as people read them in a verdict's reason.

#include "core/model/verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// `1 test`, `3 tests`.
std::string counted(int number, std::string_view noun);
/// The first three, and how many more there are.
std::string listed(const std::vector<std::string> &names);

} // namespace vouchsafe
