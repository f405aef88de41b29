#include "tests/core/verify/recorded_runs.h"

#include "core/verify/check_state.h"
#include "core/verify/verdict_rules.h"

#include <QStringList>

namespace vouchsafe::test {
namespace {

std::vector<TestCase> tests(const QString &text)
{
    std::vector<TestCase> result;
    for (const QString &word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        TestCase test;
        const QString name = word.mid(1);
        test.id =
            (name.startsWith(QLatin1Char('/')) ? name.mid(1) : QStringLiteral("t.py::") + name).toStdString();
        const char mark = word.at(0).toLatin1();
        test.status = mark == '+'   ? TestStatus::Passed
                      : mark == '-' ? TestStatus::Failed
                      : mark == '!' ? TestStatus::Error
                      : mark == '~' ? TestStatus::Skipped
                                    : TestStatus::ExpectedFailure;
        if (isFailing(test.status))
            test.message = "E   assert 1 == 2\n\nt.py:5: AssertionError";
        result.push_back(test);
    }
    return result;
}

CheckResult check(QString text)
{
    CheckResult result;
    result.command = "check";
    result.toolchain = "pytest";
    result.reportExpected = true;
    result.reportFile = "reports/1-1.xml";
    if (text.startsWith(QStringLiteral("sh "))) {
        result.toolchain.clear();
        result.reportExpected = false;
        text = text.mid(3);
    }
    for (const char *name : {"unittest", "ctest", "node", "make"}) {
        const QString prefix = QString::fromLatin1(name) + QLatin1Char(' ');
        if (!text.startsWith(prefix))
            continue;
        text = text.mid(prefix.size());
        result.toolchain = name;
        result.reportExpected = result.toolchain == "ctest" || result.toolchain == "node";
    }
    if (text.endsWith(QStringLiteral("!r"))) {
        result.reportFile.clear();
        text.chop(2);
    }
    if (!result.reportExpected)
        result.reportFile.clear();
    const QString ending = text.section(QLatin1Char(' '), 0, 0);
    if (ending.startsWith(QStringLiteral("sig"))) {
        result.ending = Ending::Signalled;
        result.signal = ending.mid(3).toInt();
    } else if (ending == QStringLiteral("timeout")) {
        result.ending = Ending::TimedOut;
    } else if (ending == QStringLiteral("memory")) {
        result.ending = Ending::LimitReached;
        result.limit = "memory";
    } else if (ending == QStringLiteral("cancel")) {
        result.ending = Ending::Cancelled;
    } else if (ending == QStringLiteral("setup")) {
        result.ending = Ending::SetupFailed;
    } else {
        result.exitCode = ending.toInt();
    }
    result.tests = tests(text.section(QLatin1Char(' '), 1));
    return result;
}

} // namespace

ProofRun run(std::string_view name, const QString &text)
{
    ProofRun result{std::string(name), {}};
    int number = 0;
    for (const QString &part : text.split(QLatin1Char('|'))) {
        result.checks.push_back(check(part.trimmed()));
        result.checks.back().command = "check " + std::to_string(++number);
    }
    return result;
}

Baseline baselineOf(const QString &first, const QString &second)
{
    Baseline baseline;
    baseline.runs.push_back(run(run_name::baseline, first));
    if (!second.isEmpty())
        baseline.runs.push_back(run(run_name::baselineAgain, second));
    judgeBaseline(baseline);
    return baseline;
}

} // namespace vouchsafe::test
