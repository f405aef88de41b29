#include "core/verify/check_state.h"

#include "core/base/text.h"
#include "core/verify/failure_signature.h"
#include "core/verify/toolchains.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

namespace vouchsafe {
namespace {

ExitMeaning meaningOf(const CheckResult &check)
{
    // 126 and 127 are what a shell says for a program that it could not start.
    if (check.exitCode == 126 || check.exitCode == 127)
        return ExitMeaning::Usage;
    if (const Toolchain *toolchain = toolchainNamed(check.toolchain))
        return exitMeaning(*toolchain, check.exitCode);
    return check.exitCode == 0 ? ExitMeaning::Passed : ExitMeaning::Failed;
}

CheckState exitedState(const CheckResult &check)
{
    // A shell's 128 and more is a signal that ended the last program; the record of it is the exit code only.
    if (check.exitCode > 128 && check.exitCode < 128 + 65)
        return CheckState::Crashed;
    const ExitMeaning meaning = meaningOf(check);
    const bool hasReport = !check.reportFile.empty();
    switch (meaning) {
    case ExitMeaning::NoTests:
        return CheckState::NoTests;
    case ExitMeaning::Usage:
        return CheckState::CannotStart;
    case ExitMeaning::Broken:
        return CheckState::Broken;
    case ExitMeaning::Passed:
    case ExitMeaning::Failed:
        break;
    }
    if (!check.reportExpected)
        return meaning == ExitMeaning::Passed ? CheckState::Green : CheckState::Red;
    if (!hasReport)
        return meaning == ExitMeaning::Passed ? CheckState::NoReport : CheckState::Broken;
    if (check.tests.empty())
        return CheckState::NoTests;
    const bool failing = std::any_of(check.tests.begin(), check.tests.end(),
                                     [](const TestCase &test) { return isFailing(test.status); });
    if (failing)
        return CheckState::TestsFailed;
    return meaning == ExitMeaning::Passed ? CheckState::Green : CheckState::Red;
}

} // namespace

CheckState stateOf(const CheckResult &check)
{
    switch (check.ending) {
    case Ending::Exited:
        return exitedState(check);
    case Ending::Signalled:
        return CheckState::Crashed;
    case Ending::TimedOut:
        return CheckState::TimedOut;
    case Ending::Cancelled:
        return CheckState::Cancelled;
    case Ending::LimitReached:
        return CheckState::Limit;
    case Ending::SetupFailed:
        return CheckState::SetupFailed;
    }
    return CheckState::SetupFailed;
}

const CheckResult *sameCheck(const ProofRun &run, const CheckResult &check)
{
    const auto it = std::find_if(run.checks.begin(), run.checks.end(), [&](const CheckResult &other) {
        return check.number > 0 && other.number > 0 ? other.number == check.number
                                                    : other.command == check.command;
    });
    return it == run.checks.end() ? nullptr : &*it;
}

bool isFailing(TestStatus status)
{
    return status == TestStatus::Failed || status == TestStatus::Error;
}

bool standsForOthers(const CheckResult &check, std::string_view id)
{
    const Toolchain *toolchain = toolchainNamed(check.toolchain);
    if (toolchain != nullptr && !toolchain->report.empty() &&
        toolchain->report.front().ids == ReportIds::Name)
        return false;
    return id.find("::") == std::string_view::npos || id.ends_with("::(suite)");
}

int passedCount(const CheckResult &check)
{
    return static_cast<int>(std::count_if(check.tests.begin(), check.tests.end(), [&](const TestCase &test) {
        return test.status == TestStatus::Passed && !standsForOthers(check, test.id);
    }));
}

bool failsForLackOfTheChange(const TestCase &test)
{
    static constexpr std::array<std::string_view, 9> types{
        "AssertionError", "AttributeError", "Failed",    "ImportError", "ModuleNotFoundError",
        "NameError",      "ReferenceError", "TypeError", "SyntaxError", // ES modules: a missing export
    };
    return isFailing(test.status) &&
           std::find(types.begin(), types.end(), exceptionType(test.message)) != types.end();
}

std::string endingInWords(const CheckResult &check)
{
    const std::string command = "`" + check.command + "`";
    switch (check.ending) {
    case Ending::Exited:
        if (stateOf(check) == CheckState::Crashed)
            return command + " exited with " + std::to_string(check.exitCode) + ", ended by signal " +
                   std::to_string(check.exitCode - 128);
        // 127 is a shell's word for a command that it cannot find.
        return command + " exited with " + std::to_string(check.exitCode) +
               (check.exitCode == 127
                    ? ": a program that it starts is missing; are the dependencies installed?"
                    : "");
    case Ending::Signalled: {
        const char *name = sigabbrev_np(check.signal);
        return command + " was ended by " +
               (name == nullptr ? "signal " + std::to_string(check.signal) : "SIG" + std::string(name));
    }
    case Ending::TimedOut:
        return command + " did not end within its time limit";
    case Ending::Cancelled:
        return command + " was cancelled";
    case Ending::LimitReached:
        return command + " reached the limit on " + std::string(limitInWords(check.limit));
    case Ending::SetupFailed: {
        // The launcher's words are the last of the output; no word of the command's own is behind them.
        const std::string_view tail = trimmed(check.outputTail);
        const std::string why = shown(elided(trimmed(tail.substr(tail.rfind('\n') + 1)), 200, 60));
        return command + " could not be started in the sandbox" + (why.empty() ? "" : ": " + why);
    }
    }
    return command;
}

} // namespace vouchsafe
