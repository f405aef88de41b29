#include "core/model/policy.h"

#include <nlohmann/json.hpp>

namespace vouchsafe {

std::string canonicalJson(const SandboxPolicy &policy)
{
    // nlohmann's object keeps its keys sorted, which makes this text canonical.
    static constexpr const char *backends[] = {"auto", "bubblewrap", "docker", "podman"};
    const nlohmann::json json = {
        {"backend", backends[static_cast<int>(policy.backend)]},
        {"runtime", policy.runtime},
        {"image", policy.image},
        {"network", "none"},
        {"memory_bytes", policy.memoryBytes},
        {"pids", policy.pids},
        {"file_bytes", policy.fileBytes},
        {"workspace_bytes", policy.workspaceBytes},
        {"workspace_files", policy.workspaceFiles},
        {"tmp_bytes", policy.tmpBytes},
        {"output_bytes", policy.outputBytes},
        {"protect", policy.protect},
        {"include", policy.include},
    };
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace vouchsafe
