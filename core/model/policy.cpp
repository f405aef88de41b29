#include "core/model/policy.h"

#include <nlohmann/json.hpp>

namespace vouchsafe {
namespace {

nlohmann::json mountsJson(const std::vector<PolicyMount> &mounts)
{
    nlohmann::json list = nlohmann::json::array();
    for (const PolicyMount &mount : mounts)
        list.push_back({{"host", mount.host},
                        {"inside", mount.inside},
                        {"writes", mount.discardWrites ? "discarded" : "refused"}});
    return list;
}

} // namespace

std::string canonicalJson(const SandboxPolicy &policy)
{
    // nlohmann's object keeps its keys sorted, which makes this text canonical.
    static constexpr const char *backends[] = {"auto", "bubblewrap", "docker", "podman"};
    const nlohmann::json json = {
        {"backend", backends[static_cast<int>(policy.backend)]},
        {"runtime", policy.runtime},
        {"image", policy.image},
        {"network", policy.network == Network::Off ? "none" : "allow-list"},
        {"hosts", policy.hosts},
        {"cpu_percent", policy.cpuPercent},
        {"memory_bytes", policy.memoryBytes},
        {"pids", policy.pids},
        {"file_bytes", policy.fileBytes},
        {"workspace_bytes", policy.workspaceBytes},
        {"workspace_files", policy.workspaceFiles},
        {"tmp_bytes", policy.tmpBytes},
        {"output_bytes", policy.outputBytes},
        {"protect", policy.protect},
        {"protect_read_only", policy.protectReadOnly},
        {"include", policy.include},
        {"mounts", mountsJson(policy.mounts)},
        {"user", policy.user},
        {"environment", policy.environment},
    };
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace vouchsafe
