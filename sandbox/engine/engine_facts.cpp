#include "sandbox/engine/engine_facts.h"

#include "core/base/text.h"
#include "sandbox/engine/client_program.h"
#include "sandbox/engine/engine_json.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

using Json = nlohmann::json;

/// The oldest interface that has private control group namespaces.
constexpr int leastInterface = 41; // of 1.41, docker 20.10

Failure noAnswer(const Engine &engine, const std::string &words)
{
    const bool elsewhere = !engine.endpoint.empty() && !engine.endpoint.starts_with("unix://");
    return fail(ErrorCode::SandboxSetup, "docker's daemon does not answer", shown(trimmed(words)),
                elsewhere ? "see that " + shown(engine.endpoint) +
                                " is the right address and that the engine runs on that machine"
                          : "start it (`systemctl start docker`), or name another with DOCKER_HOST");
}

/// `1.41` as 41; 0 where it is something else.
int interfaceNumber(const std::string &text)
{
    return text.starts_with("1.") ? std::atoi(text.c_str() + 2) : text.starts_with("2.") ? 1000 : 0;
}

/// docker describes a runtime by its program or by the containerd shim that drives it.
bool isGvisorRuntime(const std::string &name, const Json &runtime)
{
    const std::string program = std::filesystem::path(jsonText(runtime, {"path"})).filename().string();
    const auto says = [](const std::string &text) { return text.find("runsc") != std::string::npos; };
    return program.starts_with("runsc") || says(jsonText(runtime, {"runtimeType"})) ||
           (program.empty() && says(name));
}

/// `name=rootless`, `name=seccomp,profile=default`.
bool hasOption(const Json &options, const std::string &name)
{
    if (!options.is_array())
        return false;
    return std::any_of(options.begin(), options.end(), [&](const Json &option) {
        return option.is_string() && split(option.get<std::string>(), ',').front() == "name=" + name;
    });
}

/// podman sets its own limit of processes to the lower of the two, and may raise none.
std::uint64_t mostProcesses()
{
    rlimit limit{};
    std::uint64_t most = 0;
    if (::getrlimit(RLIMIT_NPROC, &limit) == 0 && limit.rlim_max != RLIM_INFINITY)
        most = limit.rlim_max;
    std::uint64_t numbers = 0;
    std::ifstream("/proc/sys/kernel/pid_max") >> numbers;
    return numbers != 0 && (most == 0 || numbers < most) ? numbers : most;
}

} // namespace

MachineName machineName()
{
    utsname name{};
    ::uname(&name);
    return {name.nodename, name.release};
}

Status readDocker(std::string_view version, std::string_view info, const MachineName &machine, Engine &engine)
{
    const Json versions = Json::parse(version, nullptr, false);
    const Json facts = Json::parse(info, nullptr, false);
    engine.clientVersion = jsonText(versions, {"Client", "Version"});
    if (engine.clientVersion.empty())
        return noAnswer(engine, "docker version gave no JSON");
    if (jsonText(versions, {"Client", "ApiVersion"}).empty())
        return fail(ErrorCode::SandboxBackend, "this docker is podman's stand-in of the same name",
                    engine.program, "choose --sandbox podman");
    engine.version = jsonText(versions, {"Server", "Version"});
    if (engine.version.empty())
        return noAnswer(engine, "docker version has no server");
    // Clients of 20.10 end with status 0 whatever the daemon says.
    if (const Json errors = jsonAt(facts, {"ServerErrors"}); errors.is_array() && !errors.empty())
        return noAnswer(engine, errors.dump());
    if (!facts.is_object() || !facts.contains("Runtimes"))
        return noAnswer(engine, "docker info gave no JSON");
    const std::string interface = jsonText(versions, {"Server", "ApiVersion"});
    if (interfaceNumber(interface) < leastInterface)
        return fail(ErrorCode::SandboxSetup, "docker's daemon is too old", "it speaks version " + interface,
                    "use docker 20.10 or later");

    engine.remote = engine.remote || jsonText(facts, {"KernelVersion"}) != machine.kernel ||
                    jsonText(facts, {"Name"}) != machine.host;
    const Json options = jsonAt(facts, {"SecurityOptions"});
    engine.rootless = hasOption(options, "rootless") || hasOption(options, "userns");
    engine.processorLimit = jsonTrue(facts, {"CpuCfsQuota"});
    engine.defaultRuntime = jsonText(facts, {"DefaultRuntime"});
    for (const auto &[name, runtime] : facts["Runtimes"].items()) {
        engine.runtimes.push_back(name);
        if (isGvisorRuntime(name, runtime))
            engine.gvisor.push_back(name);
    }
    return {};
}

Status readPodman(std::string_view info, Engine &engine)
{
    const Json facts = Json::parse(info, nullptr, false);
    engine.version = jsonText(facts, {"version", "Version"});
    if (engine.version.empty())
        return fail(ErrorCode::SandboxSetup, "podman does not say what it is", "podman info gave no JSON",
                    "see what `podman info` says");
    engine.clientVersion = engine.version;
    engine.remote = jsonTrue(facts, {"host", "serviceIsRemote"});
    engine.rootless = jsonTrue(facts, {"host", "security", "rootless"});
    const Json controllers = jsonAt(facts, {"host", "cgroupControllers"});
    engine.processorLimit = controllers.is_array() &&
                            std::find(controllers.begin(), controllers.end(), "cpu") != controllers.end();
    engine.defaultRuntime = jsonText(facts, {"host", "ociRuntime", "name"});
    // Only a podman of this machine takes another runtime than its own.
    if (!engine.remote) {
        engine.runtimes = installedRuntimes();
        engine.mostProcesses = mostProcesses();
    }
    if (std::find(engine.runtimes.begin(), engine.runtimes.end(), engine.defaultRuntime) ==
        engine.runtimes.end())
        engine.runtimes.push_back(engine.defaultRuntime);
    std::sort(engine.runtimes.begin(), engine.runtimes.end());
    for (const std::string &name : engine.runtimes) {
        if (name.starts_with("runsc"))
            engine.gvisor.push_back(name);
    }
    return {};
}

std::vector<std::string> installedRuntimes()
{
    std::vector<std::string> names;
    for (const char *name : {"crun", "kata", "krun", "runc", "runj", "runsc", "youki"}) {
        const std::string program = name == std::string("kata") ? "kata-runtime" : name;
        if (clientProgram(program, std::string(systemPath)))
            names.emplace_back(name);
    }
    return names;
}

} // namespace vouchsafe
