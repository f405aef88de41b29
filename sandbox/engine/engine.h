#pragma once
// A container engine as the user has set it up: which program, which endpoint, what it can do.

#include "core/base/result.h"
#include "core/model/policy.h"
#include "core/ports/host_program.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// How one engine is spoken to. A value; nothing of it is secret.
struct Engine {
    Backend kind = Backend::Docker;
    std::string program; ///< absolute, in a folder that only root may write
    /// The whole environment of its client. docker gets an empty DOCKER_CONFIG, whose proxies would else
    /// reach the containers; the user's context is resolved to DOCKER_HOST and its TLS files before.
    std::map<std::string, std::string> environment;
    std::string endpoint;      ///< for people: `unix:///var/run/docker.sock`, `ssh://host`, `local`
    std::string version;       ///< of the engine
    std::string clientVersion; ///< of `program`; for docker it may be another
    bool remote = false;       ///< not on a socket of this machine: nothing of the host can be mounted
    bool rootless = false;     ///< its root is not this machine's root
    std::vector<std::string> runtimes; ///< names that it knows; podman: those that are installed
    std::vector<std::string> gvisor;   ///< those of them that are gVisor's: they count processes otherwise
    std::string defaultRuntime;        ///< the one that is used where none is asked for
    bool processorLimit = true; ///< whether processor time can be bounded: not by every rootless engine
    /// podman alone: the most processes that its limit of the kernel's (RLIMIT_NPROC) can be set to. By
    /// itself it asks for more than a machine may give, and the container would not start. 0: not known.
    std::uint64_t mostProcesses = 0;

    bool operator==(const Engine &) const = default;
};

/// Finds the engine and speaks to it (at most 10 s). `environment` is the user's: PATH, HOME,
/// XDG_RUNTIME_DIR, DOCKER_HOST, DOCKER_CONTEXT, DOCKER_CONFIG, CONTAINER_HOST, CONTAINERS_CONF and the like
/// count. `emptyFolder` is a private empty folder for DOCKER_CONFIG.
/// ErrorCode::SandboxMissing: no program; SandboxDenied: no permission for the socket; SandboxSetup: nobody
/// answers or the answer does not come; each with the remedy.
Result<Engine> findEngine(Backend kind, const std::map<std::string, std::string> &environment,
                          const std::string &emptyFolder, HostProgram &programs, std::stop_token stop);

/// The same for a client that was found already.
Result<Engine> engineOf(Backend kind, const std::string &program,
                        const std::map<std::string, std::string> &environment, const std::string &emptyFolder,
                        HostProgram &programs, std::stop_token stop);

/// ErrorCode::SandboxBackend with the known names where `runtime` is not one of the engine's.
Status hasRuntime(const Engine &engine, const std::string &runtime);

/// One call of the client. Exit statuses other than 0 are results; an engine that does not answer in time is
/// ErrorCode::SandboxSetup.
Result<HostResult> callEngine(const Engine &engine, HostProgram &programs,
                              const std::vector<std::string> &arguments, std::stop_token stop,
                              std::chrono::milliseconds timeout = std::chrono::seconds(30),
                              const std::string &input = {});

/// As the engine's `pull` takes it without asking: podman wants a short name whole.
std::string fullName(const Engine &engine, const std::string &image);

/// The image's id (`sha256:…`) for a reference. Where it is not on the machine: ErrorCode::SandboxBackend
/// with the remedy (`--pull`, or `docker pull REF`), or with `policy.pull` it is fetched, with the user's own
/// configuration, and ErrorCode::Network where that fails.
Result<std::string> imageId(const Engine &engine, HostProgram &programs, const SandboxPolicy &policy,
                            const std::map<std::string, std::string> &environment,
                            const std::stop_token &stop);

} // namespace vouchsafe
