#pragma once
// One edit of the search: bytes of a file and what stands there instead.

#include <cstddef>
#include <string>
#include <string_view>

namespace vouchsafe::repair {

/// The operator families that Python's search knows; the letters are those of the catalogue in the
/// specification.
enum class Family {
    Compare,    ///< C1: `<` for `<=`
    Negate,     ///< C2: `if not x` for `if x`
    Connective, ///< C3: `and` for `or`
    OffByOne,   ///< N1: `e + 1` for `e`
    Constant,   ///< N2: another literal
    Arithmetic, ///< N3: `-` for `+`
    Swap,       ///< A1: two arguments exchanged
    Guard       ///< G1: an early exit before a statement
};
inline constexpr int familyCount = 8;

/// Replaces the bytes [start, end) of one file; everything else keeps its formatting.
struct Edit {
    std::size_t start = 0;
    std::size_t end = 0;
    std::string replacement;
    Family family = Family::Compare;
    std::string_view name;    ///< of the operator, for people: `flip comparison`; static
    double prior = 0;         ///< 0 to 1: how often such an edit repairs, before the place is known
    bool antiPattern = false; ///< of a kind that tends to pass weak tests without being right

    bool operator==(const Edit &) const = default;
};

} // namespace vouchsafe::repair
