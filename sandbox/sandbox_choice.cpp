#include "sandbox/sandbox_choice.h"

#include "core/base/text.h"
#include "sandbox/bubblewrap_sandbox.h"
#include "sandbox/empty_tree.h"
#include "sandbox/engine/container_argv.h"
#include "sandbox/engine/container_sandbox.h"
#include "sandbox/engine_probe.h"
#include "sandbox/host_program.h"
#include "sandbox/machine_probe.h"
#include "sandbox/user_scope.h"

#include <optional>
#include <unistd.h>

namespace vouchsafe {
namespace {

const char *nameOf(Backend backend)
{
    return backend == Backend::Bubblewrap ? "bubblewrap" : backend == Backend::Docker ? "docker" : "podman";
}

/// One choice being made.
class Choosing {
public:
    Choosing(SandboxPolicy &policy, const Identity &identity,
             const std::map<std::string, std::string> &environment, const std::string &run,
             std::stop_token stop)
        : m_policy(policy),
          m_identity(identity),
          m_environment(environment),
          m_run(run),
          m_stop(std::move(stop))
    {
    }

    Result<SandboxChoice> choose();

private:
    Result<SandboxChoice> bubblewrap();
    Result<SandboxChoice> engine(Backend kind);
    Result<SandboxChoice> automatic();
    void noteStrongerTier(SandboxChoice &choice) const;

    SandboxPolicy &m_policy;
    const Identity &m_identity;
    const std::map<std::string, std::string> &m_environment;
    const std::string &m_run;
    std::stop_token m_stop;
    SystemProgram m_programs;
};

Result<SandboxChoice> Choosing::bubblewrap()
{
    if (!m_policy.runtime.empty())
        return fail(ErrorCode::SandboxBackend, "bubblewrap has no runtimes to choose from",
                    "the runtime " + shown(m_policy.runtime) + " (--runtime or the setting)",
                    "leave the runtime out, or choose docker or podman with --sandbox");
    SandboxChoice choice;
    // Before the first sandbox, whose group is then made in the scope.
    if (const Status entered = enterUserScope(m_programs, m_environment, m_stop); !entered)
        choice.notes.push_back("memory and processors are limited by best effort: " +
                               entered.error().context);
    if (const Status proven = proveBubblewrap(m_identity); !proven)
        return Failure(proven.error());
    m_policy.backend = Backend::Bubblewrap;
    m_policy.image.clear(); // nothing of an image stands inside
    choice.factory = std::make_unique<BubblewrapFactory>(m_identity);
    return choice;
}

Result<SandboxChoice> Choosing::engine(Backend kind)
{
    const Result<Engine> found = findUserEngine(kind, m_identity, m_environment, m_programs, m_stop);
    if (!found)
        return Failure(found.error());
    if (!m_policy.runtime.empty())
        if (const Status known = hasRuntime(*found, m_policy.runtime); !known)
            return Failure(known.error());
    // The workspace of such an engine is always a volume.
    if (found->remote || found->rootless)
        if (const Status takes = takesVolumes(*found, m_policy.runtime); !takes)
            return Failure(takes.error());
    if (m_policy.image.empty())
        return fail(ErrorCode::SandboxBackend, "no image is chosen for the container",
                    std::string("--sandbox ") + nameOf(kind), "Name one that this machine has: --image REF.");
    if (const auto image = imageId(*found, m_programs, m_policy, m_environment, m_stop); !image)
        return Failure(image.error());
    m_policy.backend = kind;
    SandboxChoice choice;
    choice.factory =
        std::make_unique<ContainerFactory>(m_identity, *found, ContainerOwner{m_run}, m_environment);
    return choice;
}

/// A look at files only: asking engines would let one that hangs hold up every run.
void Choosing::noteStrongerTier(SandboxChoice &choice) const
{
    const auto there = [](const char *name) {
        return ::access((std::string("/usr/bin/") + name).c_str(), X_OK) == 0 ||
               ::access((std::string("/usr/local/bin/") + name).c_str(), X_OK) == 0;
    };
    if (!there("runsc"))
        return;
    for (const char *client : {"docker", "podman"})
        if (there(client)) {
            choice.notes.push_back(std::string("the stronger tier of this machine is gVisor: --sandbox ") +
                                   client + " --runtime runsc, where the engine knows it");
            return;
        }
}

Result<SandboxChoice> Choosing::automatic()
{
    std::vector<std::string> reasons;
    std::vector<std::string> remedies;
    std::optional<ErrorCode> first;
    const auto refuse = [&](Backend backend, const Error &error) {
        const std::string name = nameOf(backend);
        reasons.push_back(name + ": " + error.what +
                          (error.context.empty() ? "" : " (" + error.context + ")"));
        remedies.push_back(
            name + ": " + (error.remedy.empty() ? std::string(errorEntry(error.code).remedy) : error.remedy));
        if (!first)
            first = error.code;
    };
    if (m_policy.runtime.empty()) {
        Result<SandboxChoice> choice = bubblewrap();
        if (choice) {
            choice->notes.emplace_back("the sandbox is bubblewrap");
            noteStrongerTier(*choice);
            return choice;
        }
        refuse(Backend::Bubblewrap, choice.error());
    }
    for (const Backend kind : {Backend::Podman, Backend::Docker}) {
        if (m_stop.stop_requested())
            return fail(ErrorCode::Cancelled, "cancelled while a sandbox was chosen");
        Result<SandboxChoice> choice = engine(kind);
        if (choice)
            if (const auto seen = EmptyTree(m_identity).attest(*choice->factory, m_policy, m_stop); !seen)
                choice = Failure(seen.error());
        if (choice) {
            choice->notes.push_back(std::string("the sandbox is ") + nameOf(kind) +
                                    (reasons.empty() ? "" : "; " + join(reasons, "; ")));
            return choice;
        }
        m_policy.backend = Backend::Auto;
        refuse(kind, choice.error());
    }
    return fail(*first, "none of the sandboxes can be had", join(reasons, "; "),
                join(remedies, "; ") + "; `vouchsafe doctor` tries all of them");
}

Result<SandboxChoice> Choosing::choose()
{
    switch (m_policy.backend) {
    case Backend::Bubblewrap:
        return bubblewrap();
    case Backend::Docker:
    case Backend::Podman:
        return engine(m_policy.backend);
    case Backend::Auto:
        break;
    }
    return automatic();
}

} // namespace

Result<SandboxChoice> chooseSandboxes(SandboxPolicy &policy, const Identity &identity,
                                      const std::map<std::string, std::string> &environment,
                                      const std::string &run, std::stop_token stop)
{
    return Choosing(policy, identity, environment, run, std::move(stop)).choose();
}

} // namespace vouchsafe
