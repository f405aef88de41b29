#include "core/verify/python_coverage.h"

#include "core/base/resources.h"
#include "core/base/text.h"
#include "core/verify/coverage_report.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::string_view tracer = "coverage_tracer.py";
constexpr std::string_view output = "coverage.jsonl";
constexpr std::uint64_t largestOutput = std::uint64_t{50} << 20;

/// The end of what the run said, for the case that it measured nothing.
class Tail final : public OutputSink {
public:
    void output(Stream, std::string_view chunk) override
    {
        m_text += chunk;
        if (m_text.size() > 2 * kept)
            m_text.erase(0, m_text.size() - kept);
    }
    std::string text() const
    {
        const std::string_view whole(m_text);
        return toUtf8Lossy(whole.substr(whole.size() > kept ? whole.size() - kept : 0));
    }

private:
    static constexpr std::size_t kept = 600;
    std::string m_text;
};

Command tracedCommand(const PlannedCheck &check, const std::string &root, std::chrono::milliseconds timeout)
{
    Command command;
    command.argv = check.start;
    command.argv.insert(command.argv.end(), check.arguments.begin(), check.arguments.end());
    for (const char *word : {"-p", "coverage_tracer", "-o", "cache_dir=/tmp/pytest-cache"})
        command.argv.emplace_back(word);
    command.environment = check.environment;
    std::string &path = command.environment["PYTHONPATH"];
    path = std::string(insideTools) + (path.empty() ? "" : ":" + path);
    command.environment["VOUCHSAFE_COVERAGE"] = std::string(insideReports) + "/" + std::string(output);
    command.environment["VOUCHSAFE_ROOT"] = root;
    command.environment["CI"] = "true";
    command.timeout = timeout;
    return command;
}

} // namespace

PythonCoverage::PythonCoverage(const ProofVerifier &verifier, SandboxFactory &sandboxes, SandboxPolicy policy,
                               std::chrono::milliseconds timeout)
    : m_verifier(verifier), m_sandboxes(sandboxes), m_policy(std::move(policy)), m_timeout(timeout)
{
}

Result<CoverageReport> PythonCoverage::measure(std::stop_token stop)
{
    const auto &checks = m_verifier.checks();
    const auto check = std::find_if(checks.begin(), checks.end(),
                                    [](const PlannedCheck &one) { return one.toolchain == "pytest"; });
    if (check == checks.end())
        return fail(ErrorCode::NotAvailable, "no check is pytest, the one runner whose tests can be traced",
                    "looking for a check to trace");
    auto spec = m_verifier.workspace();
    if (!spec)
        return Failure(spec.error());
    auto script = resource("runners/" + std::string(tracer));
    if (!script)
        return Failure(script.error());
    spec->tools.push_back({std::string(tracer), std::move(*script), 0100644, false});
    const auto sandbox = m_sandboxes.open(*spec, m_policy);
    if (!sandbox)
        return Failure(sandbox.error());
    Tail tail;
    const auto ran = (*sandbox)->run(tracedCommand(*check, spec->insideRoot, m_timeout), stop, tail);
    if (!ran)
        return Failure(ran.error());
    if (ran->ending == Ending::Cancelled || stop.stop_requested())
        return fail(ErrorCode::Cancelled, "tracing the tests was cancelled",
                    "running `" + check->shown + "`");
    const auto files = (*sandbox)->collect({std::string(insideReports), largestOutput, 1000});
    if (!files)
        return Failure(files.error());
    CoverageReport report;
    for (const CollectedFile &file : files->files)
        if (file.path == output && !file.deleted)
            report = readPythonCoverage(file.bytes);
    if (report.tests.empty())
        return fail(ErrorCode::NotAvailable, "the tracer saw no test",
                    "running `" + check->shown + "` under it; it ended with: " + tail.text());
    return report;
}

} // namespace vouchsafe
