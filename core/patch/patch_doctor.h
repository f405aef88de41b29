#pragma once
// Reads whatever a model or a person calls a patch, places it by content, and writes it as one canonical
// diff.

#include "core/ports/patch_reader.h"

namespace vouchsafe {

/// Stateless. Understands unified diffs (git's and plain), the begin-patch envelope and search/replace
/// blocks, in prose, fences and after reasoning. All hunks are placed on the original text, then applied; all
/// files or none. Bounds: 8 MiB of text, 2,000 files, 50,000 hunks, 64 MiB for a file that is changed.
class PatchDoctor final : public PatchReader {
public:
    tl::expected<Patch, PatchRefusal> read(std::string_view text, const BaseTree &tree,
                                           const PatchContext &context) const override;
    std::string render(const Patch &patch) const override;
};

} // namespace vouchsafe
