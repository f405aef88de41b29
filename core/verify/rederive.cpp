#include "core/verify/rederive.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/verify/reports/junit.h"
#include "core/verify/toolchains.h"
#include "core/verify/verdict_rules.h"

#include <algorithm>

namespace vouchsafe {
namespace {

Failure mismatch(const std::string &what, const std::string &where)
{
    return fail(ErrorCode::Evidence, "the evidence does not agree with the record: " + what,
                "deriving the verdict again from " + where);
}

/// A recorded name that leads out of the run's folder was not written by us.
bool staysInside(const std::filesystem::path &name)
{
    return name.is_relative() &&
           std::none_of(name.begin(), name.end(), [](const auto &part) { return part == ".."; });
}

Result<CheckResult> reread(const CheckResult &recorded, const std::filesystem::path &folder)
{
    CheckResult check = recorded;
    if (!staysInside(recorded.outputFile) || !staysInside(recorded.reportFile) ||
        !staysInside(recorded.brokenReportFile))
        return mismatch("a file name leads out of the run's folder", recorded.command);
    if (!recorded.outputFile.empty()) {
        const auto hash = sha256OfFile(folder / recorded.outputFile);
        if (!hash)
            return mismatch("a stored output is missing or cannot be read", recorded.outputFile);
        if (*hash != recorded.outputSha256)
            return mismatch("a stored output was changed", recorded.outputFile);
    }
    if (!recorded.brokenReportFile.empty()) {
        const auto hash = sha256OfFile(folder / recorded.brokenReportFile);
        if (!hash || *hash != recorded.brokenReportSha256)
            return mismatch("a stored report that could not be read was changed", recorded.brokenReportFile);
    }
    check.tests.clear();
    if (!recorded.reportFile.empty()) {
        const Toolchain *toolchain = toolchainNamed(recorded.toolchain);
        const auto bytes = readFile(folder / recorded.reportFile, largestReport);
        if (toolchain == nullptr || toolchain->report.empty() || !bytes)
            return mismatch("a stored report is missing or cannot be read", recorded.reportFile);
        if (sha256(*bytes) != recorded.reportSha256)
            return mismatch("a stored report was changed", recorded.reportFile);
        auto tests = readJunit(*bytes, toolchain->report.front().ids);
        if (!tests)
            return mismatch("a stored report cannot be used", recorded.reportFile);
        check.tests = std::move(*tests);
    }
    if (check.tests != recorded.tests)
        return mismatch("the recorded tests are not those of the report", recorded.command);
    return check;
}

Result<std::vector<ProofRun>> reread(const std::vector<ProofRun> &recorded,
                                     const std::filesystem::path &folder)
{
    std::vector<ProofRun> runs;
    for (const ProofRun &run : recorded) {
        ProofRun again{run.name, {}, run.untouched};
        for (const CheckResult &check : run.checks) {
            auto result = reread(check, folder);
            if (!result)
                return Failure(result.error());
            again.checks.push_back(std::move(*result));
        }
        runs.push_back(std::move(again));
    }
    return runs;
}

} // namespace

Result<Verdict> rederive(const Baseline &baseline, const Verdict &recorded,
                         const std::filesystem::path &runFolder)
{
    Baseline before = baseline;
    auto runs = reread(baseline.runs, runFolder);
    if (!runs)
        return Failure(runs.error());
    before.runs = std::move(*runs);
    judgeBaseline(before);
    if (before != baseline)
        return mismatch("the baseline's summary does not follow from its runs", "the baseline");
    auto proof = reread(recorded.runs, runFolder);
    if (!proof)
        return Failure(proof.error());
    Verdict verdict = judge(before, *proof, Stage::Final);
    verdict.duration = recorded.duration;
    verdict.ambiguous = recorded.ambiguous;
    if (verdict.outcome != recorded.outcome)
        return mismatch("recorded as " + std::string(outcomeName(recorded.outcome)) + ", derived as " +
                            std::string(outcomeName(verdict.outcome)),
                        "the stored reports");
    if (verdict.reason != recorded.reason || verdict.ledger != recorded.ledger ||
        verdict.counts != recorded.counts || verdict.signature != recorded.signature ||
        verdict.failing != recorded.failing || verdict.broken != recorded.broken)
        return mismatch("the verdict's details do not follow from its runs", "the stored reports");
    verdict.notes = recorded.notes; // some tell of the patch, which is not part of the runs
    return verdict;
}

} // namespace vouchsafe
