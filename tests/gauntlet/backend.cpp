#include "tests/gauntlet/backend.h"

#include "sandbox/host_program.h"
#include "tests/support/required_engine.h"

#include <QCoreApplication>
#include <QTemporaryDir>

#include <map>
#include <unistd.h>

namespace vouchsafe::gauntlet {
namespace {

std::string variable(const char *name, const char *otherwise)
{
    const QByteArray value = qgetenv(name);
    return value.isEmpty() ? std::string(otherwise) : value.toStdString();
}

void find(TestedBackend &backend)
{
    static const QTemporaryDir empty; // lives as long as the engine's value, which names it
    SystemProgram programs;
    const auto engine = findEngine(backend.kind, userEnvironment(), empty.path().toStdString(), programs, {});
    if (!engine) {
        backend.absent = engine.error().what + " (" + engine.error().context + ")";
        return;
    }
    if (const auto known = hasRuntime(*engine, backend.runtime); !known) {
        backend.absent = known.error().what;
        return;
    }
    SandboxPolicy policy;
    policy.backend = backend.kind;
    policy.image = backend.image;
    if (const auto image = imageId(*engine, programs, policy, userEnvironment(), {}); !image) {
        backend.absent = image.error().what;
        return;
    }
    backend.engine = *engine;
}

} // namespace

std::map<std::string, std::string> userEnvironment()
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

TestedBackend testedBackend()
{
    TestedBackend backend;
    backend.name = variable("VOUCHSAFE_GAUNTLET_BACKEND", "bubblewrap");
    if (backend.name == "host")
        return backend; // what has no sandbox in it
    if (backend.name == "bubblewrap") {
        if (::access("/usr/bin/bwrap", X_OK) != 0)
            backend.absent = "/usr/bin/bwrap is not installed";
        return backend;
    }
    backend.kind = backend.name == "podman" ? Backend::Podman : Backend::Docker;
    backend.runtime = backend.name == "docker-runsc" ? "runsc" : "";
    backend.image = variable("VOUCHSAFE_TEST_IMAGE", "vouchsafe-test/py");
    find(backend);
    return backend;
}

bool isRequired(const TestedBackend &backend)
{
    return test::isRequiredEngine(backend.name);
}

} // namespace vouchsafe::gauntlet
