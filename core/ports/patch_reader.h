#pragma once
// From a received text to a Patch and back to the one canonical unified diff.

#include "core/base/result.h"
#include "core/model/patch.h"
#include "core/ports/base_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// A refusal with the class in its code and the places that it is about.
struct PatchRefusal {
    Error error;
    std::vector<PatchPlace> places;

    bool operator==(const PatchRefusal &) const = default;
};

struct PatchContext {
    std::string subfolder;  ///< the opened folder, relative to the root; paths of the text are relative to it
    std::string repository; ///< absolute path of the root, for absolute paths in the text; may be empty
};

/// Pure: same text and tree, same answer. Safe from several threads.
class PatchReader {
public:
    virtual ~PatchReader() = default;
    virtual tl::expected<Patch, PatchRefusal> read(std::string_view text, const BaseTree &tree,
                                                   const PatchContext &context) const = 0;
    /// Canonical diff that `git apply` accepts on the tree before. Empty for an empty patch.
    virtual std::string render(const Patch &patch) const = 0;
};

} // namespace vouchsafe
