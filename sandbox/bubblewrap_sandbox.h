#pragma once
// The embedded backend: each command in a bubblewrap of its own, on one workspace.

#include "core/ports/sandbox.h"
#include "sandbox/bubblewrap_process.h"
#include "sandbox/identity.h"
#include "sandbox/waiting_sandbox.h"

#include <atomic>
#include <memory>
#include <string>

namespace vouchsafe {

/// Makes sandboxes for one identity. The constructor removes what dead processes left and looks the machine's
/// layout up once. Safe from several threads. Sandboxes may outlive it.
class BubblewrapFactory final : public SandboxFactory {
public:
    explicit BubblewrapFactory(Identity identity, std::string program = "/usr/bin/bwrap");

    const Identity &identity() const { return m_identity; }

    /// ErrorCode::SandboxMissing without bubblewrap, SandboxBackend for another backend or a runtime,
    /// SandboxSetup with the reason for all else. That namespaces are denied shows only in `run` or by
    /// `proveBubblewrap`.
    Result<std::unique_ptr<Sandbox>> open(const WorkspaceSpec &workspace,
                                          const SandboxPolicy &policy) override;
    /// Makes the workspace ahead and starts bubblewrap in it, whose helper waits for the first run's command.
    void warm(const WorkspaceSpec &workspace, const SandboxPolicy &policy) override;
    /// `<cache>/layers/<name>`. An existing one is replaced. ErrorCode::Internal for a sandbox of another
    /// factory.
    Result<std::filesystem::path> keepAsLayer(std::unique_ptr<Sandbox> sandbox,
                                              const std::string &name) override;

private:
    Identity m_identity;
    Result<std::shared_ptr<const BubblewrapSetting>> m_setting;
    std::atomic<bool> m_overlay = true; ///< false once it was refused
    WaitingSandbox m_waiting;
};

} // namespace vouchsafe
