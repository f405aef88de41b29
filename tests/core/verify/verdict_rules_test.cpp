#include "core/verify/verdict_rules.h"

#include "tests/core/verify/recorded_runs.h"

#include <QTest>

using namespace vouchsafe;

using test::baselineOf;
using test::run;

class VerdictRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void judgesThePlainRun_data();
    void judgesThePlainRun();
    void aBaselineThatCannotBeUsedDecides_data();
    void aBaselineThatCannotBeUsedDecides();
    void equalCommandsAreToldApartByNumber();
    void theReasonCountsAndNeverPromises();
    void theLedgerCounts();
};

void VerdictRulesTest::judgesThePlainRun_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("again");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("brokenAgain");
    QTest::addColumn<QString>("outcome");
    const auto row = [](const char *what, const char *before, const char *again, const char *after,
                        const char *broken, const char *outcome) {
        QTest::newRow(what) << QString::fromUtf8(before) << QString::fromUtf8(again)
                            << QString::fromUtf8(after) << QString::fromUtf8(broken)
                            << QString::fromUtf8(outcome);
    };
    row("fail to pass", "1 -a +b", "1 -a +b", "0 +a +b", "", "proven");
    row("B12: a failure that was there before", "1 -a +b -c", "1 -a +b -c", "1 +a +b -c", "", "proven");
    row("nothing went from fail to pass", "0 +a +b", "", "0 +a +b", "", "passing-weak");
    row("B20a: exit status alone", "unittest 1", "unittest 1", "unittest 0", "", "passing-weak");
    row("B20b: exit status alone, red", "unittest 1", "unittest 1", "unittest 1", "", "still-failing");
    row("B01: a plain command", "sh 0", "", "sh 0", "", "passing-weak");
    row("the failure stays", "1 -a +b", "1 -a +b", "1 -a +b", "", "still-failing");
    row("B13: another test broke", "1 -a +b", "1 -a +b", "1 +a -b", "1 -b", "regressed");
    row("broke once, passed once", "1 -a +b", "1 -a +b", "1 +a -b", "0 +b", "flaky");
    row("broke, and its second run names it no more", "1 -a +b", "1 -a +b", "1 +a -b", "1 -c", "regressed");
    row("flaky before, fails now", "1 -a -f", "1 -a +f", "1 +a -f", "", "flaky");
    row("flaky before, passes now", "1 -f +b", "0 +f +b", "0 +f +b", "", "passing-weak");
    row("B14: crash after a green summary", "1 -a", "1 -a", "sig11 +a", "", "still-failing");
    row("B14: the same as an exit code", "1 -a", "1 -a", "139 +a", "", "still-failing");
    row("crash where all was green", "0 +a", "", "sig11 +a", "sig11 +a", "regressed");
    row("B15b: killed by a test", "sh 0", "", "sh 137", "sh 137", "regressed");
    row("B15a: our own time limit", "sh 0", "", "sh timeout", "", "timeout");
    row("out of memory by the engine's record", "0 +a", "", "memory", "", "limit");
    row("B10b: a watch mode before and after", "sh timeout", "", "sh timeout", "", "timeout");
    row("a hang that ends", "timeout!r", "", "0 +a", "", "passing-weak");
    row("B17: dies at once without a report", "0 +a", "", "1!r", "", "build-broken");
    row("success without its report", "1 -a", "1 -a", "0!r", "", "tampered");
    row("success, and the report names a failure", "1 -a +b", "1 -a +b", "0 -a +b", "", "still-failing");
    row("a failure exit with a green report", "1 -a", "1 -a", "1 +a", "", "still-failing");
    row("the same where it was green before", "0 +a", "", "1 +a", "1 +a", "regressed");
    row("B05a: interrupted by a file that cannot be read", "0 +a", "", "2 !/test_bad.py", "", "build-broken");
    row("B05b: the run goes on", "0 +a", "", "1 +a !/test_bad.py", "", "build-broken");
    row("B05c: it was there before", "1 +a !/test_bad.py", "1 +a !/test_bad.py", "1 +a !/test_bad.py", "",
        "still-failing");
    row("a file can be read again", "1 +a !/t2.py", "1 +a !/t2.py", "0 +a +/t2.py::x", "", "proven");
    row("B03: the file of the wanted test is broken", "node 1 -a", "node 1 -a", "node 1 !/t.spec.js", "",
        "build-broken");
    row("a check without names is unsteady, passes now", "make 2", "make 0", "make 0", "", "passing-weak");
    row("a check without names is unsteady, fails now", "make 2", "make 0", "make 2", "", "flaky");
    row("a green check of the same run is unsteady", "sh 0 | 1 -a +b", "sh 0 | 1 -a -b", "sh 0 | 0 +a +b", "",
        "proven");
    row("a failure that passes on the kept state", "sh 0 | 1 -a", "sh 0 | 0 +a", "sh 0 | 0 +a", "",
        "passing-weak");
    row("a file that failed names no test now", "node 1 !/a.js", "node 1 !/a.js", "node 0 +/a.js", "",
        "no-tests");
    row("the same beside a real effect", "node 1 !/a.js -b", "node 1 !/a.js -b", "node 0 +/a.js +b", "",
        "no-tests");
    row("a file that could not be read is gone", "1 +a !/t2.py", "1 +a !/t2.py", "0 +a", "", "tampered");
    row("a file alone is no test", "node 0 +/a.js", "", "node 0 +/a.js", "", "no-tests");
    row("a file beside its tests is none", "node 1 -a", "node 1 -a", "node 0 +a +/t.py", "", "proven");
    row("a file alone breaks", "node 0 +a +/a.js", "", "node 1 +a !/a.js", "node 1 !/a.js", "regressed");
    row("every test is skipped", "0 ~a ~b", "", "0 ~a ~b", "", "no-tests");
    row("a test of ctest is no file", "ctest 8 -/a +/b", "ctest 8 -/a +/b", "ctest 0 +/a +/b", "", "proven");
    row("a failing test of ctest vanished", "ctest 8 -/a -/b", "ctest 8 -/a -/b", "ctest 0 +/a", "",
        "tampered");
    row("a passing test vanished", "1 -a +b", "1 -a +b", "0 +a", "", "tampered");
    row("the failing test vanished", "1 -a +b", "1 -a +b", "0 +b", "", "tampered");
    row("B16: the failing test is skipped", "1 -a", "1 -a", "0 ~a", "", "tampered");
    row("it is expected to fail now", "1 -a +b", "1 -a +b", "0 ?a +b", "", "tampered");
    row("no test is left", "1 -a", "1 -a", "5", "", "tampered");
    row("an expected failure passes", "1 -a ?x", "1 -a ?x", "0 +a +x", "", "proven");
    row("skipped before and after", "1 -a ~s", "1 -a ~s", "0 +a ~s", "", "proven");
    row("a new failure", "1 -a", "1 -a", "1 +a -n", "", "still-failing");
    row("new tests alone are no effect", "0 +a", "", "0 +a +n", "", "passing-weak");
    row("cancelled", "1 -a", "1 -a", "cancel", "", "cancelled");
    row("the sandbox could not start it", "1 -a", "1 -a", "setup", "", "environment");
    row("the command is gone", "sh 0", "", "sh 127", "", "build-broken");
    row("internal error of the runner", "1 -a", "1 -a", "3", "", "build-broken");
    row("the whole of it is a usage error now", "1 -a", "1 -a", "4!r", "", "build-broken");
    row("second check by exit status", "1 -a | sh 0", "1 -a", "0 +a | sh 0", "", "proven");
    row("second check breaks", "1 -a | sh 0", "1 -a", "0 +a | sh 1", "sh 1", "regressed");
    row("not every check was run", "1 -a | sh 0", "1 -a", "0 +a", "", "environment");
    row("known failures go on to the next check", "1 -a -k | sh 0", "1 -a -k", "1 +a -k | sh 0", "",
        "proven");
    row("make fails as before", "make 2", "make 2", "make 2", "", "still-failing");
    row("ctest: a test breaks", "ctest 0 +a", "", "ctest 8 -a", "ctest 8 -a", "regressed");
}

