#pragma once
// Whether a `.h` file is written in C++: the name alone does not tell.

#include <string_view>

namespace vouchsafe {

/// Looks for words and marks that C does not have, outside comments, strings and `#` lines.
bool showsCplusplus(std::string_view head);

} // namespace vouchsafe
