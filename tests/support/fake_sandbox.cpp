#include "tests/support/fake_sandbox.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe::test {

bool FakeRun::has(const std::string &path, const std::string &bytes) const
{
    return std::any_of(workspace.files.begin(), workspace.files.end(), [&](const WorkspaceFile &file) {
        return file.path == path && file.bytes == bytes && !file.remove;
    });
}

RunResult exited(int code)
{
    RunResult result;
    result.exitCode = code;
    result.duration = std::chrono::milliseconds(10);
    return result;
}

FakeSandbox::FakeSandbox(WorkspaceSpec workspace, FakeProgram program)
    : m_workspace(std::move(workspace)), m_program(std::move(program))
{
}

Result<RunResult> FakeSandbox::run(const Command &command, std::stop_token stop, OutputSink &output)
{
    if (stop.stop_requested()) {
        RunResult cancelled;
        cancelled.ending = Ending::Cancelled;
        return cancelled;
    }
    const FakeAnswer answer = m_program({m_workspace, command});
    if (!answer.output.empty())
        output.output(Stream::Out, answer.output);
    std::string asked;
    const std::string prefix = std::string(insideReports) + "/";
    for (const std::string &word : command.argv)
        if (const auto at = word.find(prefix); at != std::string::npos)
            asked = word.substr(at + prefix.size());
    for (const auto &[name, bytes] : answer.reports)
        m_reports[name == "{report}" ? asked : name] = bytes;
    return answer.result;
}

Result<std::unique_ptr<Channel>> FakeSandbox::start(const Command &)
{
    return fail(ErrorCode::NotAvailable, "this sandbox starts nothing");
}

Result<FileSet> FakeSandbox::collect(const CollectRequest &request)
{
    FileSet files;
    if (request.folder == insideReports)
        for (const auto &[name, bytes] : m_reports)
            files.files.push_back({name, bytes, 0100644, false});
    return files;
}

Result<Attestation> FakeSandbox::attest(std::stop_token)
{
    Attestation attestation;
    attestation.backend = "fake";
    return attestation;
}

Result<std::unique_ptr<Sandbox>> FakeSandboxFactory::open(const WorkspaceSpec &workspace,
                                                          const SandboxPolicy &)
{
    if (refusal)
        return Failure(*refusal);
    opened.push_back(workspace);
    return std::make_unique<FakeSandbox>(workspace, [this](const FakeRun &run) {
        commands.push_back(run.command);
        return m_program(run);
    });
}

Result<std::filesystem::path> FakeSandboxFactory::keepAsLayer(std::unique_ptr<Sandbox>,
                                                              const std::string &name)
{
    layers.push_back(name);
    return std::filesystem::path("/layers") / name;
}

} // namespace vouchsafe::test
