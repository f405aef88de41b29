#pragma once
// What `prepare` installed, kept in the cache by its digest and found again by later runs.
//
// A folder `<cache>/layers/prepared-<digest>-<generation>` holds
//   tree/          a layer over the base tree: `.venv`, `node_modules`
//   deps/          caches of packages, shown at preparedDeps
//   prepared.json  what was installed, what the proxy was asked for, and a lock: shared while a run uses it
// A later generation takes the place of an earlier one for runs that start then; nothing is changed in place.

#include "app/prepare_plan.h"
#include "core/base/descriptor.h"
#include "core/ports/sandbox.h"
#include "sandbox/identity.h"
#include "sandbox/network/allow_list_proxy.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// For a run. As long as a copy of it lives, pruning leaves the folder alone.
struct PreparedDependencies {
    std::string digest;
    std::string contentSha256;       ///< of everything that is kept; computed when it was kept
    std::vector<std::string> places; ///< what it holds of the workspace, relative to its root: `.venv`
    std::vector<std::filesystem::path> layers; ///< WorkspaceSpec::layers, before those of the baseline
    std::vector<HostMount> mounts;             ///< in place of the person's own folders of the same names
    std::vector<HostToolchain> toolchains;     ///< before those of the person
    std::map<std::string, std::string> environment;
    std::vector<std::string> replaces; ///< folders of the workspace, such as `node_modules`: those of the
                                       ///< host are not to be mounted
    std::shared_ptr<const Descriptor> lock;
};

/// None: this was never prepared, or is gone. The workspace must stand at preparedRoot.
std::optional<PreparedDependencies> preparedFor(const PreparePlan &plan, const Identity &identity);

/// Makes the folder from what a sandbox wrote while packages were installed (`<cache>/layers/<written>`,
/// which goes), in place of an earlier one. Refused above `most` bytes, with the holes of files.
Status keepPrepared(const PreparePlan &plan, const Identity &identity, const std::filesystem::path &written,
                    const std::vector<ProxyLogEntry> &log, std::uint64_t most);

/// One line for people, `2026-11-30T12:00:00Z refused evil.example:443 (why)`.
std::string shownEntry(const ProxyLogEntry &entry);
/// The log that is kept with the layer; ErrorCode::PathMissing where there is none.
Result<std::vector<std::string>> preparedLog(const PreparePlan &plan, const Identity &identity);

/// Removes all but the `keep` that were used last, and those that a later one replaced. What a run uses
/// stays. Returns how many went.
int prunePrepared(const Identity &identity, std::size_t keep);

} // namespace vouchsafe
