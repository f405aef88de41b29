#include "tests/sandbox/engine/container_case.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "tests/support/required_engine.h"

#include <fstream>
#include <unistd.h>

namespace vouchsafe::test {
namespace fs = std::filesystem;

std::string testImage()
{
    const char *named = std::getenv("VOUCHSAFE_TEST_IMAGE");
    return named != nullptr && *named != '\0' ? named : "vouchsafe-test/py";
}

std::map<std::string, std::string> ownEnvironment()
{
    std::map<std::string, std::string> all;
    for (char **variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        if (const std::size_t equals = text.find('='); equals != std::string_view::npos)
            all[std::string(text.substr(0, equals))] = text.substr(equals + 1);
    }
    return all;
}

ContainerCase::ContainerCase(const EngineRow &row, const Files &files)
    : m_row(row), m_run("test-" + newNonce(8))
{
    const fs::path empty = fs::path(m_temporary.path().toStdString()) / "no-configuration";
    fs::create_directories(empty);
    auto engine = findEngine(row.kind, ownEnvironment(), empty.string(), m_programs, {});
    if (!engine) {
        absentBecause(engine.error());
        return;
    }
    m_engine = std::move(*engine);
    if (const Status known = hasRuntime(m_engine, row.runtime); !known) {
        absentBecause(known.error());
        return;
    }
    SandboxPolicy wanted = policy();
    if (const auto image = imageId(m_engine, m_programs, wanted, ownEnvironment(), {}); !image) {
        absentBecause(image.error());
        return;
    }
    Directories directories;
    directories.cache = fs::path(m_temporary.path().toStdString()) / "cache";
    const auto identity = sandboxIdentity(directories);
    if (!identity)
        qFatal("%s", fourLines(identity.error()).c_str());
    m_identity = *identity;
    m_place = m_identity.cache / ("container-test-" + newNonce(8));
    fs::create_directories(base());
    for (const auto &[name, bytes] : files) {
        fs::create_directories((base() / name).parent_path());
        std::ofstream(base() / name, std::ios::binary) << bytes;
    }
    giveAway();
    newFactory();
}

void ContainerCase::absentBecause(const Error &error)
{
    m_absent = error.what + ": " + error.context;
    if (isRequiredEngine(m_row.kind, m_row.runtime))
        qFatal("VOUCHSAFE_TEST_BACKENDS asks for it: %s", m_absent.c_str());
}

ContainerCase::~ContainerCase()
{
    m_factory.reset();
    std::error_code ignored;
    if (!m_place.empty())
        fs::remove_all(m_place, ignored);
}

SandboxPolicy ContainerCase::policy() const
{
    SandboxPolicy policy;
    policy.backend = m_row.kind;
    policy.runtime = m_row.runtime;
    policy.image = testImage();
    return policy;
}

void ContainerCase::newFactory()
{
    newFactory(m_engine);
}

void ContainerCase::newFactory(const Engine &engine)
{
    m_factory.reset();
    m_factory =
        std::make_unique<ContainerFactory>(m_identity, engine, ContainerOwner{m_run}, ownEnvironment());
}

void ContainerCase::giveAway()
{
    if (const auto given = handOver(m_place, m_identity); !given)
        qFatal("%s", fourLines(given.error()).c_str());
}

fs::path ContainerCase::folderBeside()
{
    const fs::path folder = m_place / ("beside-" + std::to_string(m_beside++));
    fs::create_directories(folder);
    giveAway();
    return folder;
}

std::unique_ptr<Sandbox> ContainerCase::open(WorkspaceSpec spec)
{
    return open(std::move(spec), policy());
}

std::unique_ptr<Sandbox> ContainerCase::open(WorkspaceSpec spec, const SandboxPolicy &policy)
{
    if (spec.base.empty())
        spec.base = base();
    auto sandbox = m_factory->open(spec, policy);
    if (!sandbox)
        qFatal("%s", fourLines(sandbox.error()).c_str());
    return std::move(*sandbox);
}

std::string ContainerCase::client(const std::vector<std::string> &arguments)
{
    const auto result = callEngine(m_engine, m_programs, arguments, {});
    if (!result || result->exitCode != 0)
        qFatal("%s: %s", join(arguments, " ").c_str(),
               result ? result->errors.c_str() : fourLines(result.error()).c_str());
    return result->output;
}

std::vector<std::string> ContainerCase::left()
{
    std::vector<std::string> names;
    const std::string filter = "label=vouchsafe.run=" + m_run;
    const std::string all = client({"ps", "--all", "--quiet", "--filter", filter}) +
                            client({"volume", "ls", "--quiet", "--filter", filter});
    for (const std::string_view name : splitLines(all))
        names.emplace_back(name);
    return names;
}

} // namespace vouchsafe::test
