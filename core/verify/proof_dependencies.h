#pragma once
// What a proof is made from, and the sandboxes and surroundings that follow from it.

#include "core/base/clock.h"
#include "core/model/budget.h"
#include "core/model/policy.h"
#include "core/ports/base_tree.h"
#include "core/ports/host_toolchain.h"
#include "core/ports/sandbox.h"
#include "core/verify/interpreter.h"
#include "core/verify/plan_checks.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

/// References must outlive the verifier.
struct ProofDependencies {
    const BaseTree &tree;
    SandboxFactory &sandboxes;
    const Clock &clock;
    std::vector<PlannedCheck> checks; ///< from planChecks(); at least one
    SandboxPolicy policy;
    Limits limits;                         ///< `check` is the time of one command
    std::vector<HostToolchain> toolchains; ///< outside /usr, to be shown inside
    std::vector<HostMount> mounts;         ///< dependency folders of the repository
    std::vector<std::string> leftOut;      ///< ignored paths that were not copied, for people to see
    std::filesystem::path runFolder;       ///< gets output/ and reports/
    std::string insideRoot = "/repo";
    Programs programs = Programs::Host;
    /// What `prepare` installed, lowest: read-only layers over the base tree, and what makes them found.
    std::vector<std::filesystem::path> prepared = {};
    std::map<std::string, std::string> environment = {};
};

/// What a sandbox of the proof is opened with, without a patch and without what the baseline built.
Result<WorkspaceSpec> proofWorkspace(const ProofDependencies &proof);

/// The variables of every command: of prepared dependencies and of toolchains.
std::map<std::string, std::string> proofEnvironment(const ProofDependencies &proof);

/// That none of the ways to start a runner works, and what to do: the system's packages are in no image.
std::string runnerMissing(const ProofDependencies &proof, const std::string &toolchain,
                          const std::string &tried);

} // namespace vouchsafe
