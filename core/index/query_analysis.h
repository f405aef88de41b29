#pragma once
// From a task's words, failed tests and output to what can be looked up in the index.

#include "core/index/postings.h"
#include "core/index/symbol_index.h"
#include "core/index/traceback.h"
#include "core/ports/retriever.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// A frame of a traceback that lies in the repository.
struct FoundFrame {
    std::uint32_t symbol = 0;
    std::string path;
    int line = 0;
    int depth = 0; ///< 0: the innermost frame of the repository
};

struct StructuredQuery {
    std::vector<WeightedWord> words; ///< at most 60, the heaviest first
    int taskWords = 0;               ///< how many of them come from the task itself
    std::vector<FoundFrame> frames;  ///< one per symbol, its innermost place
    /// Symbols named exactly: 1 for one that surely is meant, less for each other one of that name and for
    /// words that may be plain English.
    std::map<std::uint32_t, double> anchors;
    std::vector<std::string> paths;   ///< indexed files that the task names
    std::vector<std::uint32_t> tests; ///< failing tests that are in the index
    std::vector<std::uint32_t> pinned;
};

/// `testWeight` is the weight of a failing test's own text against the task's words.
StructuredQuery analyse(const RetrievalRequest &request, const SymbolIndex &index, const BaseTree &tree,
                        double testWeight = .4);

/// The innermost function, method or type around a line; nothing outside of all.
std::optional<std::uint32_t> symbolAt(const SymbolIndex &index, const IndexedFile &file, int line);
/// The indexed file that a printed path means: the longest one in which it ends, or which ends in it.
const IndexedFile *fileOfPrintedPath(const SymbolIndex &index, std::string_view printed);

} // namespace vouchsafe
