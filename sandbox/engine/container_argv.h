#pragma once
// The whole command lines of docker and podman, built by pure functions: these lists are the security policy.

#include "core/base/result.h"
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
        Overlay, ///< local podman only: `source` is the lower folder, `upper` and `work` beside it
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
    /// Folders that the image declares as volumes. docker would make a writable one without a bound at each
    /// that nothing is mounted on, so an empty read-only folder covers it.
    std::vector<std::string> imageVolumes;
    std::vector<std::string> imageEnvironment; ///< `NAME=value`
    std::vector<std::string> imageAnnotations; ///< names, which podman hands on to containers
    /// Beside the image's own, which keeps its PATH, and beside HOME, TMPDIR, LANG, TERM, CI and
    /// XDG_CACHE_HOME as in every sandbox; a name here wins over both.
    std::map<std::string, std::string> environment;
    std::string entrypoint;
    std::vector<std::string> arguments;
};

/// Words that stand before the verb of every call that makes or starts a container of this runtime: podman
/// takes the runtime and its flags there, docker keeps them with the container.
std::vector<std::string> runtimeWords(const Engine &engine, const std::string &runtime);

/// Whether containers of this runtime (empty: the engine's own) run on gVisor's kernel.
bool isGvisor(const Engine &engine, const std::string &runtime);

/// Whether the engine's syntax can carry these paths; else the caller copies, or says so.
bool canMount(const Engine &engine, const ContainerMount &mount);

/// podman can keep an image's files out of an empty volume only by a word that gVisor refuses, so their
/// volumes cannot be had: ErrorCode::SandboxBackend with the remedy.
Status takesVolumes(const Engine &engine, const std::string &runtime);

/// What stands between these mounts and createArgv: canMount (ErrorCode::SandboxSetup) and takesVolumes.
Status mountable(const Engine &engine, const std::string &runtime, const std::vector<ContainerMount> &mounts);

/// `create …`: the words behind the client's name, runtimeWords included. The mounts must be mountable.
/// Always: no pull, stdin open, no network, no log kept by
/// the engine, read-only root, no capabilities, no new privileges, our system call filter, bounded memory,
/// processes, processors, shared memory and temporary folders (executable: what is built there is run).
std::vector<std::string> createArgv(const ContainerPlan &plan);

/// `volume create …` for a volume that is an overlay of folders of the host (`lower` topmost first); of a
/// local engine that is really root. Names must hold no comma, colon or backslash. What is opaque in the
/// upper folder is marked among the user attributes, which we can read. `fleeting`: the kernel writes nothing
/// to disk at its end; it then keeps a folder in `work` that only root can remove.
std::vector<std::string> overlayVolumeArgv(const Engine &engine, const std::string &name,
                                           const std::vector<std::pair<std::string, std::string>> &labels,
                                           const std::vector<std::string> &lower, const std::string &upper,
                                           const std::string &work, bool fleeting = false);

/// The OCI seccomp profile (JSON as docker and podman read it) for containers of this runtime, from the same
/// rules as bubblewrap's filter.
Result<std::string> seccompProfile(const Engine &engine, const std::string &runtime);

} // namespace vouchsafe
