#include "sandbox/engine/engine.h"

#include "core/base/text.h"
#include "sandbox/engine/client_program.h"
#include "sandbox/engine/docker_endpoint.h"
#include "sandbox/engine/engine_facts.h"

#include <algorithm>

namespace vouchsafe {
namespace {

using Clock = std::chrono::steady_clock;
using Environment = std::map<std::string, std::string>;
constexpr std::chrono::seconds wholeSearch{10};

std::string programName(Backend kind)
{
    return kind == Backend::Podman ? "podman" : "docker";
}

std::string value(const Environment &from, const std::string &name)
{
    const auto found = from.find(name);
    return found == from.end() ? std::string() : found->second;
}

/// What decides where podman keeps its images and containers and whom it asks. No proxies: it would pass them
/// on to what it builds and runs.
Environment podmanEnvironment(const Environment &user)
{
    Environment result = {{"PATH", std::string(systemPath)}};
    for (const char *name :
         {"HOME", "USER", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS",
          "CONTAINER_HOST", "CONTAINER_CONNECTION", "CONTAINER_SSHKEY", "CONTAINERS_CONF",
          "CONTAINERS_CONF_OVERRIDE", "CONTAINERS_STORAGE_CONF", "CONTAINERS_REGISTRIES_CONF",
          "STORAGE_DRIVER", "STORAGE_OPTS"}) {
        if (const std::string given = value(user, name); !given.empty())
            result[name] = given;
    }
    if (result.contains("CONTAINER_HOST") || result.contains("CONTAINER_CONNECTION")) {
        if (const std::string agent = value(user, "SSH_AUTH_SOCK"); !agent.empty())
            result["SSH_AUTH_SOCK"] = agent;
    }
    return result;
}

/// An address of another machine, where nothing can be started from here.
bool isElsewhere(const std::string &endpoint)
{
    return endpoint.find("://") != std::string::npos && !endpoint.starts_with("unix://");
}

std::string elsewhereRemedy(const Engine &engine)
{
    return "see that " + shown(engine.endpoint) + " is the right address (" +
           (engine.kind == Backend::Docker ? "DOCKER_HOST or the docker context" : "CONTAINER_HOST") +
           "), that this machine reaches it, and that the engine runs on that machine";
}

Failure silent(const Engine &engine, const std::string &doing)
{
    const std::string name = programName(engine.kind);
    return fail(ErrorCode::SandboxSetup, name + " does not answer", doing + " at " + shown(engine.endpoint),
                isElsewhere(engine.endpoint) ? elsewhereRemedy(engine)
                : engine.kind == Backend::Docker
                    ? "restart its daemon (`systemctl restart docker`), or name another with DOCKER_HOST"
                    : "see what `podman info` waits for; another podman may hold its storage");
}

class Search {
public:
    Search(HostProgram &programs, std::stop_token stop) : m_programs(programs), m_stop(std::move(stop)) {}

