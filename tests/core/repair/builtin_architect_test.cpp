#include "core/repair/builtin_architect.h"

#include "fakes.h"
#include "tests/support/fake_tree.h"

#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

class FakeCoverage final : public Coverage {
public:
    explicit FakeCoverage(Result<CoverageReport> report) : m_report(std::move(report)) {}
    Result<CoverageReport> measure(std::stop_token) override
    {
        ++measured;
        return m_report;
    }
    int measured = 0;

private:
    Result<CoverageReport> m_report;
};

CoverageReport report()
{
    return {{{failingId, false, {{"m.py", {1, 2, 3}}, {"tests/test_m.py", {1, 2}}}},
             {passingId, true, {{"m.py", {1, 2, 4}}}}},
            "python"};
}

const FakeTree tree({{"m.py", "def f(a):\n    if a:\n        return 1\n    return 2\n"},
                     {"tests/test_m.py", "def test_bad():\n    assert f(1) == 3\n"}});

/// The one check fails, and its exit status is all that is known.
RunState exitCodeState(const std::string &command)
{
    RunState state = runState({});
    CheckResult &check = state.baseline->runs[0].checks[0];
    check.command = command;
    check.exitCode = 2;
    check.tests.clear();
    state.baseline->failing.clear();
    state.context.slices = {{"m.py::f", "m.py", 1, 4, "", 1, "name has \"f\"", 9}};
    return state;
}

} // namespace

class BuiltinArchitectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhichPlacesItSuspectsAndWhy();
    void measuresOnce();
    void goesOnWithoutCoverageAndSaysWhy();
    void warnsWhenTheTracerFailed();
    void hasNothingToPlanWithoutAFailingTest();
    void hasNothingToPlanWithoutPythonCode();
    void hasNothingToPlanWithoutAnyEvidence();
    void declinesWhereTheBaselineWasCutShort_data();
    void declinesWhereTheBaselineWasCutShort();
    void declinesWhereNothingNamesPythonCode();
    void plansByRetrievalWhereTheOutputNamesPythonCode();
    void stopsWhenCancelled();
};

void BuiltinArchitectTest::saysWhichPlacesItSuspectsAndWhy()
{
    FakeCoverage coverage(report());
    Notices notices;
    BuiltinArchitect architect(tree, coverage);
    const auto reply = architect.plan(runState({}), notices, {});
    QVERIFY(reply && reply->plan);
    const Plan &plan = *reply->plan;
    QCOMPARE(plan.author, std::string("builtin"));
    QCOMPARE(plan.files, std::vector<std::string>{"m.py"});
    QCOMPARE(plan.suspects.front(),
             (Suspect{"m.py", 3, "f", 1, "run by 1 of 1 failing and 0 of 1 passing tests"}));
    QVERIFY(plan.goal.find(failingId) != std::string::npos);
    QVERIFY2(plan.steps[1].starts_with("Most suspicious line in m.py::f: 3 (100 %; run by"),
             plan.steps[1].c_str());
    QVERIFY(!plan.risks.empty());
    QCOMPARE(reply->cost, Cost{});
}

void BuiltinArchitectTest::measuresOnce()
{
    FakeCoverage coverage(report());
    Notices notices;
    BuiltinArchitect architect(tree, coverage);
    const auto first = architect.plan(runState({}), notices, {});
    const auto second = architect.plan(runState({}), notices, {});
    QCOMPARE(first->plan, second->plan);
    QCOMPARE(coverage.measured, 1);
}

void BuiltinArchitectTest::goesOnWithoutCoverageAndSaysWhy()
{
    FakeCoverage coverage(fail(ErrorCode::NotAvailable, "the check is not pytest"));
    Notices notices;
    BuiltinArchitect architect(tree, coverage);
    RunState state = runState({});
    state.baseline->runs[0].checks[0].tests[0].message = "m.py:3: ValueError\n";
    const auto reply = architect.plan(state, notices, {});
    QVERIFY(reply && reply->plan);
    QCOMPARE(reply->plan->suspects.front().line, 3);
    QVERIFY(reply->plan->steps[0].find("(no coverage: the check is not pytest)") != std::string::npos);
    QVERIFY(notices.all.empty());
}

void BuiltinArchitectTest::warnsWhenTheTracerFailed()
{
    FakeCoverage coverage(fail(ErrorCode::Evidence, "the line sets cannot be read", "no file"));
    Notices notices;
    BuiltinArchitect architect(tree, coverage);
    RunState state = runState({});
    state.context.slices = {{"m.py::f", "m.py", 1, 4, "", 1, "name has \"f\"", 9}};
    QVERIFY(architect.plan(state, notices, {})->plan);
    QCOMPARE(notices.all.size(), std::size_t{1});
    QCOMPARE(notices.all[0].level, Noticed::Level::Warning);
}