void VerdictRulesTest::judgesThePlainRun()
{
    QFETCH(QString, before);
    QFETCH(QString, again);
    QFETCH(QString, after);
    QFETCH(QString, brokenAgain);
    QFETCH(QString, outcome);
    const Baseline baseline = baselineOf(before, again);
    QVERIFY2(baseline.usable, baseline.reason.c_str());
    std::vector<ProofRun> runs{run(run_name::plain, after)};
    if (!brokenAgain.isEmpty()) {
        runs.push_back(run(run_name::brokenAgain, brokenAgain));
        runs.back().checks.back().command = runs.front().checks.back().command;
    }
    const Verdict verdict = judge(baseline, runs, Stage::BeforeRepeat);
    QCOMPARE(QString::fromUtf8(outcomeName(verdict.outcome).data()), outcome);
    QVERIFY(!verdict.reason.empty());
    QCOMPARE(judge(baseline, runs, Stage::BeforeRepeat), verdict);
    const bool green = verdict.outcome == Outcome::Proven || verdict.outcome == Outcome::PassingWeak;
    QVERIFY(!green || judge(baseline, runs, Stage::Final).outcome == Outcome::Environment);
}

void VerdictRulesTest::aBaselineThatCannotBeUsedDecides_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("B04a: nothing collected") << QStringLiteral("5") << QStringLiteral("no-tests");
    QTest::newRow("B04b: wrong path") << QStringLiteral("4!r") << QStringLiteral("environment");
    QTest::newRow("B06b: ctest without tests") << QStringLiteral("ctest 8") << QStringLiteral("no-tests");
    QTest::newRow("node without tests") << QStringLiteral("node 0") << QStringLiteral("no-tests");
    QTest::newRow("a shell finds no program") << QStringLiteral("sh 127") << QStringLiteral("environment");
    QTest::newRow("the sandbox cannot start it")
        << QStringLiteral("sh setup") << QStringLiteral("environment");
}

