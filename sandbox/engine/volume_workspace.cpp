#include "sandbox/engine/container_workspace.h"

namespace vouchsafe {

Result<std::unique_ptr<ContainerWorkspace>> makeVolumeWorkspace(std::shared_ptr<const ContainerSetting>,
                                                                const WorkspaceSpec &, const SandboxPolicy &,
                                                                const ContainerImage &)
{
    return fail(ErrorCode::SandboxSetup, "volumes are not there yet");
}

} // namespace vouchsafe
