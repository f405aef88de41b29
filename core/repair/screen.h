#pragma once
// Applies an edit to a text and decides whether the result is worth a run.

#include "core/repair/operators/edit.h"
#include "core/syntax/tree.h"

#include <optional>
#include <string>

namespace vouchsafe::repair {

std::string spliced(const std::string &source, const Edit &edit);

/// The program as the parser sees it: without blanks, comments and needless parentheses, hashed. Two texts
/// with one spelling are one candidate.
std::string spelling(const Tree &tree);
/// Errors and inserted tokens of the parse.
int parseErrors(const Tree &tree);

/// What edits of one file are compared with.
struct Original {
    std::string spelling;
    int errors = 0;
};

struct Screened {
    std::string after;    ///< the whole file with the edit
    std::string spelling; ///< of `after`
};

/// Absent where the edit changes nothing or does not parse as well as the original did.
std::optional<Screened> screened(const std::string &source, const Original &original, const Edit &edit);

} // namespace vouchsafe::repair
