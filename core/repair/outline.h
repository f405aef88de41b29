#pragma once
// Where the functions and statements of a Python file stand, as line numbers.

#include "core/syntax/tree.h"

#include <string>
#include <vector>

namespace vouchsafe::repair {

struct FunctionSpan {
    std::string symbol; ///< `Class.method`
    int start = 0;      ///< line of the first decorator, else of `def`
    int head = 0;       ///< line of `def`
    int body = 0;       ///< first line of the body
    int end = 0;

    bool operator==(const FunctionSpan &) const = default;
};

struct PlaceSpan {
    int start = 0;
    int end = 0;       ///< last line, bodies of compound statements included
    int function = -1; ///< index into Outline::functions of the innermost one; -1: none

    bool operator==(const PlaceSpan &) const = default;
};

struct Outline {
    std::string path;
    std::vector<FunctionSpan> functions; ///< in order of the file, outer before inner
    std::vector<PlaceSpan> places;       ///< in order of the file, outer before inner

    /// The innermost function whose lines hold `line`; null at module or class level.
    const FunctionSpan *functionAt(int line) const;
    /// First line of the innermost statement that holds `line`; 0 where there is none.
    int placeAt(int line) const;

    bool operator==(const Outline &) const = default;
};

Outline outlineOf(const std::string &path, const Tree &tree);

} // namespace vouchsafe::repair
