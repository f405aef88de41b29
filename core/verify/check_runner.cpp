#include "core/verify/check_runner.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/ids.h"
#include "core/base/resources.h"
#include "core/base/text.h"
#include "core/verify/output_log.h"
#include "core/verify/redactor.h"
#include "core/verify/reports/junit.h"
#include "core/verify/sentinels.h"
#include "core/verify/verdict_rules.h"

#include <algorithm>
#include <optional>
#include <set>

namespace vouchsafe {
namespace {

/// `1-2` for the runs that everybody reads first, `1-2-repeat` for the others.
std::string stem(const RunPlace &place)
{
    std::string name = std::to_string(place.iteration) + "-" + std::to_string(place.number + 1);
    if (place.run != run_name::plain && place.run != run_name::baseline)
        name += "-" + place.run;
    return name;
}

Command commandOf(const PlannedCheck &check, const Toolchain *toolchain, const RunPlace &place,
                  const RunSettings &settings, const std::string &report,
                  const std::vector<std::string> &sentinels)
{
    Command command;
    PlannedCheck asked = check;
    command.environment = settings.environment;
    for (const auto &[name, value] : check.environment)
        command.environment[name] = value;
    if (place.sentinels && toolchain != nullptr && !toolchain->sentinels.empty()) {
        const SentinelRequest &request = toolchain->sentinels.front();
        const auto end = std::find(asked.arguments.begin(), asked.arguments.end(), "--");
        asked.arguments.insert(end, request.arguments.begin(), request.arguments.end());
        for (const auto &[name, value] : request.environment)
            command.environment[name] = replaceAll(value, "{names}", join(sentinels, " "));
    }
    // No terminal and a closed input are the sandbox's part; this tells watch modes that nobody is looking.
    command.environment["CI"] = "true";
    // Compiled Python is told from its source by size and whole seconds; a patch may keep both.
    command.environment["PYTHONDONTWRITEBYTECODE"] = "1";
    command.argv = withReport(asked, report);
    command.timeout = settings.timeout;
    // Everything reaches the log, which keeps head and tail within its own bound.
    command.outputBytes = std::uint64_t{1} << 40;
    return command;
}

void notice(Reporter *reporter, const std::string &text)
{
    if (reporter != nullptr)
        reporter->report(Noticed{Noticed::Level::Warning, text});
}

/// Takes the report over into the run's folder and into the result.
Status takeReport(Sandbox &sandbox, const std::string &name, const Toolchain &toolchain,
                  const std::string &stored, const RunSettings &settings, Reporter *reporter,
                  CheckResult &result)
{
    const auto files = sandbox.collect({std::string(insideReports), 2 * largestReport, 1000});
    if (!files) {
        notice(reporter, "the test report could not be collected: " + files.error().what);
        return {};
    }
    const auto it = std::find_if(files->files.begin(), files->files.end(), [&](const CollectedFile &file) {
        return file.path == name && !file.deleted;
    });
    if (it == files->files.end())
        return {};
    const std::string bytes = redacted(it->bytes);
    auto tests = readJunit(bytes, toolchain.report.front().ids);
    const std::string file = tests ? stored : stored + ".broken";
    if (!settings.folder.empty())
        if (const Status written = writeFileAtomic(settings.folder / file, bytes); !written)
            return written;
    if (!tests) {
        notice(reporter, tests.error().what);
        if (!settings.folder.empty()) {
            result.brokenReportFile = file;
            result.brokenReportSha256 = sha256(bytes);
        }
        return {};
    }
    result.reportFile = file;
    result.reportSha256 = sha256(bytes);
    result.tests = std::move(*tests);
    return {};
}

} // namespace

Result<std::vector<WorkspaceFile>> runnerFiles(const std::vector<PlannedCheck> &checks)
{
    std::set<std::string> names;
    const auto addAll = [&](const PlannedCheck &check) {
        const Toolchain *toolchain = toolchainNamed(check.toolchain);
        if (toolchain == nullptr)
            return;
        for (const ReportRequest &request : toolchain->report)
            names.insert(request.files.begin(), request.files.end());
        for (const SentinelRequest &request : toolchain->sentinels)
            names.insert(request.files.begin(), request.files.end());
    };
    for (const PlannedCheck &check : checks) {
        addAll(check);
        std::for_each(check.otherwise.begin(), check.otherwise.end(), addAll);
    }
    std::vector<WorkspaceFile> files;
    for (const std::string &name : names) {
        auto bytes = resource("runners/" + name);
        if (!bytes)
            return Failure(bytes.error());
        files.push_back({name, std::move(*bytes), 0100644, false});
    }
    return files;
}

Result<CheckResult> runCheck(Sandbox &sandbox, const PlannedCheck &check, const RunPlace &place,
                             const RunSettings &settings, Reporter *reporter, std::stop_token stop)
{
    const Toolchain *toolchain = toolchainNamed(check.toolchain);
    const bool reports = toolchain != nullptr && !toolchain->report.empty();
    const std::string reportName = newNonce() + ".xml";
    CheckResult result;
    if (place.sentinels && toolchain != nullptr && !toolchain->sentinels.empty() &&
        toolchain->sentinels.front().tests)
        result.sentinels = newSentinelNames();
    const Command command = commandOf(check, toolchain, place, settings,
                                      std::string(insideReports) + "/" + reportName, result.sentinels);
    result.command = check.shown;
    result.toolchain = check.toolchain;
    result.reportExpected = reports;
    result.number = static_cast<int>(place.number) + 1;
    OutputLog::Place log{{}, place.iteration, place.run, static_cast<int>(place.number) + 1};
    if (!settings.folder.empty()) {
        for (const char *folder : {"output", "reports"})
            if (const Status made = makePrivateFolder(settings.folder / folder); !made)
                return Failure(made.error());
        result.outputFile = "output/" + stem(place) + ".log";
        log.file = settings.folder / result.outputFile;
    }
    OutputLog output(log, settings.outputBytes, reporter);
    const auto ran = sandbox.run(command, std::move(stop), output);
    if (!ran)
        return Failure(ran.error());
    result.ending = ran->ending;
    result.exitCode = ran->exitCode;
    result.signal = ran->signal;
    result.limit = ran->limit;
    result.duration = ran->duration;
    if (ran->ending == Ending::SetupFailed && !ran->setupError.empty())
        output.output(Stream::Err, ran->setupError + "\n");
    if (const Status closed = output.close(); !closed)
        return Failure(closed.error());
    result.outputTail = output.tail();
    if (!log.file.empty()) {
        const auto hash = sha256OfFile(log.file);
        if (!hash)
            return Failure(hash.error());
        result.outputSha256 = *hash;
    }
    if (reports)
        if (const Status taken = takeReport(sandbox, reportName, *toolchain,
                                            "reports/" + stem(place) + ".xml", settings, reporter, result);
            !taken)
            return Failure(taken.error());
    return result;
}

} // namespace vouchsafe
