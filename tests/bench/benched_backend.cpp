#include "tests/bench/benched_backend.h"

#include "sandbox/sandbox_choice.h"
#include "tests/bench/spawn.h"

#include <map>
#include <unistd.h>

namespace vouchsafe::bench {
namespace {

std::map<std::string, std::string> processEnvironment()
{
    std::map<std::string, std::string> all;
    for (char **entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const std::size_t equals = text.find('=');
        if (equals != std::string::npos)
            all.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return all;
}

BenchedBackend backendOf(const char *name, Backend kind, const char *runtime, const Identity &identity,
                         const std::string &image)
{
    BenchedBackend backend;
    backend.name = name;
    backend.policy.backend = kind;
    backend.policy.runtime = runtime;
    backend.policy.image = image;
    auto made = chooseSandboxes(backend.policy, identity, processEnvironment(), "bench", {});
    if (!made) {
        backend.absent = made.error().what + ": " + made.error().context;
        return backend;
    }
    backend.factory = std::move(made->factory);
    backend.byHand = {programPath(kind == Backend::Docker ? "docker" : "podman"),
                      "run",
                      "--rm",
                      "--pull",
                      "never",
                      "--network",
                      "none"};
    if (*runtime != '\0')
        backend.byHand.insert(backend.byHand.end(), {"--runtime", runtime});
    // By itself podman asks for higher limits than a machine may give, and does not start.
    if (kind == Backend::Podman)
        backend.byHand.insert(backend.byHand.end(),
                              {"--ulimit", "nproc=4096:4096", "--ulimit", "nofile=4096:4096"});
    backend.byHand.insert(backend.byHand.end(), {image, "true"});
    return backend;
}

} // namespace

std::vector<BenchedBackend> containerBackends(const Identity &identity, const std::string &image)
{
    std::vector<BenchedBackend> all;
    all.push_back(backendOf("docker", Backend::Docker, "", identity, image));
    all.push_back(backendOf("docker+runsc", Backend::Docker, "runsc", identity, image));
    all.push_back(backendOf("podman", Backend::Podman, "", identity, image));
    return all;
}

} // namespace vouchsafe::bench