void VerdictRulesTest::aBaselineThatCannotBeUsedDecides()
{
    QFETCH(QString, before);
    QFETCH(QString, outcome);
    const Baseline baseline = baselineOf(before, {});
    QVERIFY(!baseline.usable);
    const Verdict verdict = judge(baseline, {}, Stage::Final);
    QCOMPARE(QString::fromUtf8(outcomeName(verdict.outcome).data()), outcome);
    QVERIFY(!verdict.reason.empty());
}

/// Two checks of one command: only the second is repeated, and its repetition counts for it alone.
void VerdictRulesTest::equalCommandsAreToldApartByNumber()
{
    const auto numbered = [](ProofRun run, std::vector<int> numbers) {
        for (std::size_t i = 0; i < run.checks.size(); ++i) {
            run.checks[i].command = "pytest";
            run.checks[i].number = numbers[i];
        }
        return run;
    };
    Baseline baseline;
    baseline.runs = {numbered(run(run_name::baseline, QStringLiteral("0 +a | 1 -a")), {1, 2}),
                     numbered(run(run_name::baselineAgain, QStringLiteral("1 -a")), {2})};
    judgeBaseline(baseline);
    QVERIFY(baseline.flaky.empty());
    QCOMPARE(baseline.failing, std::vector<std::string>{"t.py::a"});
    baseline.runs = {numbered(run(run_name::baseline, QStringLiteral("0 +a +b | 0 +a +b")), {1, 2})};
    judgeBaseline(baseline);
    const std::vector<ProofRun> runs{
        numbered(run(run_name::plain, QStringLiteral("0 +a +b | 1 +a -b")), {1, 2}),
        numbered(run(run_name::brokenAgain, QStringLiteral("0 +a +b")), {2})};
    QCOMPARE(judge(baseline, runs, Stage::BeforeRepeat).outcome, Outcome::Flaky);
}

void VerdictRulesTest::theReasonCountsAndNeverPromises()
{
    const Baseline baseline = baselineOf(QStringLiteral("1 -a +b -k"), QStringLiteral("1 -a +b -k"));
    const Verdict verdict =
        judge(baseline, {run(run_name::plain, QStringLiteral("1 +a +b -k"))}, Stage::BeforeRepeat);
    QCOMPARE(verdict.reason, "passes all tests but known failures: 2 passed, 1 went from failing to passing; "
                             "1 failure was there before");
    QCOMPARE(verdict.notes, std::vector<std::string>{"1 failure was there before"});
    QVERIFY(verdict.reason.find("fixed") == std::string::npos);
    QVERIFY(verdict.reason.find("correct") == std::string::npos);
}

void VerdictRulesTest::theLedgerCounts()
{
    const Baseline baseline =
        baselineOf(QStringLiteral("1 -a +b +c ~s -k"), QStringLiteral("1 -a +b +c ~s -k"));
    const Verdict verdict =
        judge(baseline, {run(run_name::plain, QStringLiteral("1 +a -b +n ~s -k"))}, Stage::BeforeRepeat);
    QCOMPARE(verdict.counts, (LedgerCounts{5, 1, 0, 1, 1, 1, 0, 1}));
    QCOMPARE(verdict.broken, std::vector<std::string>{"t.py::b"});
    QCOMPARE(verdict.failing, (std::vector<std::string>{"t.py::b", "t.py::k"}));
    QCOMPARE(verdict.signature.size(), std::size_t{64});
    QCOMPARE(verdict.ledger.size(), std::size_t{5});
}

QTEST_GUILESS_MAIN(VerdictRulesTest)
#include "verdict_rules_test.moc"
