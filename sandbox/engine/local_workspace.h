#pragma once
// A container's workspace in a scratch folder of this machine.
//
// The scratch folder holds what sandbox/workspace.h describes, with the difference that the engine mounts the
// overlays, as root and outside of our sight:
//   l0 l1 …           links to the lower trees, topmost first
//   upper work        of the overlay; in a copy `merged` alone
//   d0 d1 …           lower, upper and work of each dependency folder whose writes are thrown away
//   p0 p1 …           copies of read-only paths that the patch or several layers make up
//   tools reports     what stands at insideTools and insideReports

#include "sandbox/engine/container_workspace.h"
#include "sandbox/tree_copy.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

class LocalWorkspace final : public ContainerWorkspace {
public:
    LocalWorkspace(std::shared_ptr<const ContainerSetting> setting, WorkspaceSpec spec, ScratchFolder scratch,
                   std::uint64_t mostBytes)
        : m_setting(std::move(setting)),
          m_spec(std::move(spec)),
          m_scratch(std::move(scratch)),
          m_mostBytes(mostBytes)
    {
    }
    ~LocalWorkspace() override;
    Status lay(bool overlay);

    std::string kind() const override { return std::string(workspaceKindName(m_kind)); }
    std::string user() const override;
    Result<std::vector<ContainerMount>> mounts(bool others) override;
    std::string files(const std::vector<WorkspaceFile> &files) const override;
    DiskUse written(const DiskUse &enough) const override;
    std::filesystem::path scratch() const override { return m_scratch.path(); }
    Result<FileSet> collect(const CollectRequest &request) override;
    Status keep(const std::filesystem::path &folder) override;

private:
    static std::string overlayAt(std::size_t mount) { return "d" + std::to_string(mount) + "/"; }
    static constexpr const char *emptyFile = "empty-file";
    static constexpr const char *emptyFolder = "empty-folder";

    Status layFolders();
    Status layOverlay();
    Status layCopy();
    TreeCopy boundedCopy() const;
    Status layReadOnly();
    Result<std::filesystem::path> sourceOf(const std::string &path, std::size_t number);
    Result<std::string> volume(const std::vector<std::filesystem::path> &lowers, const std::string &at,
                               mode_t mode);
    Status freshWork(const std::string &at) const;
    /// `make`: the mount point and what is above it are made where they are missing.
    Status mountPoint(const std::string &path, bool make) const;
    Status mountHost(const HostMount &mount, std::size_t number, bool others,
                     std::vector<ContainerMount> &into) const;
    bool isCovered(const std::string &path) const; ///< by a read-only mount
    std::vector<std::filesystem::path> lowers() const;
    std::filesystem::path changesRoot() const;

    std::shared_ptr<const ContainerSetting> m_setting;
    WorkspaceSpec m_spec;
    ScratchFolder m_scratch;
    std::uint64_t m_mostBytes; ///< of a copy
    WorkspaceKind m_kind = WorkspaceKind::Overlay;
    std::vector<std::string> m_volumes;                      ///< of the overlays, to be removed
    std::map<std::string, std::string> m_volumeAt;           ///< `` and `d0/` to the volume's name
    std::map<std::string, std::filesystem::path> m_readOnly; ///< path in the workspace to what stands there
    std::map<std::string, CopiedStamp> m_copied;
    DiskUse m_copiedUse;
};

} // namespace vouchsafe
