#pragma once
// What all sandboxes of one container factory share, and how they speak to the engine.

#include "core/ports/host_program.h"
#include "core/ports/sandbox.h"
#include "sandbox/engine/container_argv.h"
#include "sandbox/engine/engine.h"
#include "sandbox/host_program.h"
#include "sandbox/identity.h"
#include "sandbox/scratch.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace vouchsafe {

/// Containers that an engine made as planned, by containerShape().
class CheckedShapes {
public:
    bool has(const std::string &shape);
    void add(const std::string &shape);

private:
    std::mutex m_mutex;
    std::set<std::string> m_shapes;
};

/// Safe from several threads; nothing but the images and what was checked changes once it is made.
struct ContainerSetting {
    Identity identity;
    Engine engine;
    std::map<std::string, std::string> environment; ///< the user's, for a pull
    std::vector<std::pair<std::string, std::string>> labels;
    std::optional<ScratchFolder> scratch;
    mutable SystemProgram programs;
    mutable CheckedShapes checked;

    /// One call of the client whose exit status has to be 0.
    Result<std::string> call(const std::vector<std::string> &arguments, const std::string &what,
                             std::stop_token stop = {}, const std::string &input = {}) const;
    /// A file with the system call filter for containers of this runtime.
    Result<std::string> seccompFile(const std::string &runtime) const;
    /// A file of the host that stands for /etc/hosts inside. podman would show this machine's own, with its
    /// names.
    Result<std::string> hostsFile() const;
    /// Removes a container whatever it does; one that is not there is no failure.
    Status removeContainer(const std::string &name) const;
    Status removeVolume(const std::string &name) const;
};

/// `vs-<random>`, for containers and volumes.
std::string containerName();

/// An image, and what of it the sandbox must know.
struct ContainerImage {
    std::string id;
    std::string path;                     ///< its PATH
    std::vector<std::string> volumes;     ///< folders that it declares as such
    std::vector<std::string> environment; ///< `NAME=value`
    std::vector<std::string> annotations; ///< their names
};

/// Looks each reference up once. Safe from several threads.
class ContainerImages {
public:
    Result<ContainerImage> find(const ContainerSetting &setting, const SandboxPolicy &policy);

private:
    std::mutex m_mutex;
    std::map<std::string, ContainerImage> m_known; ///< by the reference that was asked for
};

/// The names of a sandbox' containers that may exist; so that another thread can end them.
class LiveContainers {
public:
    void add(const std::string &name);
    void gone(const std::string &name);
    /// Its making was broken off: it is no longer there, or will be and is then removed by removeAll().
    void brokenOff(const std::string &name);
    bool any();
    /// Ends all of them at once, and waits until they are gone.
    void removeAll(const ContainerSetting &setting);

private:
    std::mutex m_mutex;
    std::set<std::string> m_names;
    std::set<std::string> m_brokenOff;
};

} // namespace vouchsafe
