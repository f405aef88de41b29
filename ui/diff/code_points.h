#pragma once
// Walks UTF-8 that may hold other bytes too.

#include <cstddef>
#include <string_view>

namespace vouchsafe {

inline constexpr char32_t notUtf8 = 0xffffffff;

/// The code point at `at`, which moves behind it; a byte that is not UTF-8 gives `notUtf8` and counts alone.
/// `at` < text.size().
char32_t nextCodePoint(std::string_view text, std::size_t &at);

} // namespace vouchsafe
