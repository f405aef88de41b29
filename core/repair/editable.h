#pragma once
// Which files the search may change: Python code of the product, never tests or what steers their runner.

#include "core/ports/base_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe::repair {

/// By its name alone: `test_x.py`, `x_test.py`, `conftest.py`, anything below `test` or `tests`.
bool isTestPath(std::string_view path);
/// `protect`: globs of the policy.
bool isEditable(const TreeEntry &entry, const std::vector<std::string> &protect);

} // namespace vouchsafe::repair
