#pragma once
// The code that was retrieved for a task, each slice with its score and reason, and what was left out.

#include <string>
#include <vector>

namespace vouchsafe {

struct Slice {
    std::string id;   ///< `relative/path::Qualified.name`, or the path alone
    std::string path; ///< relative to the root
    int start = 0;    ///< first line, from 1
    int end = 0;      ///< last line, included
    std::string text; ///< those lines, as in the file
    double score = 0;
    std::string reason; ///< plain words, for example `name has "parse", "url" (2 of 6 words)`
    int tokens = 0;     ///< estimate

    bool operator==(const Slice &) const = default;
};

struct LeftOut {
    std::string id;
    std::string reason; ///< `budget`, or why it was excluded

    bool operator==(const LeftOut &) const = default;
};

struct ContextBundle {
    std::vector<Slice> slices; ///< best first
    std::vector<LeftOut> leftOut;
    int tokens = 0; ///< of all slices

    bool operator==(const ContextBundle &) const = default;
};

} // namespace vouchsafe
