#pragma once
// One sandbox of a container engine: a workspace, and for each command a container of its own on it.

#include "core/ports/sandbox.h"
#include "sandbox/attestation.h"
#include "sandbox/engine/container_channel.h"
#include "sandbox/engine/container_process.h"
#include "sandbox/engine/container_run.h"
#include "sandbox/engine/container_workspace.h"
#include "sandbox/sandbox_channel.h"

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace vouchsafe {

/// Where the workspaces of one engine stand; learned once by what its containers could use. Any thread.
struct WorkspaceChoice {
    std::atomic<WorkspacePlace> place = WorkspacePlace::Overlay;
    std::atomic<bool> proven = false; ///< a container became ready there
};

class ContainerSandbox final : public Sandbox {
public:
    static Result<std::unique_ptr<ContainerSandbox>> open(std::shared_ptr<const ContainerSetting> setting,
                                                          std::shared_ptr<WorkspaceChoice> choice,
                                                          const WorkspaceSpec &spec,
                                                          const SandboxPolicy &policy, ContainerImage image);
    ~ContainerSandbox() override;

    /// Starts the container of the next command, whose helper then waits for it. A failure shows there.
    void hold();
    /// The patch, before the first command.
    void give(std::vector<WorkspaceFile> files) { m_spec.files = std::move(files); }
    ContainerWorkspace &workspace() { return *m_workspace; }

    Result<RunResult> run(const Command &command, std::stop_token stop, OutputSink &output) override;
    Result<std::unique_ptr<Channel>> start(const Command &command) override;
    Result<FileSet> collect(const CollectRequest &request) override;
    Result<Attestation> attest(std::stop_token stop) override;
    void terminate() override;

private:
    ContainerSandbox(std::shared_ptr<const ContainerSetting> setting, std::shared_ptr<WorkspaceChoice> choice,
                     WorkspaceSpec spec, SandboxPolicy policy, ContainerImage image);
    bool needsCopy() const; ///< whatever the engine can do
    Status lay(WorkspacePlace place);
    Status ready(const Command &command) const;
    bool moveOn(); ///< to the next place, where the present one was never seen to work
    void laid();
    Result<ContainerPlan> plan();
    Result<ContainerProcess> container(const std::stop_token &stop);
    ContainerOrders orders(const Command &command, std::uint32_t flags) const;
    Result<RunResult> runOnce(const Command &command, const std::stop_token &stop, OutputSink &output);

    std::shared_ptr<const ContainerSetting> m_setting;
    std::shared_ptr<WorkspaceChoice> m_choice;
    WorkspaceSpec m_spec;
    SandboxPolicy m_policy;
    ContainerImage m_image;
    WorkspacePlace m_place = WorkspacePlace::Overlay;
    std::unique_ptr<ContainerWorkspace> m_workspace;
    std::shared_ptr<LiveContainers> m_live = std::make_shared<LiveContainers>();
    std::shared_ptr<Termination> m_termination = std::make_shared<Termination>();
    std::stop_source m_stop; ///< of engine calls, when the sandbox is terminated
    std::optional<ContainerProcess> m_held;
    bool m_laid = false;   ///< the files of the patch are in the workspace
    std::string m_runtime; ///< that the last container used
    WantedInside m_wanted; ///< of the last plan
};

} // namespace vouchsafe
