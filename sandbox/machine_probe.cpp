#include "sandbox/machine_probe.h"

#include "core/base/text.h"
#include "sandbox/bubblewrap_sandbox.h"
#include "sandbox/host_toolchains.h"
#include "sandbox/scratch.h"

#include <filesystem>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr const char *installRemedy = "install the package bubblewrap";
constexpr const char *namespaceRemedy =
    "allow unprivileged user namespaces: on Ubuntu 24.04 an AppArmor profile for /usr/bin/bwrap, elsewhere "
    "sysctl kernel.unprivileged_userns_clone=1 and user.max_user_namespaces above 0";

/// An empty tree of the identity's own, to open a sandbox on.
class EmptyTree {
public:
    explicit EmptyTree(const Identity &identity)
        : m_identity(identity), m_scratch(ScratchFolder::make(identity))
    {
        if (!m_scratch)
            return;
        const AsIdentity rights(m_identity);
        std::error_code error;
        fs::create_directory(folder(), error);
    }
    bool valid() const { return m_scratch.has_value(); }
    const Error &error() const { return m_scratch.error(); }
    fs::path folder() const { return m_scratch->path() / "empty"; }

private:
    const Identity &m_identity;
    Result<ScratchFolder> m_scratch;
};

Result<Attestation> attested(const Identity &identity, const std::string &program)
{
    const EmptyTree tree(identity);
    if (!tree.valid())
        return Failure(tree.error());
    BubblewrapFactory factory(identity, program);
    WorkspaceSpec spec;
    spec.base = tree.folder();
    auto sandbox = factory.open(spec, {});
    if (!sandbox)
        return Failure(sandbox.error());
    auto attestation = (*sandbox)->attest({});
    if (!attestation && attestation.error().code == ErrorCode::SandboxDenied)
        attestation.error().remedy = namespaceRemedy;
    return attestation;
}

Finding failing(const std::string &topic, const Error &error)
{
    return {topic, Finding::State::Missing, error.what + ": " + error.context,
            error.remedy.empty() ? std::string(errorEntry(error.code).remedy) : error.remedy};
}

std::string onPath(const std::string &name, const std::map<std::string, std::string> &environment)
{
    const auto path = environment.find("PATH");
    for (const std::string &folder : split(path == environment.end() ? "/usr/bin" : path->second, ':')) {
        if (folder.starts_with('/') && ::access((folder + "/" + name).c_str(), X_OK) == 0)
            return folder + "/" + name;
    }
    return {};
}

} // namespace

MachineProbe::MachineProbe(Identity identity, std::map<std::string, std::string> environment,
                           std::string program)
    : m_identity(std::move(identity)), m_environment(std::move(environment)), m_program(std::move(program))
{
}

std::vector<Finding> MachineProbe::examine()
{
    std::vector<Finding> all = sandboxFindings();
    for (const auto &more : {engineFindings(), toolchainFindings()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::vector<Finding> MachineProbe::sandboxFindings() const
{
    using enum Finding::State;
    const auto seen = attested(m_identity, m_program);
    if (!seen)
        return {failing("bubblewrap", seen.error())};
    std::vector<Finding> all;
    all.push_back({"bubblewrap", Works, "a sandbox ran: no capabilities, no network but its own lo", {}});
    if (m_identity.dropped)
        all.push_back({"user",
                       Works,
                       "started by root, so sandboxes run as uid " + std::to_string(m_identity.uid) +
                           " with caches in " + m_identity.cache.string(),
                       {}});
    if (seen->workspace == "overlay")
        all.push_back(
            {"overlay", Works, "the workspace is an overlay, whatever the size of the repository", {}});
    else
        all.push_back(
            {"overlay", Limited, "no overlay can be mounted; the workspace is a " + seen->workspace,
             "Linux 5.11 or later mounts overlays for ordinary users; copies work, but take longer"});
    all.push_back({"seccomp", Works, "the system call filter is in force", {}});
    if (seen->memoryLimit.starts_with("cgroup"))
        all.push_back({"memory limit", Works, "by a control group", {}});
    else
        all.push_back(
            {"memory limit",
             Limited,
             "best effort: memory is looked at four times a second; started by root, control groups are used",
             {}});
    return all;
}

std::vector<Finding> MachineProbe::engineFindings() const
{
    std::vector<Finding> all;
    for (const char *name : {"docker", "podman", "runsc"}) {
        const std::string program = onPath(name, m_environment);
        if (program.empty())
            all.push_back({name,
                           Finding::State::Limited,
                           "not installed and not needed: this build does not use it yet",
                           {}});
        else
            all.push_back({name, Finding::State::Limited, program + ", not used by this build yet", {}});
    }
    return all;
}

std::vector<Finding> MachineProbe::toolchainFindings() const
{
    if (m_identity.dropped)
        return {{"toolchains", Finding::State::Limited,
                 "started by root: only those under /usr are shown in sandboxes",
                 "start vouchsafe as an ordinary user to use pyenv, nvm, rustup and the like"}};
    std::vector<Finding> all;
    for (const HostToolchain &toolchain : hostToolchains(m_identity, m_environment))
        all.push_back({"toolchain " + toolchain.language,
                       Finding::State::Works,
                       toolchain.origin + ", " + toolchain.mounts.front().host.string(),
                       {}});
    return all;
}

Status proveBubblewrap(const Identity &identity, const std::string &program)
{
    if (::access(program.c_str(), X_OK) != 0)
        return fail(ErrorCode::SandboxMissing, "bubblewrap is not installed", shown(program), installRemedy);
    const auto seen = attested(identity, program);
    if (!seen)
        return Failure(seen.error());
    return {};
}

Result<Backend> chooseBackend(const SandboxPolicy &policy, const Identity &identity,
                              const std::string &program)
{
    if (policy.backend == Backend::Docker || policy.backend == Backend::Podman)
        return fail(ErrorCode::SandboxBackend, "container engines are not used by this build yet",
                    policy.backend == Backend::Docker ? "--sandbox docker" : "--sandbox podman",
                    "leave --sandbox out, or say --sandbox bubblewrap");
    if (!policy.runtime.empty())
        return fail(ErrorCode::SandboxBackend, "bubblewrap has no runtimes to choose from",
                    "--runtime " + shown(policy.runtime), "leave --runtime out");
    if (Status proven = proveBubblewrap(identity, program); !proven)
        return Failure(proven.error());
    return Backend::Bubblewrap;
}

} // namespace vouchsafe
