#include "tests/gauntlet/box.h"

#include "core/base/ids.h"
#include "sandbox/bubblewrap_sandbox.h"
#include "sandbox/engine/container_sandbox.h"
#include "sandbox/host_program.h"

#include <fstream>

namespace vouchsafe::gauntlet {
namespace fs = std::filesystem;
using test::Ran;

Box::Box(TestedBackend backend, const test::Files &files, std::string run)
    : m_backend(std::move(backend)), m_run(std::move(run))
{
    Directories directories;
    directories.cache = fs::path(m_temporary.path().toStdString()) / "cache";
    const auto identity = sandboxIdentity(directories);
    if (!identity)
        qFatal("%s", fourLines(identity.error()).c_str());
    m_identity = *identity;
    m_place = m_identity.cache / ("gauntlet-" + newNonce(8));
    fs::create_directories(base());
    for (const auto &[name, bytes] : files) {
        fs::create_directories((base() / name).parent_path());
        std::ofstream(base() / name, std::ios::binary) << bytes;
    }
    if (const auto given = handOver(m_place, m_identity); !given)
        qFatal("%s", fourLines(given.error()).c_str());
    m_factory = anotherFactory();
}

Box::~Box()
{
    std::error_code ignored;
    fs::remove_all(m_place, ignored);
}

std::unique_ptr<SandboxFactory> Box::anotherFactory() const
{
    if (!m_backend.container())
        return std::make_unique<BubblewrapFactory>(m_identity);
    return std::make_unique<ContainerFactory>(m_identity, *m_backend.engine, ContainerOwner{m_run},
                                              userEnvironment());
}

SandboxPolicy Box::policy() const
{
    SandboxPolicy policy;
    policy.backend = m_backend.kind;
    policy.runtime = m_backend.runtime;
    policy.image = m_backend.image;
    return policy;
}

Result<std::unique_ptr<Sandbox>> Box::tryOpen(WorkspaceSpec spec, SandboxPolicy policy)
{
    if (spec.base.empty())
        spec.base = base();
    policy.backend = m_backend.kind;
    policy.runtime = m_backend.runtime;
    policy.image = m_backend.image;
    return m_factory->open(spec, policy);
}

std::unique_ptr<Sandbox> Box::open(WorkspaceSpec spec, SandboxPolicy policy)
{
    auto sandbox = tryOpen(std::move(spec), std::move(policy));
    if (!sandbox)
        qFatal("%s", fourLines(sandbox.error()).c_str());
    return std::move(*sandbox);
}

Ran Box::run(const std::vector<std::string> &argv, const SandboxPolicy &policy,
             std::chrono::milliseconds timeout)
{
    const auto sandbox = tryOpen({}, policy);
    if (sandbox)
        return test::runIn(**sandbox, argv, timeout);
    Ran ran;
    ran.result.ending = Ending::SetupFailed;
    ran.result.setupError = fourLines(sandbox.error());
    return ran;
}

Ran Box::shell(const std::string &script, const SandboxPolicy &policy)
{
    return run({"/bin/sh", "-c", script}, policy);
}

Ran Box::python(const std::string &script, const SandboxPolicy &policy)
{
    return run({"/usr/bin/python3", "-c", script}, policy);
}

Ran Box::loose(const std::vector<std::string> &argv) const
{
    if (!m_backend.container())
        return test::onHost(argv,
                            {{"VOUCHSAFE_CANARY", qEnvironmentVariable("VOUCHSAFE_CANARY").toStdString()}});
    std::vector<std::string> words = {"run",
                                      "--rm",
                                      "--pull",
                                      "never",
                                      "--security-opt",
                                      "seccomp=unconfined",
                                      "--ulimit",
                                      "nofile=4096:4096",
                                      "-e",
                                      "VOUCHSAFE_CANARY=" +
                                          qEnvironmentVariable("VOUCHSAFE_CANARY").toStdString(),
                                      "-v",
                                      "/tmp:/tmp",
                                      "-w",
                                      "/tmp"};
    // runsc's network stack is its own whatever the flags say.
    if (!m_backend.gvisor())
        words.insert(words.end(), {"--network", "host", "--pid", "host", "--ipc", "host"});
    else
        words.insert(words.end(), {"--runtime", m_backend.runtime, "--network", "none"});
    if (m_backend.kind == Backend::Podman)
        words.insert(words.end(), {"--ulimit", "nproc=4096:4096"});
    words.push_back(m_backend.image);
    words.insert(words.end(), argv.begin(), argv.end());
    SystemProgram programs;
    const auto result = callEngine(*m_backend.engine, programs, words, {}, std::chrono::seconds(120));
    Ran ran;
    if (!result) {
        ran.result.ending = Ending::SetupFailed;
        ran.result.setupError = fourLines(result.error());
        return ran;
    }
    ran.result.exitCode = result->exitCode;
    ran.out = result->output;
    ran.err = result->errors;
    return ran;
}

std::string Box::looseName() const
{
    return m_backend.container() ? "container without the policy" : "host";
}

} // namespace vouchsafe::gauntlet
