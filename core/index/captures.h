#pragma once
// What the query found in one file, before it is nested and named. Private to core/index.

#include "core/index/definition.h"
#include "core/index/symbols.h"

#include <vector>

namespace vouchsafe {

struct FoundReference {
    std::size_t byte = 0;
    Reference reference; ///< `symbol` is not set yet
};

struct FileCaptures {
    std::vector<Definition> definitions; ///< unsorted, without twins of one name
    std::vector<FoundReference> references;
    std::vector<Import> imports;
    std::vector<Span> spans; ///< unsorted, may overlap
};

Result<FileCaptures> captureFile(const Tree &tree);

} // namespace vouchsafe
