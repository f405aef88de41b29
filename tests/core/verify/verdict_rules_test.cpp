#include "core/verify/verdict_rules.h"

#include "core/verify/check_state.h"

#include <QTest>

using namespace vouchsafe;

namespace {

/// `+a` passed, `-a` failed, `!a` error, `~a` skipped, `?a` expected failure; an id without `::` gets a file.
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

/// `<exit> [tests]`; `sig11`, `timeout`, `memory`, `cancel`, `setup` in place of the exit code. A trailing
/// `!r` leaves the report out. Toolchain pytest, or `sh` as the first word for a command of no known runner.
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

/// The module and the four tests, as a repetition records them.
const std::vector<std::string> sentinelNames{"test_ab", "test_p", "test_f", "test_q", "test_g"};
const QString sentinels =
    QStringLiteral(" +/../test_ab.py::test_p -/../test_ab.py::test_f +/../test_ab.py::test_q "
                   "-/../test_ab.py::test_g");

} // namespace

class VerdictRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void judgesThePlainRun_data();
    void judgesThePlainRun();
    void judgesTheRepetition_data();
    void judgesTheRepetition();
    void aChangedAssertionIsTampering_data();
    void aChangedAssertionIsTampering();
    void judgesTwoLanes_data();
    void judgesTwoLanes();
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

void VerdictRulesTest::judgesTheRepetition_data()
{
    QTest::addColumn<QString>("repeat");
    QTest::addColumn<QString>("outcome");
    const auto row = [](const char *what, const QString &repeat, const char *outcome) {
        QTest::newRow(what) << repeat << QString::fromUtf8(outcome);
    };
    const QString one = QStringLiteral("1 ");
    const QString good = one + QStringLiteral("+a +b");
    row("as it has to be", good + sentinels, "proven");
    row("without sentinels", one + QStringLiteral("-b +a"), "tampered");
    row("a failing sentinel passes",
        good + QString(sentinels).replace(QStringLiteral(" -"), QStringLiteral(" +")), "tampered");
    row("a passing sentinel fails",
        good + QString(sentinels).replace(QStringLiteral(" +"), QStringLiteral(" -")), "tampered");
    row("a sentinel is skipped",
        good + QString(sentinels).replace(QStringLiteral("-/"), QStringLiteral("~/")), "tampered");
    row("the last pair is missing", good + sentinels.section(QLatin1Char(' '), 0, 2), "tampered");
    row("sentinels of another run",
        good + QString(sentinels).replace(QStringLiteral("ab.py::test_g"), QStringLiteral("cd.py::test_g")),
        "tampered");
    row("a test of the suite has a sentinel's name",
        good + sentinels + QStringLiteral(" +/tests/test_ab.py::test_other"), "flaky");
    row("success though a sentinel failed", QStringLiteral("0 +a +b") + sentinels, "tampered");
    row("success without a report", QStringLiteral("0!r"), "tampered");
    row("a test fails this time", one + QStringLiteral("+a -b") + sentinels, "flaky");
    row("a test is gone this time", one + QStringLiteral("+a") + sentinels, "flaky");
    row("crashed this time", QStringLiteral("sig11!r"), "flaky");
    row("too slow this time", QStringLiteral("timeout!r"), "timeout");
    row("cancelled", QStringLiteral("cancel!r"), "cancelled");
    row("not to its end", QString(), "environment");
}

void VerdictRulesTest::judgesTheRepetition()
{
    QFETCH(QString, repeat);
    QFETCH(QString, outcome);
    const Baseline baseline = baselineOf(QStringLiteral("1 -a +b"), QStringLiteral("1 -a +b"));
    std::vector<ProofRun> runs{run(run_name::plain, QStringLiteral("0 +a +b"))};
    if (!repeat.isEmpty()) {
        runs.push_back(run(run_name::repeat, repeat));
        runs.back().checks.front().sentinels = sentinelNames;
    }
    const Verdict verdict = judge(baseline, runs, Stage::Final);
    QCOMPARE(QString::fromUtf8(outcomeName(verdict.outcome).data()), outcome);
}

