#include "core/verify/verdict_rules.h"

#include "tests/core/verify/recorded_runs.h"

#include <QTest>

#include <algorithm>

using namespace vouchsafe;
using test::baselineOf;
using test::run;

namespace {

/// The module and the four tests, as a repetition records them.
const std::vector<std::string> sentinelNames{"test_ab", "test_p", "test_f", "test_q", "test_g"};
const QString sentinels =
    QStringLiteral(" +/../test_ab.py::test_p -/../test_ab.py::test_f +/../test_ab.py::test_q "
                   "-/../test_ab.py::test_g");

} // namespace

/// The parts of a proof beside the plain run: its repetition, and the two lanes of a patch that edits tests.
class ProofRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void judgesTheRepetition_data();
    void judgesTheRepetition();
    void aChangedAssertionIsTampering_data();
    void aChangedAssertionIsTampering();
    void judgesTwoLanes_data();
    void judgesTwoLanes();
};

void ProofRulesTest::judgesTheRepetition_data()
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

void ProofRulesTest::judgesTheRepetition()
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
void ProofRulesTest::aChangedAssertionIsTampering_data()
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

void ProofRulesTest::aChangedAssertionIsTampering()
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

void ProofRulesTest::judgesTwoLanes_data()
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

void ProofRulesTest::judgesTwoLanes()
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
    const std::string note = "the patch edits nothing but tests: there is no effect to prove";
    QCOMPARE(std::count(verdict.notes.begin(), verdict.notes.end(), note), untouched ? 1 : 0);
}

QTEST_GUILESS_MAIN(ProofRulesTest)
#include "proof_rules_test.moc"
