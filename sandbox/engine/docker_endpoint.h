#pragma once
// Where the user's docker is: its endpoint and the environment that leads a client there, and nothing more.

#include "core/base/result.h"
#include "core/ports/host_program.h"

#include <chrono>
#include <map>
#include <stop_token>
#include <string>

namespace vouchsafe {

struct DockerEndpoint {
    std::string host;                               ///< `unix:///var/run/docker.sock`, `ssh://me@there`
    std::map<std::string, std::string> environment; ///< the whole of the client's

    bool operator==(const DockerEndpoint &) const = default;
};

/// DOCKER_HOST, else the context that DOCKER_CONTEXT or the user's configuration names, resolved by the
/// client itself. An empty configuration folder takes the place of the user's: it may name proxies, which
/// docker would hand to every container.
Result<DockerEndpoint> dockerEndpoint(const std::string &program,
                                      const std::map<std::string, std::string> &user,
                                      const std::string &emptyFolder, HostProgram &programs,
                                      std::stop_token stop, std::chrono::milliseconds timeout);

/// Connects to a socket of this machine and says by the system's own answer what is wrong; an endpoint of
/// another kind is not looked at. ErrorCode::SandboxDenied without permission, SandboxSetup where there is no
/// socket or nobody listens.
Status socketAnswers(const std::string &endpoint);

} // namespace vouchsafe
