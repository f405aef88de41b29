#pragma once
// The backends docker and podman: each command is the main process of a container of its own.

#include "core/ports/sandbox.h"
#include "sandbox/engine/engine.h"
#include "sandbox/identity.h"

#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>

namespace vouchsafe {

/// What a run of this program calls its containers and volumes: labels `vouchsafe.run`, `vouchsafe.owner`
/// (machine, pid and start time) and `vouchsafe.started`.
struct ContainerOwner {
    std::string run; ///< run id; `doctor` and the like where there is none
};

/// Makes sandboxes of one engine. What dead owners left is removed in the background meanwhile. Safe from
/// several threads. Sandboxes may outlive it. The destructor ends what waits warm.
class ContainerFactory final : public SandboxFactory {
public:
    ContainerFactory(Identity identity, Engine engine, ContainerOwner owner,
                     std::map<std::string, std::string> environment);
    ~ContainerFactory() override;
    /// ErrorCode::SandboxBackend for a runtime or an image that cannot be had, SandboxSetup for an engine
    /// that is gone. The runtime is used or this fails: `inspect` is asked after each start.
    Result<std::unique_ptr<Sandbox>> open(const WorkspaceSpec &workspace,
                                          const SandboxPolicy &policy) override;
    void warm(const WorkspaceSpec &workspace, const SandboxPolicy &policy) override;
    Result<std::filesystem::path> keepAsLayer(std::unique_ptr<Sandbox> sandbox,
                                              const std::string &name) override;

private:
    struct Shared;
    std::unique_ptr<Shared> m_shared;
};

/// Removes containers and volumes of dead owners of this machine; those of live ones and of other machines
/// stay. Returns how many went.
Result<int> reapContainers(const Engine &engine, HostProgram &programs, std::stop_token stop);

} // namespace vouchsafe
