#include "sandbox/machine_probe.h"

#include "core/base/text.h"
#include "sandbox/bubblewrap_sandbox.h"
#include "sandbox/control_group.h"
#include "sandbox/empty_tree.h"
#include "sandbox/engine_probe.h"
#include "sandbox/host_program.h"
#include "sandbox/host_toolchains.h"
#include "sandbox/user_scope.h"

#include <map>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace vouchsafe {
namespace {

constexpr const char *installRemedy = "install the package bubblewrap";
constexpr const char *namespaceRemedy =
    "allow unprivileged user namespaces: on Ubuntu 24.04 an AppArmor profile for /usr/bin/bwrap, elsewhere "
    "sysctl kernel.unprivileged_userns_clone=1 and user.max_user_namespaces above 0";

Result<Attestation> attested(const Identity &identity, const std::string &program)
{
    BubblewrapFactory factory(identity, program);
    auto attestation = EmptyTree(identity).attest(factory, {}, {});
    if (!attestation && attestation.error().code == ErrorCode::SandboxDenied)
        attestation.error().remedy = namespaceRemedy;
    return attestation;
}

Finding failing(const std::string &topic, const Error &error)
{
    return {topic, Finding::State::Missing, onOneLine(error.what + ": " + error.context),
            error.remedy.empty() ? std::string(errorEntry(error.code).remedy) : error.remedy};
}

} // namespace

MachineProbe::MachineProbe(Identity identity, std::map<std::string, std::string> environment,
                           std::string program)
    : m_identity(std::move(identity)), m_environment(std::move(environment)), m_program(std::move(program))
{
}

void MachineProbe::examine(const std::function<void(const std::vector<Finding> &)> &found,
                           std::stop_token stop)
{
    std::mutex telling;
    const auto tell = [&](const std::vector<Finding> &part) {
        const std::lock_guard<std::mutex> alone(telling);
        found(part);
    };
    const auto ofEngine = [&](Backend kind) {
        return std::jthread(
            [&, kind] { tell(engineFindings(kind, m_identity, m_environment, stop, m_images)); });
    };
    const std::jthread docker = ofEngine(Backend::Docker);
    const std::jthread podman = ofEngine(Backend::Podman);
    tell(sandboxFindings(stop));
    tell(toolchainFindings());
}

std::vector<Finding> MachineProbe::examine(std::stop_token stop)
{
    const auto place = [](const std::vector<Finding> &part) {
        const std::string &topic = part.front().topic;
        return topic.starts_with("docker")      ? 1
               : topic.starts_with("podman")    ? 2
               : topic.starts_with("toolchain") ? 3
                                                : 0;
    };
    std::map<int, std::vector<Finding>> parts;
    examine(
        [&](const std::vector<Finding> &part) {
            if (!part.empty())
                parts[place(part)] = part;
        },
        std::move(stop));
    std::vector<Finding> all;
    for (const auto &[at, part] : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

std::vector<Finding> MachineProbe::sandboxFindings(const std::stop_token &stop) const
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
    all.push_back(limitFinding(stop));
    return all;
}

Finding MachineProbe::limitFinding(const std::stop_token &stop) const
{
    using enum Finding::State;
    SystemProgram programs;
    const Status entered = enterUserScope(programs, m_environment, stop);
    const auto group = ControlGroup::make({std::uint64_t{64} << 20, 64, 100});
    if (!group && !entered)
        return {"memory limit", Limited,
                "best effort, memory is looked at four times a second: " + entered.error().context,
                entered.error().remedy};
    if (!group)
        return {
            "memory limit", Limited,
            "best effort, memory is looked at four times a second: no control group can be made here",
            "the kernel's controllers memory and pids have to be mounted and writable, in cgroup v1 or v2"};
    const std::string version = "cgroup v" + std::to_string(group->version());
    if (!group->limitsProcessors())
        return {"memory limit", Limited,
                "by a control group (" + version + ") for memory and processes, but not for processors",
                "have the controller cpu delegated: Delegate=cpu memory pids for user@.service"};
    return {"memory limit",
            Works,
            "by a control group (" + version + ") for memory, processes and processors",
            {}};
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

} // namespace vouchsafe
