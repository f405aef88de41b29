#include "sandbox/engine/engine.h"

#include "core/base/text.h"

#include <algorithm>
#include <string_view>

namespace vouchsafe {
namespace {

using Environment = std::map<std::string, std::string>;
constexpr std::chrono::minutes longestPull{30};

bool isReference(const std::string &text)
{
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("._-/:@").find(c) != std::string_view::npos;
    };
    return !text.empty() && text.size() <= 512 && text.front() != '-' &&
           std::all_of(text.begin(), text.end(), allowed);
}

std::string clientName(const Engine &engine)
{
    return engine.kind == Backend::Podman ? "podman" : "docker";
}

Result<std::string> localId(const Engine &engine, HostProgram &programs, const std::string &image,
                            const std::stop_token &stop)
{
    auto answer =
        callEngine(engine, programs, {"image", "inspect", "--format", "{{.Id}}", "--", image}, stop);
    if (!answer)
        return Failure(answer.error());
    if (answer->exitCode == 0) {
        // podman says the number alone.
        const std::string id(trimmed(answer->output));
        return id.starts_with("sha256:") ? id : "sha256:" + id;
    }
    // Both say with the same status that there is no such image and that there is no engine.
    auto alive = callEngine(engine, programs, {"image", "ls", "--quiet"}, stop);
    if (!alive)
        return Failure(alive.error());
    if (alive->exitCode != 0)
        return fail(ErrorCode::SandboxSetup, clientName(engine) + " does not list its images",
                    shown(elided(trimmed(alive->errors), 600, 200)));
    return std::string();
}

/// As the person's own `docker pull` would be: their configuration names registries, credentials and proxies,
/// and the helpers that hand out credentials are found by their PATH.
Result<HostResult> pulled(const Engine &engine, HostProgram &programs, const std::string &image,
                          const Environment &user, const std::stop_token &stop)
{
    Engine own = engine;
    own.environment.erase("DOCKER_CONFIG");
    for (const char *name : {"PATH", "HOME", "USER", "DOCKER_CONFIG", "REGISTRY_AUTH_FILE", "XDG_RUNTIME_DIR",
                             "XDG_CONFIG_HOME", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS", "GNUPGHOME",
                             "PASSWORD_STORE_DIR", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy",
                             "https_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"}) {
        if (const auto found = user.find(name); found != user.end() && !found->second.empty())
            own.environment[name] = found->second;
    }
    return callEngine(own, programs, {"pull", "--quiet", "--", fullName(engine, image)}, stop, longestPull);
}

} // namespace

std::string fullName(const Engine &engine, const std::string &image)
{
    // podman asks a person where a short name comes from; docker never does, and means Docker's own registry.
    if (engine.kind != Backend::Podman)
        return image;
    const std::size_t slash = image.find('/');
    if (slash == std::string::npos)
        return "docker.io/library/" + image;
    const std::string first = image.substr(0, slash);
    const bool registry = first == "localhost" || first.find_first_of(".:") != std::string::npos;
    return registry ? image : "docker.io/" + image;
}

Result<std::string> imageId(const Engine &engine, HostProgram &programs, const SandboxPolicy &policy,
                            const Environment &environment, const std::stop_token &stop)
{
    if (policy.image.empty())
        return fail(ErrorCode::SandboxBackend, "no image was chosen for the containers", clientName(engine),
                    "name one with --image");
    if (!isReference(policy.image))
        return fail(ErrorCode::SandboxBackend, "this is no name of an image", shown(policy.image),
                    "write NAME:TAG, REGISTRY/NAME:TAG or NAME@sha256:…");
    auto id = localId(engine, programs, policy.image, stop);
    if (!id || !id->empty())
        return id;
    const std::string name = clientName(engine);
    if (!policy.pull)
        return fail(ErrorCode::SandboxBackend, "the image " + policy.image + " is not on this machine",
                    name + " at " + shown(engine.endpoint),
                    "fetch it with `" + name + " pull " + fullName(engine, policy.image) +
                        "`, let this program do so with --pull, or name another with --image");
    auto fetched = pulled(engine, programs, policy.image, environment, stop);
    if (!fetched)
        return Failure(fetched.error());
    if (fetched->exitCode != 0)
        return fail(ErrorCode::Network, "the image " + policy.image + " could not be fetched",
                    shown(elided(trimmed(fetched->errors), 600, 400)),
                    "see that the name is right and the registry can be reached; `" + name +
                        " login` where it wants to know who asks");
    id = localId(engine, programs, policy.image, stop);
    if (id && id->empty())
        return fail(ErrorCode::SandboxSetup, "the image " + policy.image + " was fetched and is not there",
                    name + " at " + shown(engine.endpoint));
    return id;
}

} // namespace vouchsafe