    std::chrono::milliseconds left() const
    {
        const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(m_until - Clock::now());
        return std::max(rest, std::chrono::milliseconds{1});
    }
    Result<HostResult> ask(const Engine &engine, const std::vector<std::string> &arguments) const
    {
        return callEngine(engine, m_programs, arguments, m_stop, left());
    }
    HostProgram &programs() const { return m_programs; }
    std::stop_token stop() const { return m_stop; }

private:
    HostProgram &m_programs;
    std::stop_token m_stop;
    Clock::time_point m_until = Clock::now() + wholeSearch;
};

/// The client's own words where it did not succeed; they are shown, not read.
Failure unreachable(const Engine &engine, const HostResult &answer)
{
    const std::string name = programName(engine.kind);
    return fail(ErrorCode::SandboxSetup, name + " cannot be reached",
                shown(engine.endpoint) + ": " + shown(elided(trimmed(answer.errors), 600, 200)),
                isElsewhere(engine.endpoint) ? elsewhereRemedy(engine)
                : engine.kind == Backend::Docker
                    ? "start its daemon (`systemctl start docker`), or name another with DOCKER_HOST"
                    : "see what `podman info` says");
}

Result<Engine> findDocker(Engine engine, const Environment &user, const std::string &emptyFolder,
                          const Search &search)
{
    auto endpoint =
        dockerEndpoint(engine.program, user, emptyFolder, search.programs(), search.stop(), search.left());
    if (!endpoint)
        return Failure(endpoint.error());
    engine.endpoint = endpoint->host;
    engine.environment = endpoint->environment;
    engine.remote = !endpoint->host.starts_with("unix://");
    if (const Status open = socketAnswers(endpoint->host); !open)
        return Failure(open.error());
    auto version = search.ask(engine, {"version", "--format", "{{json .}}"});
    if (!version)
        return Failure(version.error());
    if (version->exitCode != 0)
        return unreachable(engine, *version);
    auto info = search.ask(engine, {"info", "--format", "{{json .}}"});
    if (!info)
        return Failure(info.error());
    if (const Status read = readDocker(version->output, info->output, machineName(), engine); !read)
        return Failure(read.error());
    return engine;
}

Result<Engine> findPodman(Engine engine, const Environment &user, const Search &search)
{
    engine.environment = podmanEnvironment(user);
    engine.endpoint = value(user, "CONTAINER_HOST");
    if (engine.endpoint.empty())
        engine.endpoint = "local";
    auto info = search.ask(engine, {"info", "--format", "json"});
    if (!info)
        return Failure(info.error());
    if (info->exitCode != 0)
        return unreachable(engine, *info);
    if (const Status read = readPodman(info->output, engine); !read)
        return Failure(read.error());
    return engine;
}

} // namespace

Result<Engine> findEngine(Backend kind, const Environment &environment, const std::string &emptyFolder,
                          HostProgram &programs, std::stop_token stop)
{
    auto program = clientProgram(programName(kind), value(environment, "PATH"));
    if (!program)
        return Failure(program.error());
    return engineOf(kind, *program, environment, emptyFolder, programs, std::move(stop));
}

Result<Engine> engineOf(Backend kind, const std::string &program, const Environment &environment,
                        const std::string &emptyFolder, HostProgram &programs, std::stop_token stop)
{
    const Search search(programs, std::move(stop));
    Engine engine;
    engine.kind = kind;
    engine.program = program;
    return kind == Backend::Podman ? findPodman(std::move(engine), environment, search)
                                   : findDocker(std::move(engine), environment, emptyFolder, search);
}

Status hasRuntime(const Engine &engine, const std::string &runtime)
{
    if (runtime.empty() ||
        std::find(engine.runtimes.begin(), engine.runtimes.end(), runtime) != engine.runtimes.end())
        return {};
    const std::string name = programName(engine.kind);
    return fail(ErrorCode::SandboxBackend, name + " has no runtime " + shown(runtime),
                "it has " + join(engine.runtimes, ", "),
                engine.kind == Backend::Docker
                    ? "register it under \"runtimes\" in /etc/docker/daemon.json and restart docker, or name "
                      "another with --runtime"
                    : "install it, or name another with --runtime");
}

Result<HostResult> callEngine(const Engine &engine, HostProgram &programs,
                              const std::vector<std::string> &arguments, std::stop_token stop,
                              std::chrono::milliseconds timeout, const std::string &input)
{
    auto result =
        programs.run({engine.program, arguments, engine.environment, input, timeout}, std::move(stop));
    if (result || result.error().code == ErrorCode::Cancelled)
        return result;
    const std::string doing = programName(engine.kind) + (arguments.empty() ? "" : " " + arguments.front());
    if (result.error().code == ErrorCode::Timeout)
        return silent(engine, doing);
    if (result.error().code == ErrorCode::NotAvailable)
        return fail(ErrorCode::SandboxMissing, programName(engine.kind) + " is not there any more",
                    shown(engine.program));
    return result;
}

} // namespace vouchsafe
