#pragma once
// The source files of a tree and the threads that read them. Private to core/index.

#include "core/index/symbol_index.h"

#include <functional>

namespace vouchsafe {

/// A file that may be indexed by its name.
struct SourceFile {
    const TreeEntry *entry = nullptr;
    /// Told by the name; of `.h` and of scripts only by the content.
    std::optional<Language> language;
};

/// Files of known languages by path; what is left out for a reason goes to `skipped`.
std::vector<SourceFile> sourceFiles(const BaseTree &tree, const ExclusionRules &rules,
                                    std::vector<SkippedFile> &skipped);

/// Calls `work` once for every number below `count` on up to `threads` threads (0: one a core), in rising
/// order of start. Ends early when stopped; `work` must not throw.
void inParallel(std::size_t count, unsigned threads, const std::stop_token &stop,
                const std::function<void(std::size_t)> &work);

} // namespace vouchsafe
