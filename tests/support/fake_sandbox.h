#pragma once
// A sandbox that starts nothing: a function of the test answers every command.

#include "core/ports/sandbox.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe::test {

/// What a command is answered with. `reports` become files of insideReports by name; the name
/// `{report}` stands for the path the command's argv asked for.
struct FakeAnswer {
    RunResult result;
    std::string output;
    std::map<std::string, std::string> reports;
};

/// What is seen of a command by the function that answers it.
struct FakeRun {
    const WorkspaceSpec &workspace;
    const Command &command;

    /// Whether the workspace lays `path` over the base with these bytes.
    bool has(const std::string &path, const std::string &bytes) const;
};
using FakeProgram = std::function<FakeAnswer(const FakeRun &)>;

/// `exited(1)`: a normal end with that status.
RunResult exited(int code);

class FakeSandbox final : public Sandbox {
public:
    FakeSandbox(WorkspaceSpec workspace, FakeProgram program);

    Result<RunResult> run(const Command &command, std::stop_token stop, OutputSink &output) override;
    Result<std::unique_ptr<Channel>> start(const Command &command) override;
    Result<FileSet> collect(const CollectRequest &request) override;
    Result<Attestation> attest(std::stop_token stop) override;
    void terminate() override {}

private:
    WorkspaceSpec m_workspace;
    FakeProgram m_program;
    std::map<std::string, std::string> m_reports;
};

/// Remembers what it opened and the commands that ran; one thread only.
class FakeSandboxFactory final : public SandboxFactory {
public:
    explicit FakeSandboxFactory(FakeProgram program) : m_program(std::move(program)) {}

    Result<std::unique_ptr<Sandbox>> open(const WorkspaceSpec &workspace,
                                          const SandboxPolicy &policy) override;
    Result<std::filesystem::path> keepAsLayer(std::unique_ptr<Sandbox> sandbox,
                                              const std::string &name) override;

    void warm(const WorkspaceSpec &workspace, const SandboxPolicy &) override { warmed.push_back(workspace); }

    std::vector<WorkspaceSpec> opened;
    std::vector<WorkspaceSpec> warmed; ///< asked to be made ahead
    std::vector<Command> commands;
    std::vector<std::string> layers;
    std::optional<Error> refusal; ///< what open() answers, where set

private:
    FakeProgram m_program;
};

} // namespace vouchsafe::test
