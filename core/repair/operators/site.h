#pragma once
// What an operator may look at: one node, its file, and what the code around it uses.

#include "core/repair/operators/edit.h"
#include "core/syntax/tree.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe::repair {

/// Material for edits found near a place. Built once per function; see surroundings.h.
struct Surroundings {
    Node function;                                   ///< null at module level
    std::vector<std::string> parameters;             ///< without `self`, `cls` and the starred ones
    std::set<std::string, std::less<>> numericNames; ///< names used as numbers in the function
    std::set<std::string, std::less<>> divisors;     ///< of them, those that something is divided by
    std::vector<std::string> integers;   ///< literals of the function, then of the file; each once
    std::vector<std::string> strings;    ///< literals of the function; each once
    std::vector<std::string> returned;   ///< expressions that the function returns; each once
    std::vector<std::string> conditions; ///< tests of the file whose names are all parameters
    std::vector<std::string> raised;     ///< `raise` statements of the file, then those that the tests expect
    std::string indentUnit = "    ";
    std::string lineEnd = "\n";
};

struct Site {
    const Tree &tree;
    Node node;
    const Surroundings &around;

    std::string_view text(const Node &of) const { return of.text(tree.source()); }
    std::string copy(const Node &of) const { return std::string(text(of)); }
};

/// Appends the edits that one family makes at exactly this node, not below it.
using Operator = void (*)(const Site &site, std::vector<Edit> &edits);

void compareEdits(const Site &site, std::vector<Edit> &edits);
void negateEdits(const Site &site, std::vector<Edit> &edits);
void connectiveEdits(const Site &site, std::vector<Edit> &edits);
void offByOneEdits(const Site &site, std::vector<Edit> &edits);
void constantEdits(const Site &site, std::vector<Edit> &edits);
void arithmeticEdits(const Site &site, std::vector<Edit> &edits);
void swapEdits(const Site &site, std::vector<Edit> &edits);
void guardEdits(const Site &site, std::vector<Edit> &edits);

} // namespace vouchsafe::repair
