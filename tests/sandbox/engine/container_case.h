#pragma once
// A base tree and a factory for tests against a real container engine; an absent one is told, not passed.

#include "sandbox/engine/container_sandbox.h"
#include "sandbox/host_program.h"
#include "tests/sandbox/sandbox_case.h"

#include <QTemporaryDir>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe::test {

/// An engine with a runtime, as a row of a test says it.
struct EngineRow {
    Backend kind = Backend::Docker;
    std::string runtime; ///< empty: the engine's own
};

class ContainerCase {
public:
    explicit ContainerCase(const EngineRow &row, const Files &files = {{"a.txt", "base\n"}});
    ~ContainerCase();

    /// Why this engine, runtime or image cannot be tested here; empty: it can.
    const std::string &absent() const { return m_absent; }
    const Engine &engine() const { return m_engine; }
    const Identity &identity() const { return m_identity; }
    SandboxPolicy policy() const; ///< names backend, runtime and image
    ContainerFactory &factory() { return *m_factory; }
    void newFactory(); ///< in the place of the one before, as a new start would
    void newFactory(const Engine &engine);
    void endFactory() { m_factory.reset(); }
    std::filesystem::path base() const { return m_place / "base"; }
    std::filesystem::path folderBeside(); ///< outside of the base tree; of the sandbox' user
    void giveAway();                      ///< what was put into these folders, to that user
    std::unique_ptr<Sandbox> open(WorkspaceSpec spec = {});
    std::unique_ptr<Sandbox> open(WorkspaceSpec spec, const SandboxPolicy &policy);

    /// Containers and volumes of this test that the engine has.
    std::vector<std::string> left();
    /// A call of the client that has to succeed; its output.
    std::string client(const std::vector<std::string> &arguments);

private:
    void absentBecause(const Error &error); ///< ends the test where it is required

    EngineRow m_row;
    std::string m_absent;
    QTemporaryDir m_temporary;
    std::string m_run;
    Engine m_engine;
    Identity m_identity;
    std::filesystem::path m_place;
    int m_beside = 0;
    SystemProgram m_programs;
    std::unique_ptr<ContainerFactory> m_factory;
};

/// The image that the tests run in: VOUCHSAFE_TEST_IMAGE, else `vouchsafe-test/py`.
std::string testImage();
/// This process' environment.
std::map<std::string, std::string> ownEnvironment();

} // namespace vouchsafe::test
