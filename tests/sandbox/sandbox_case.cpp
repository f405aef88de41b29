#include "tests/sandbox/sandbox_case.h"

#include "core/base/ids.h"
#include "sandbox/host_program.h"
#include "sandbox/scratch.h"

#include <QDir>
#include <QFile>

#include <charconv>
#include <fcntl.h>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace vouchsafe::test {
namespace fs = std::filesystem;

std::string Ran::shown() const
{
    return "ending " + std::to_string(static_cast<int>(result.ending)) + ", exit code " +
           std::to_string(result.exitCode) + ", signal " + std::to_string(result.signal) + ", limit " +
           result.limit + ", " + std::to_string(result.duration.count()) + " ms\n" + result.setupError +
           "\nout: " + out + "\nerr: " + err;
}

SandboxCase::SandboxCase(const Files &files, const std::string &program)
{
    Directories directories;
    directories.cache = fs::path(m_temporary.path().toStdString()) / "cache";
    const auto identity = sandboxIdentity(directories);
    if (!identity)
        qFatal("%s", fourLines(identity.error()).c_str());
    m_identity = *identity;
    m_place = m_identity.cache / ("sandbox-test-" + newNonce(8));
    fs::create_directories(base());
    for (const auto &[name, bytes] : files) {
        fs::create_directories((base() / name).parent_path());
        std::ofstream(base() / name, std::ios::binary) << bytes;
    }
    if (const auto given = handOver(m_place, m_identity); !given)
        qFatal("%s", fourLines(given.error()).c_str());
    m_factory = std::make_unique<BubblewrapFactory>(m_identity, program);
}

SandboxCase::~SandboxCase()
{
    std::error_code ignored;
    fs::remove_all(m_place, ignored);
}

fs::path SandboxCase::folderBeside()
{
    const fs::path folder = m_place / ("beside-" + std::to_string(m_beside++));
    fs::create_directories(folder);
    return folder;
}

std::unique_ptr<Sandbox> SandboxCase::open(WorkspaceSpec spec, const SandboxPolicy &policy)
{
    if (spec.base.empty())
        spec.base = base();
    auto sandbox = m_factory->open(spec, policy);
    if (!sandbox)
        qFatal("%s", fourLines(sandbox.error()).c_str());
    return std::move(*sandbox);
}

Ran SandboxCase::run(const std::vector<std::string> &argv, const SandboxPolicy &policy,
                     std::chrono::milliseconds timeout)
{
    return runIn(*open({}, policy), argv, timeout);
}

Ran SandboxCase::shell(const std::string &script, const SandboxPolicy &policy)
{
    return run({"/bin/sh", "-c", script}, policy);
}

Ran SandboxCase::python(const std::string &script, const SandboxPolicy &policy)
{
    return run({"/usr/bin/python3", "-c", script}, policy);
}

Ran runIn(Sandbox &sandbox, const std::vector<std::string> &argv, std::chrono::milliseconds timeout)
{
    Command command;
    command.argv = argv;
    command.timeout = timeout;
    Gathered output;
    const auto result = sandbox.run(command, {}, output);
    Ran ran;
    if (result) {
        ran.result = *result;
    } else {
        ran.result.ending = Ending::SetupFailed;
        ran.result.setupError = fourLines(result.error());
    }
    ran.out = output.out;
    ran.err = output.err;
    return ran;
}

Ran onHost(const std::vector<std::string> &argv, const std::map<std::string, std::string> &environment)
{
    HostCommand command;
    command.program = argv.front();
    command.arguments.assign(argv.begin() + 1, argv.end());
    command.environment = environment;
    command.environment.emplace("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
    const auto result = SystemProgram().run(command, {});
    Ran ran;
    if (!result) {
        ran.result.ending = Ending::SetupFailed;
        ran.result.setupError = fourLines(result.error());
        return ran;
    }
    ran.result.exitCode = result->exitCode;
    if (result->exitCode < 0) {
        ran.result.ending = Ending::Signalled;
        ran.result.signal = -result->exitCode;
    }
    ran.out = result->output;
    ran.err = result->errors;
    return ran;
}

Ran pythonOnHost(const std::string &script)
{
    return onHost({"/usr/bin/python3", "-c", script});
}

std::vector<int> processesWith(const std::string &text)
{
    std::vector<int> found;
    const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString &entry : entries) {
        const int pid = entry.toInt();
        if (pid <= 0 || pid == ::getpid())
            continue;
        QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid));
        if (file.open(QIODevice::ReadOnly) && file.readAll().toStdString().find(text) != std::string::npos)
            found.push_back(pid);
    }
    return found;
}

bool goneWithin(std::chrono::milliseconds time, const std::string &text)
{
    const auto until = std::chrono::steady_clock::now() + time;
    do {
        if (processesWith(text).empty())
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    } while (std::chrono::steady_clock::now() < until);
    return processesWith(text).empty();
}

} // namespace vouchsafe::test
