#pragma once
// The tree as the containers of one sandbox see it: on this machine an overlay that the engine mounts or a
// copy, else volumes of the engine.

#include "core/ports/sandbox.h"
#include "sandbox/engine/container_setting.h"
#include "sandbox/workspace.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

enum class WorkspacePlace {
    Overlay, ///< mounted by the engine from folders of this machine
    Folder,  ///< a copy on this machine
    Volumes, ///< of an engine that does not see this machine's folders
};

/// Call from one thread at a time. Removes everything when it goes; no container may use it any more.
class ContainerWorkspace {
public:
    virtual ~ContainerWorkspace() = default;
    virtual std::string kind() const = 0; ///< `overlay`, `reflink`, `copy`, `volume`
    virtual std::string user() const = 0; ///< `uid:gid` inside
    /// Before each start. `others`: containers of this workspace are alive, so nothing may change behind an
    /// overlay's back. A link in the way of a mount is an error: what ran before may have put it there.
    virtual Result<std::vector<ContainerMount>> mounts(bool others) = 0;
    /// Frames that lay the files of the patch; once.
    virtual std::string files(const std::vector<WorkspaceFile> &files) const = 0;
    /// What was written so far; gives up counting beyond `enough`. Nothing where the engine does not tell.
    virtual DiskUse written(const DiskUse &enough) const = 0;
    virtual std::filesystem::path scratch() const = 0; ///< empty: not on this machine
    virtual Result<FileSet> collect(const CollectRequest &request) = 0;
    /// Moves what was written to `folder` of this machine; the workspace cannot be used afterwards.
    virtual Status keep(const std::filesystem::path &folder) = 0;
};

/// ErrorCode::NotAvailable where no overlay can be asked for because of the cache folder's name. Whether the
/// engine can mount it shows with the first container.
Result<std::unique_ptr<ContainerWorkspace>>
makeLocalWorkspace(std::shared_ptr<const ContainerSetting> setting, const WorkspaceSpec &spec,
                   const SandboxPolicy &policy, bool overlay);

Result<std::unique_ptr<ContainerWorkspace>>
makeVolumeWorkspace(std::shared_ptr<const ContainerSetting> setting, const WorkspaceSpec &spec,
                    const SandboxPolicy &policy, const ContainerImage &image);

/// A container of the helper, without its name's arguments: `arguments` begin with the verb.
Result<ContainerPlan> helperPlan(const ContainerSetting &setting, const SandboxPolicy &policy,
                                 const ContainerImage &image, std::string user,
                                 std::vector<ContainerMount> mounts, std::vector<std::string> arguments);
/// Whether `path` is `folder` or below it; both relative to the workspace.
bool within(const std::string &path, const std::string &folder);
/// Where a mount stands relative to the workspace; empty: elsewhere.
std::string placeInWorkspace(const WorkspaceSpec &spec, const HostMount &mount);
/// The frames of these files below `root`: removals first, as on the host.
std::string filesAsFrames(const std::string &root, const std::vector<WorkspaceFile> &files);

} // namespace vouchsafe
