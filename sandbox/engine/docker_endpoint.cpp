#include "sandbox/engine/docker_endpoint.h"

#include "core/base/text.h"
#include "sandbox/descriptor.h"
#include "sandbox/engine/client_program.h"
#include "sandbox/engine/engine_json.h"

#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <sys/socket.h>
#include <sys/un.h>

namespace vouchsafe {
namespace {

using Environment = std::map<std::string, std::string>;
using Json = nlohmann::json;

std::string value(const Environment &user, const std::string &name)
{
    const auto found = user.find(name);
    return found == user.end() ? std::string() : found->second;
}

void copy(const Environment &user, std::initializer_list<const char *> names, Environment &to)
{
    for (const char *name : names) {
        if (const std::string given = value(user, name); !given.empty())
            to[name] = given;
    }
}

Environment plain(const Environment &user, const std::string &host, const std::string &emptyFolder)
{
    Environment result = {
        {"PATH", std::string(systemPath)}, {"DOCKER_CONFIG", emptyFolder}, {"DOCKER_HOST", host}};
    copy(user, {"DOCKER_API_VERSION"}, result);
    // The client starts ssh, which finds its keys, its known hosts and its agent by these.
    if (host.starts_with("ssh://"))
        copy(user, {"HOME", "SSH_AUTH_SOCK"}, result);
    return result;
}

DockerEndpoint named(const Environment &user, const std::string &host, const std::string &emptyFolder)
{
    DockerEndpoint endpoint{host, plain(user, host, emptyFolder)};
    copy(user, {"DOCKER_TLS", "DOCKER_TLS_VERIFY", "DOCKER_CERT_PATH"}, endpoint.environment);
    const bool tls =
        endpoint.environment.contains("DOCKER_TLS") || endpoint.environment.contains("DOCKER_TLS_VERIFY");
    // By itself the client looks for its certificates in the configuration folder, which is empty here.
    if (tls && !endpoint.environment.contains("DOCKER_CERT_PATH")) {
        const std::string folder = value(user, "DOCKER_CONFIG");
        endpoint.environment["DOCKER_CERT_PATH"] = folder.empty() ? value(user, "HOME") + "/.docker" : folder;
    }
    return endpoint;
}

Failure notResolved(const std::string &context, const std::string &words)
{
    const std::string name = context.empty() ? "the current docker context" : "docker context " + context;
    return fail(
        ErrorCode::SandboxSetup, shown(name) + " cannot be resolved", shown(trimmed(words)),
        "see `docker context ls`; choose one with `docker context use`, DOCKER_CONTEXT or DOCKER_HOST");
}

Result<DockerEndpoint> ofContext(const Environment &user, const std::string &text,
                                 const std::string &emptyFolder)
{
    const std::string context = value(user, "DOCKER_CONTEXT");
    const Json list = Json::parse(text, nullptr, false);
    if (!list.is_array() || list.empty() || !list[0].is_object())
        return notResolved(context, "docker context inspect gave no list");
    const std::string host = jsonText(list[0], {"Endpoints", "docker", "Host"});
    if (host.empty())
        return notResolved(context, "it has no docker endpoint");
    DockerEndpoint endpoint{host, plain(user, host, emptyFolder)};
    const Json material = jsonAt(list[0], {"TLSMaterial", "docker"});
    if (!material.is_array() || material.empty())
        return endpoint;
    const std::string folder = jsonText(list[0], {"Storage", "TLSPath"});
    if (folder.empty())
        return notResolved(context, "it has TLS files without a folder");
    endpoint.environment["DOCKER_CERT_PATH"] = folder + "/docker";
    const bool skip = jsonTrue(list[0], {"Endpoints", "docker", "SkipTLSVerify"});
    endpoint.environment[skip ? "DOCKER_TLS" : "DOCKER_TLS_VERIFY"] = "1";
    return endpoint;
}

} // namespace

Result<DockerEndpoint> dockerEndpoint(const std::string &program, const Environment &user,
                                      const std::string &emptyFolder, HostProgram &programs,
                                      std::stop_token stop, std::chrono::milliseconds timeout)
{
    if (const std::string host = value(user, "DOCKER_HOST"); !host.empty())
        return named(user, host, emptyFolder);
    HostCommand command{program, {"context", "inspect"}, {{"PATH", std::string(systemPath)}}, {}, timeout};
    copy(user, {"HOME", "DOCKER_CONFIG", "DOCKER_CONTEXT"}, command.environment);
    auto answer = programs.run(command, std::move(stop));
    if (!answer && answer.error().code == ErrorCode::Timeout)
        return notResolved(value(user, "DOCKER_CONTEXT"), "docker context inspect took too long");
    if (!answer)
        return Failure(answer.error());
    if (answer->exitCode != 0)
        return notResolved(value(user, "DOCKER_CONTEXT"), answer->errors);
    return ofContext(user, answer->output, emptyFolder);
}

Status socketAnswers(const std::string &endpoint)
{
    constexpr std::string_view scheme = "unix://";
    if (!endpoint.starts_with(scheme))
        return {};
    const std::string path = endpoint.substr(scheme.size());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return fail(ErrorCode::SandboxSetup, "the path of docker's socket is too long", shown(path));
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
        return {};
    const int number = errno;
    switch (number) {
    case EACCES:
    case EPERM:
        return fail(ErrorCode::SandboxDenied, "there is no permission to use docker's socket", shown(path),
                    "use podman or bubblewrap, set up rootless docker, or join the group docker "
                    "(`usermod -aG docker $USER`, then log in again): its members are as good as root");
    case ENOENT:
        return fail(ErrorCode::SandboxSetup, "docker's daemon is not running: there is no socket",
                    shown(path), "start it (`systemctl start docker`), or name another with DOCKER_HOST");
    case ECONNREFUSED:
        return fail(ErrorCode::SandboxSetup, "docker's daemon is not running: nobody listens on its socket",
                    shown(path), "start it (`systemctl start docker`), or name another with DOCKER_HOST");
    case EAGAIN: // it listens and has many callers
    case EINPROGRESS:
        return {};
    default:
        return fail(ErrorCode::SandboxSetup, "docker's socket cannot be used",
                    shown(path) + ": " + std::strerror(number));
    }
}

} // namespace vouchsafe
