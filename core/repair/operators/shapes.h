#pragma once
// Small questions about Python's syntax that several operators ask.

#include "core/syntax/tree.h"

#include <string>
#include <string_view>

namespace vouchsafe::repair {

/// Whether the node is the test of an if, elif, while, conditional expression, comprehension filter or
/// assert.
bool isTest(const Node &node);
/// A statement that stands on lines of its own, simple or compound.
bool isStatement(const Node &node);
/// `x` as it can stand after `not `, before ` + 1` or as an argument: in parentheses where it binds looser.
std::string operand(const Node &node, std::string_view source);
/// Whether an expression can be a number as far as its shape tells: no string, collection, lambda or
/// comparison.
bool mayBeNumber(const Node &node);
/// `x - 1`: a sum whose right side is a whole number.
bool isStep(const Node &node);
/// The innermost function around the node; null at module level.
Node enclosingFunction(const Node &node);
/// A statement or a clause with a line of its own, as a tracer counts lines: `elif`, `except`, `case` too.
bool isPlace(const Node &node);
/// The innermost place around the node, itself included; null where there is none.
Node enclosingPlace(const Node &node);
/// The value of a decimal integer literal, a leading minus included; absent where it is none or too long.
bool plainInteger(std::string_view text, long long &value);

} // namespace vouchsafe::repair
