#pragma once
// A container's workspace in volumes of an engine that does not see this machine's folders.
//
// The store has a folder for the tree (`root`), for the tools, the reports and each mount (`m0`, …), all of
// the user inside. docker keeps it in one volume, whose folders are bound as volumes of their own, because
// the top folder of a volume stays root's there; podman in a volume for each.

#include "sandbox/engine/container_workspace.h"
#include "sandbox/engine/merged_tree.h"
#include "sandbox/engine/packed_changes.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace vouchsafe {

class VolumeWorkspace final : public ContainerWorkspace {
public:
    VolumeWorkspace(std::shared_ptr<const ContainerSetting> setting, WorkspaceSpec spec, SandboxPolicy policy,
                    ContainerImage image)
        : m_setting(std::move(setting)),
          m_spec(std::move(spec)),
          m_policy(std::move(policy)),
          m_image(std::move(image))
    {
    }
    ~VolumeWorkspace() override;
    Status lay();

    std::string kind() const override { return "volume"; }
    std::string user() const override { return "1000:1000"; }
    Result<std::vector<ContainerMount>> mounts(bool others) override;
    std::string files(const std::vector<WorkspaceFile> &files) const override;
    DiskUse written(const DiskUse &) const override { return {}; }
    std::filesystem::path scratch() const override { return {}; }
    Result<FileSet> collect(const CollectRequest &request) override;
    Status keep(const std::filesystem::path &folder) override;

private:
    bool docker() const { return m_setting->engine.kind == Backend::Docker; }
    std::vector<std::string> names() const; ///< of the store's folders
    Result<std::string> volume(const std::vector<std::string> &options);
    Status makeStore();
    Status fill();
    Status ownFolders(const std::string &container) const;
    Status bindFolders();
    Result<PackedChanges> pack(const std::string &root, const std::string &mark,
                               const CollectRequest &request);
    Result<PackedChanges> packChanges(const CollectRequest &request);
    Result<std::set<std::string>> renamed(const PackedChanges &packed, const std::string &folder) const;
    FileSet changes(PackedChanges packed, const CollectRequest &request) const;

    std::shared_ptr<const ContainerSetting> m_setting;
    WorkspaceSpec m_spec;
    SandboxPolicy m_policy;
    ContainerImage m_image;
    std::shared_ptr<LiveContainers> m_live = std::make_shared<LiveContainers>();
    std::map<std::string, MergedEntry> m_tree; ///< of the lower trees
    std::vector<std::string> m_volumes;        ///< to be removed, in the order in which they were made
    std::map<std::string, std::string> m_at;   ///< folder of the store to the volume that shows it
    std::string m_mark;                        ///< for `pack`: what is newer was written by a run
};

} // namespace vouchsafe
