#pragma once
// What the architect wants done, as data that a person can read and edit.

#include <string>
#include <vector>

namespace vouchsafe {

/// A place that is thought to be at fault, with the evidence in plain words.
struct Suspect {
    std::string path;
    int line = 0; ///< from 1; 0: the whole file
    std::string symbol;
    double suspicion = 0; ///< 0 to 1
    std::string evidence;

    bool operator==(const Suspect &) const = default;
};

struct Plan {
    std::string goal;
    std::vector<std::string> steps;
    std::vector<std::string> files; ///< that are to change, relative to the root
    std::vector<std::string> risks;
    std::vector<Suspect> suspects; ///< most suspicious first
    std::string author;            ///< `builtin`, `openai:gpt-5`, `person`

    bool operator==(const Plan &) const = default;
};

} // namespace vouchsafe
