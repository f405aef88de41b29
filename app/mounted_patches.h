#pragma once
// Refuses patches for files that the checks would not see: those below folders that are shown from the host.

#include "core/ports/patch_reader.h"
#include "core/ports/sandbox.h"

#include <string>
#include <vector>

namespace vouchsafe {

/// Where the mounts stand in a workspace at `insideRoot`, relative to it: those inside of it only.
std::vector<std::string> coveredPaths(const std::vector<HostMount> &mounts, const std::string &insideRoot);

/// A mounted folder covers what the patch lays in the same place, so a verdict would speak of other files
/// than the patch. ErrorCode::PatchOutside for a path at, below or above one of the mounts.
class MountAwarePatches final : public PatchReader {
public:
    /// `mounts` are relative to the root. `reader` must outlive it.
    MountAwarePatches(const PatchReader &reader, std::vector<std::string> mounts);

    tl::expected<Patch, PatchRefusal> read(std::string_view text, const BaseTree &tree,
                                           const PatchContext &context) const override;
    std::string render(const Patch &patch) const override { return m_reader.render(patch); }

private:
    const PatchReader &m_reader;
    std::vector<std::string> m_mounts;
};

} // namespace vouchsafe
