#include "core/verify/proof_dependencies.h"

#include "core/base/text.h"
#include "core/verify/check_runner.h"
#include "core/verify/protected_paths.h"
#include "core/verify/toolchains.h"

namespace vouchsafe {

Result<WorkspaceSpec> proofWorkspace(const ProofDependencies &proof)
{
    WorkspaceSpec spec;
    spec.base = proof.tree.folder();
    spec.layers = proof.prepared;
    spec.mounts = proof.mounts;
    spec.insideRoot = proof.insideRoot;
    for (const HostToolchain &toolchain : proof.toolchains) {
        spec.mounts.insert(spec.mounts.end(), toolchain.mounts.begin(), toolchain.mounts.end());
        spec.path.insert(spec.path.end(), toolchain.path.begin(), toolchain.path.end());
    }
    auto tools = runnerFiles(proof.checks);
    if (!tools)
        return Failure(tools.error());
    spec.tools = std::move(*tools);
    if (proof.policy.protectReadOnly) {
        auto paths =
            protectedEntries(proof.tree, protectedGlobs(proof.tree, proof.checks, proof.policy.protect));
        if (!paths)
            return Failure(paths.error());
        spec.readOnly = std::move(*paths);
    }
    return spec;
}

std::map<std::string, std::string> proofEnvironment(const ProofDependencies &proof)
{
    std::map<std::string, std::string> environment = proof.environment;
    for (const HostToolchain &toolchain : proof.toolchains)
        environment.insert(toolchain.environment.begin(), toolchain.environment.end());
    return environment;
}

std::string runnerMissing(const ProofDependencies &proof, const std::string &toolchain,
                          const std::string &tried)
{
    const std::string words = toolchain + " could not be started inside the sandbox (tried " + tried + "); ";
    if (proof.programs == Programs::Image)
        return words + "the image " + shown(proof.policy.image) + " lacks " + toolchain +
               "; name one that has it with --image";
    const Toolchain *known = toolchainNamed(toolchain);
    return words + (known == nullptr ? std::string() : known->remedy);
}

} // namespace vouchsafe
