#pragma once
// Builds the symbol graph from what the files say. Private to core/index.

#include "core/index/file_record.h"
#include "core/index/symbol_graph.h"

#include <stop_token>

namespace vouchsafe {

struct GraphFile {
    const FileRecord *record = nullptr;
    std::uint32_t firstSymbol = 0; ///< number of its first symbol in the whole tree
    bool test = false;
};

/// `paths` and `files` run in parallel. A stop request gives the edges found so far.
SymbolGraph buildGraph(const std::vector<std::string> &paths, const std::vector<GraphFile> &files,
                       std::uint32_t symbols, const std::stop_token &stop);

} // namespace vouchsafe