/// node has no sentinels among the tests: a process whose assertions were changed ends with a status of its
/// own.
void VerdictRulesTest::aChangedAssertionIsTampering_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("by the guard") << QStringLiteral("test failed (exit status 97)")
                                  << QStringLiteral("a.test.js") << QStringLiteral("tampered");
    QTest::newRow("a file that fails") << QStringLiteral("test failed (exit status 1)")
                                       << QStringLiteral("a.test.js") << QStringLiteral("flaky");
    QTest::newRow("a test that says so") << QStringLiteral("test failed (exit status 97)")
                                         << QStringLiteral("a.test.js::x") << QStringLiteral("flaky");
}

void VerdictRulesTest::aChangedAssertionIsTampering()
{
    QFETCH(QString, message);
    QFETCH(QString, id);
    QFETCH(QString, outcome);
    const Baseline baseline = baselineOf(QStringLiteral("node 1 -a"), QStringLiteral("node 1 -a"));
    std::vector<ProofRun> runs{run(run_name::plain, QStringLiteral("node 0 +a")),
                               run(run_name::repeat, QStringLiteral("node 1 +a !/") + id)};
    runs.back().checks.front().tests.back().message = message.toStdString();
    QCOMPARE(QString::fromUtf8(outcomeName(judge(baseline, runs, Stage::Final).outcome).data()), outcome);
}

void VerdictRulesTest::judgesTwoLanes_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("original");
    QTest::addColumn<QString>("edited");
    QTest::addColumn<QString>("newOnBase");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<bool>("untouched");
    const auto row = [](const char *what, const char *before, const char *original, const char *edited,
                        const char *onBase, const char *outcome, bool untouched = false) {
        QTest::newRow(what) << QString::fromUtf8(before) << QString::fromUtf8(original)
                            << QString::fromUtf8(edited) << QString::fromUtf8(onBase)
                            << QString::fromUtf8(outcome) << untouched;
    };
    row("a fix with a new test beside it", "1 -a", "0 +a", "0 +a +n", "1 -n", "proven");
    row("an effect that shows in the new test alone", "0 +a", "0 +a", "0 +a +n", "1 -n", "proven");
    row("a new test that passes without the change", "0 +a", "0 +a", "0 +a +n", "0 +n", "passing-weak");
    row("a new file that needs the change", "0 +a", "0 +a", "0 +a +/n.py::x", "2 !/n.py", "proven");
    row("a new test that fails there once", "0 +a", "0 +a", "0 +a +n", "1 -n / 0 +n", "passing-weak");
    row("a file that needs the change once", "0 +a", "0 +a", "0 +a +/n.py::x", "2 !/n.py / 0 +/n.py::x",
        "passing-weak");
    row("nothing but tests is edited", "0 +a", "0 +a", "0 +a +n", "1 -n", "passing-weak", true);
    row("the tree passes by itself where only tests are edited", "1 -a", "0 +a", "0 +a", "", "passing-weak",
        true);
    row("B16: only the test was skipped", "1 -a", "1 -a", "0 ~a", "", "still-failing");
    row("only the test was weakened", "1 -a", "1 -a", "0 +a", "", "still-failing");
    row("the original tests break", "0 +a +b", "1 -a +b", "0 +a +b", "", "regressed");
    row("a fix that takes a test away", "1 -a +b", "0 +a +b", "0 +a", "", "passing-weak");
    row("the edited tests fail", "1 -a", "0 +a", "1 +a -n", "", "still-failing");
    row("tampering with the original tests", "1 -a +b", "0 +a", "0 +a +b", "", "tampered");
}

void VerdictRulesTest::judgesTwoLanes()
{
    QFETCH(QString, before);
    QFETCH(QString, original);
    QFETCH(QString, edited);
    QFETCH(QString, newOnBase);
    QFETCH(QString, outcome);
    QFETCH(bool, untouched);
    const Baseline baseline = baselineOf(before, before.startsWith(QLatin1Char('1')) ? before : QString());
    std::vector<ProofRun> runs{run(run_name::originalTests, original), run(run_name::plain, edited)};
    // `first / second`; one alone stands for both.
    const QStringList onBase = newOnBase.split(QStringLiteral(" / "), Qt::SkipEmptyParts);
    if (!onBase.isEmpty()) {
        runs.push_back(run(run_name::newOnBase, onBase.first()));
        runs.push_back(run(run_name::newOnBaseAgain, onBase.last()));
    }
    runs.front().untouched = untouched;
    const Verdict verdict = judge(baseline, runs, Stage::BeforeRepeat);
    QCOMPARE(QString::fromUtf8(outcomeName(verdict.outcome).data()), outcome);
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