void BuiltinArchitectTest::hasNothingToPlanWithoutAFailingTest()
{
    FakeCoverage coverage(report());
    Notices notices;
    RunState state = runState({});
    state.baseline->failing.clear();
    state.baseline->runs[0].checks[0].exitCode = 0;
    const auto reply = BuiltinArchitect(tree, coverage).plan(state, notices, {});
    QVERIFY(!reply->plan);
    QVERIFY(reply->nothing.starts_with("Blocked: no failing test"));
    QCOMPARE(coverage.measured, 0);
}

void BuiltinArchitectTest::hasNothingToPlanWithoutPythonCode()
{
    FakeCoverage coverage(report());
    Notices notices;
    const FakeTree other({{"main.c", "int main(void) { return 0; }\n"}, {"test_a.py", "x = 1\n"}});
    QVERIFY(BuiltinArchitect(other, coverage)
                .plan(runState({}), notices, {})
                ->nothing.starts_with("No Python code"));
}

void BuiltinArchitectTest::hasNothingToPlanWithoutAnyEvidence()
{
    FakeCoverage coverage(fail(ErrorCode::NotAvailable, "the check is not pytest"));
    Notices notices;
    const auto reply = BuiltinArchitect(tree, coverage).plan(runState({}), notices, {});
    QVERIFY(reply->nothing.starts_with("No place to search: the check is not pytest"));
}

void BuiltinArchitectTest::declinesWhereTheBaselineWasCutShort_data()
{
    QTest::addColumn<Ending>("ending");
    QTest::addColumn<std::string>("words");
    QTest::newRow("time") << Ending::TimedOut << std::string("`sleep 5` did not end within its time limit");
    QTest::newRow("limit") << Ending::LimitReached << std::string("`sleep 5` reached the limit on memory");
    QTest::newRow("signal") << Ending::Signalled << std::string("`sleep 5` was ended by signal 11");
}

void BuiltinArchitectTest::declinesWhereTheBaselineWasCutShort()
{
    QFETCH(Ending, ending);
    QFETCH(std::string, words);
    FakeCoverage coverage(report());
    Notices notices;
    RunState state = exitCodeState("sleep 5");
    CheckResult &check = state.baseline->runs[0].checks[0];
    check.ending = ending;
    check.limit = "memory";
    check.signal = 11;
    const auto reply = BuiltinArchitect(tree, coverage).plan(state, notices, {});
    QVERIFY(reply && !reply->plan);
    QVERIFY2(reply->nothing.find(words) != std::string::npos, reply->nothing.c_str());
    QCOMPARE(coverage.measured, 0);
}

void BuiltinArchitectTest::declinesWhereNothingNamesPythonCode()
{
    FakeCoverage coverage(fail(ErrorCode::NotAvailable, "no check is pytest"));
    Notices notices;
    RunState state = exitCodeState("make nope");
    state.baseline->runs[0].checks[0].outputTail = "make: *** No rule to make target 'nope'.  Stop.\n";
    const auto reply = BuiltinArchitect(tree, coverage).plan(state, notices, {});
    QVERIFY(reply && !reply->plan);
    QVERIFY2(reply->nothing.find("without naming a Python file") != std::string::npos,
             reply->nothing.c_str());
}

void BuiltinArchitectTest::plansByRetrievalWhereTheOutputNamesPythonCode()
{
    FakeCoverage coverage(fail(ErrorCode::NotAvailable, "no check is pytest"));
    Notices notices;
    RunState state = exitCodeState("bash suite.sh");
    state.baseline->runs[0].checks[0].outputTail =
        "Traceback (most recent call last):\n  File \"/repo/m.py\", line 3, in f\n    return 1\nValueError\n";
    const auto reply = BuiltinArchitect(tree, coverage).plan(state, notices, {});
    QVERIFY2(reply && reply->plan, reply ? reply->nothing.c_str() : "");
}

void BuiltinArchitectTest::stopsWhenCancelled()
{
    FakeCoverage coverage(fail(ErrorCode::Cancelled, "cancelled"));
    Notices notices;
    QVERIFY(!BuiltinArchitect(tree, coverage).plan(runState({}), notices, {}));
}

QTEST_GUILESS_MAIN(BuiltinArchitectTest)
#include "builtin_architect_test.moc"
