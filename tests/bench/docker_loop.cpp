#include "tests/bench/docker_loop.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "tests/bench/spawn.h"

namespace vouchsafe::bench {

std::string whyNoDockerLoop(const std::string &image)
{
    const std::string docker = programPath("docker");
    if (docker.empty())
        return "docker is not installed";
    const std::string timeout = programPath("timeout");
    if (!runPeer({timeout, "5", docker, "version"}))
        return "no docker engine answers";
    if (!runPeer({timeout, "5", docker, "image", "inspect", image}))
        return "the engine has no image " + image + " (--docker-image names another)";
    return {};
}

Status dockerLoop(const std::string &image, const std::filesystem::path &folder)
{
    const std::string docker = programPath("docker");
    const std::string name = "vouchsafe-bench-" + newNonce(4);
    Status status = runPeer(
        {docker, "run", "-d", "--pull", "never", "--network", "none", "--name", name, image, "sleep", "600"});
    if (status) {
        // Piped by a shell, as such loops are written.
        const std::string pipe = "tar -C " + shellQuoted({folder.string()}) + " -c . | " +
                                 shellQuoted({docker}) + " exec -i " + name +
                                 " sh -c 'mkdir /work && tar -x -C /work'";
        status = runPeer({"/bin/bash", "-o", "pipefail", "-c", pipe});
    }
    if (status)
        status = runPeer({docker, "exec", name, "true"});
    const Status removed = runPeer({docker, "rm", "-f", name});
    return status ? removed : status;
}

} // namespace vouchsafe::bench
