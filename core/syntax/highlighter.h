#pragma once
// Syntax colours from the tree: which bytes of a file are keywords, strings, names of functions and so on.

#include "core/base/result.h"
#include "core/syntax/languages.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// What a piece of code is, whatever its language.
enum class SyntaxRole {
    Plain,
    Keyword,
    String,
    Escape, ///< inside a string
    Number,
    Constant, ///< true, None, NULL, enumerators
    Comment,
    Function, ///< where it is defined or called
    Type,
    Property, ///< fields and attributes
    Parameter,
    Operator,
    Preprocessor, ///< directives, decorators, attributes of the compiler
};
inline constexpr int syntaxRoles = 13;

/// Bytes [start, end) of the source.
struct SyntaxSpan {
    std::size_t start = 0;
    std::size_t end = 0;
    SyntaxRole role = SyntaxRole::Plain;

    bool operator==(const SyntaxSpan &) const = default;
};

/// Ascending and not overlapping; what no span covers is plain. Blocking and cancellable; safe from several
/// threads. A file with syntax errors is coloured as far as it was understood. Errors as Tree::parse, with
/// limits of 32 MiB and 5 s.
Result<std::vector<SyntaxSpan>> syntaxSpans(Language language, std::string source, std::stop_token stop);

} // namespace vouchsafe
