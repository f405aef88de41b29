#pragma once
// Opens sandboxes on the tested backend, and runs the same things without any policy.

#include "tests/gauntlet/backend.h"
#include "tests/sandbox/sandbox_case.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe::gauntlet {

class Box {
public:
    /// `run`: what the containers are labelled with.
    explicit Box(TestedBackend backend, const test::Files &files = {{"a.txt", "base\n"}},
                 std::string run = "gauntlet");
    ~Box();

    const TestedBackend &backend() const { return m_backend; }
    const Identity &identity() const { return m_identity; }
    SandboxFactory &factory() { return *m_factory; }
    /// Another factory, as the next start of the application makes one.
    std::unique_ptr<SandboxFactory> anotherFactory() const;
    std::filesystem::path place() const { return m_place; } ///< all that goes with this object
    std::filesystem::path base() const { return m_place / "base"; }
    /// The default policy on this backend.
    SandboxPolicy policy() const;

    /// On the base tree unless the spec names another. Backend, runtime and image of the policy are set here.
    Result<std::unique_ptr<Sandbox>> tryOpen(WorkspaceSpec spec = {}, SandboxPolicy policy = {});
    /// Ends the test program where that fails.
    std::unique_ptr<Sandbox> open(WorkspaceSpec spec = {}, SandboxPolicy policy = {});
    test::Ran run(const std::vector<std::string> &argv, const SandboxPolicy &policy = {},
                  std::chrono::milliseconds timeout = std::chrono::seconds(60));
    test::Ran shell(const std::string &script, const SandboxPolicy &policy = {});
    test::Ran python(const std::string &script, const SandboxPolicy &policy = {});

    /// A container of the same engine, runtime and image that was made by hand without our policy: its own
    /// root, the host's namespaces, no filter of calls. On bubblewrap the host itself.
    test::Ran loose(const std::vector<std::string> &argv) const;
    std::string looseName() const;

private:
    TestedBackend m_backend;
    std::string m_run;
    QTemporaryDir m_temporary;
    Identity m_identity;
    std::filesystem::path m_place;
    std::unique_ptr<SandboxFactory> m_factory;
};

} // namespace vouchsafe::gauntlet
