#pragma once
// The tree as one sandbox sees it: an overlay over the cached base tree, or a copy of it.
//
// A scratch folder holds
//   l0 l1 …           links to the lower trees, topmost first: overlayfs is given these short names only
//   upper work merged the overlay; in a copy `merged` alone
//   d0 d1 …           the same for each dependency folder whose writes are thrown away
//   tools reports     what stands at insideTools and insideReports
// The overlay lives in a user and mount namespace of its own that is held open here, so that several
// processes of one sandbox share one mount, and nothing is left mounted when this program dies.

#include "core/base/result.h"
#include "core/model/policy.h"
#include "core/ports/sandbox.h"
#include "sandbox/identity.h"
#include "sandbox/process.h"
#include "sandbox/scratch.h"
#include "sandbox/tree_copy.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe {

enum class WorkspaceKind { Overlay, Reflink, Copy };
std::string_view workspaceKindName(WorkspaceKind kind);

struct DiskUse {
    std::uint64_t bytes = 0; ///< allocated
    std::uint64_t files = 0; ///< of every kind, folders included
};

/// Call from one thread at a time. Removes everything when it goes; no process may be inside any more.
class Workspace {
public:
    /// `overlay` false: a copy at once. ErrorCode::SandboxDenied never comes from here: without an overlay
    /// there is a copy.
    static Result<std::unique_ptr<Workspace>> make(const WorkspaceSpec &spec, const Identity &identity,
                                                   bool overlay);

    /// Files of a patch that came after the workspace was made; before its first run.
    Status layMore(const std::vector<WorkspaceFile> &files);

    WorkspaceKind kind() const { return m_kind; }
    const WorkspaceSpec &spec() const { return m_spec; }
    const Identity &identity() const { return m_identity; }
    int root() const { return m_root.get(); }                     ///< open folder as it is seen inside
    int userNamespace() const { return m_namespaces.user.get(); } ///< -1: none could be had
    int mountNamespace() const { return m_namespaces.mount.get(); }
    std::filesystem::path tools() const { return m_scratch.path() / "tools"; }
    std::filesystem::path reports() const { return m_scratch.path() / "reports"; }

    /// The mounts with absolute places inside, their mount points made, and behind each the covers of what it
    /// hides. A link in the way is an error: what
    /// ran before may have put it there.
    Result<std::vector<HostMount>> mounts() const;
    /// What was written so far, the patch included. Gives up counting beyond `enough`.
    DiskUse written(const DiskUse &enough) const;
    Result<FileSet> collect(const CollectRequest &request) const;
    /// Moves what was written to `folder`; the workspace cannot be used afterwards.
    Status keep(const std::filesystem::path &folder);

private:
    Workspace(WorkspaceSpec spec, Identity identity, ScratchFolder scratch)
        : m_spec(std::move(spec)), m_identity(std::move(identity)), m_scratch(std::move(scratch))
    {
    }
    Status lay(bool overlay);
    Status layTools(int folder) const;
    bool mountOverlays();
    Status copyBase();
    void cover(const HostMount &mount, const std::string &inside, std::vector<HostMount> &into) const;
    std::vector<std::filesystem::path> lowers() const; ///< topmost first
    std::filesystem::path changesRoot() const;

    WorkspaceSpec m_spec;
    Identity m_identity;
    ScratchFolder m_scratch;
    WorkspaceKind m_kind = WorkspaceKind::Overlay;
    HeldNamespaces m_namespaces;
    Descriptor m_root;
    std::map<std::string, CopiedStamp> m_copied; ///< of a copy: as it was before the patch
    DiskUse m_copiedUse;                         ///< of a copy: what is there without being written by a run
};

} // namespace vouchsafe
