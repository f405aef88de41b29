#pragma once
// The whole command lines of docker and podman, built by pure functions: these lists are the security policy.

#include "core/model/policy.h"
#include "sandbox/engine/engine.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vouchsafe {

/// One thing that stands inside a container.
struct ContainerMount {
    enum class Kind {
        Bind,    ///< `source` is a path of the host
        Volume,  ///< `source` is the name of a volume
        Overlay, ///< podman only: `source` is the lower folder, `upper` and `work` beside it
    };
    Kind kind = Kind::Bind;
    std::string source;
    std::string target; ///< absolute
    bool readOnly = true;
    std::string upper = {};
    std::string work = {};

    bool operator==(const ContainerMount &) const = default;
};

struct ContainerPlan {
    Engine engine;
    SandboxPolicy policy; ///< runtime and limits
    std::string name;     ///< `vs-<random>`
    std::vector<std::pair<std::string, std::string>> labels;
    std::string image;       ///< id, never a name that could change
    std::string seccompFile; ///< profile on the host
    std::string user;        ///< `uid:gid`
    std::string workdir;
    std::vector<ContainerMount> mounts;
    std::map<std::string, std::string> environment; ///< the whole of it beside the image's own
    std::string entrypoint;
    std::vector<std::string> arguments;
};

/// `create …`: the words behind the client's name. Always: no pull, stdin open, no network, no log kept by
/// the engine, read-only root, no capabilities, no new privileges, our system call filter, bounded memory,
/// processes, processors, shared memory and temporary folders (executable: what is built there is run).
std::vector<std::string> createArgv(const ContainerPlan &plan);

/// `volume create …` for a docker volume that is an overlay of folders of the host (`lower` topmost first).
/// Names must hold no comma and no colon.
std::vector<std::string> overlayVolumeArgv(const Engine &engine, const std::string &name,
                                           const std::vector<std::pair<std::string, std::string>> &labels,
                                           const std::vector<std::string> &lower, const std::string &upper,
                                           const std::string &work);

/// The OCI seccomp profile (JSON as docker and podman read it) from the same rules as bubblewrap's filter.
Result<std::string> seccompProfile();

} // namespace vouchsafe
