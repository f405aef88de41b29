#include "core/repair/builtin_engineer.h"

#include "core/base/hash.h"
#include "fakes.h"
#include "tests/support/fake_tree.h"

#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

const std::string broken = "def f(a, b):\r\n\tif a < b and b:\r\n\t\treturn a - 1\r\n\treturn b";

std::string with(const std::string &from, const std::string &to)
{
    std::string text = broken;
    return text.replace(text.find(from), from.size(), to);
}

/// A run of the engineer on one file whose right text is known.
struct Bench {
    explicit Bench(FakeVerifier::Judge judge, RepairBudget budget = {})
        : verifier(clock, std::move(judge)), engineer(tree, verifier, reader, clock, budget)
    {
    }
    PatchReply propose()
    {
        const auto reply = engineer.propose(state, notices, {});
        if (!reply)
            qFatal("%s", reply.error().what.c_str());
        return *reply;
    }
    void remember(const PatchReply &reply)
    {
        Iteration iteration;
        iteration.number = static_cast<int>(state.iterations.size()) + 1;
        iteration.patch = ProposedPatch{};
        iteration.patch->diff = reader.render(*reply.patch);
        iteration.patch->sha256 = sha256(iteration.patch->diff);
        state.iterations.push_back(iteration);
    }

    FakeTree tree{{{"m.py", broken}, {"tests/test_m.py", "def test_bad():\n    assert 1 < 0\n"}}};
    FakeClock clock;
    FakeReader reader;
    Notices notices;
    RunState state = runState({2, 3, 4});
    FakeVerifier verifier;
    BuiltinEngineer engineer;
};

FakeVerifier::Judge accepts(const std::set<std::string> &right)
{
    return [right](const std::string &text) {
        return Outcomes{right.contains(text) ? TestStatus::Passed : TestStatus::Failed, TestStatus::Passed,
                        TestStatus::Failed, true};
    };
}

bool contains(const std::vector<std::string> &notices, const std::string &part)
{
    return std::any_of(notices.begin(), notices.end(),
                       [&](const std::string &notice) { return notice.find(part) != notice.npos; });
}

} // namespace

class BuiltinEngineerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheOneTextThatPasses_data();
    void findsTheOneTextThatPasses();
    void runsNoProgramTwice();
    void saysWhatItTriedWhenItFindsNothing();
    void endsWithTheTimeBudget();
    void endsWithTheCandidateBudget();
    void givesTheSameAnswerForTheSameBudget();
    void refusesTestsThatDoNotRun_data();
    void refusesTestsThatDoNotRun();
    void namesTheNearMissAndWhatItBreaks();
    void namesTheEditsThatTheTestsCannotTellApart();
    void searchesOnAfterTheFirstFindForAWhileOnly();
    void proposesTheNextFindWhenTheFirstWasNotAccepted();
    void doesNotProposeAgainWhatTheRunHasSeen();
    void offersAPartialRepairAndSaysSo();
    void targetsTheTestThatTheTaskNames();
    void judgesByTheWholeCheckWhereTheTargetsPassAlone();
    void judgesByTheExitCodeWhereThereAreNoTestNames();
    void isBlockedWhereTheExitCodeIsNotSteady();
    void isBlockedWhereOnlyALaterCheckFails();
    void countsHangingCandidates();
    void endsWhereOnlyALaterCheckIsLeft();
    void isBlockedWithoutAFailingTest();
    void neverEditsTestFiles();
    void reportsProgressAtMostTwiceASecond();
    void stopsAtOnceWhenCancelled();
};

void BuiltinEngineerTest::findsTheOneTextThatPasses_data()
{
    QTest::addColumn<std::string>("right");
    QTest::addColumn<std::string>("origin");
    QTest::newRow("boundary") << with("a < b", "a <= b")
                              << std::string("builtin: move the boundary of a comparison");
    QTest::newRow("and/or") << with("and", "or") << std::string("builtin: exchange and with or");
    QTest::newRow("off by one") << with("a - 1", "a") << std::string("builtin: shift by one");
    QTest::newRow("guard") << with("if a < b", "if a is None:\r\n\t\treturn b\r\n\tif a < b")
                           << std::string("builtin: add a guard");
}

void BuiltinEngineerTest::findsTheOneTextThatPasses()
{
    QFETCH(std::string, right);
    QFETCH(std::string, origin);
    Bench bench(accepts({right}));
    const PatchReply reply = bench.propose();
    QVERIFY2(reply.patch, reply.nothing.c_str());
    QCOMPARE(reply.patch->files.size(), std::size_t{1});
    QCOMPARE(reply.patch->files[0].path, std::string("m.py"));
    QCOMPARE(reply.patch->files[0].before, broken);
    QCOMPARE(reply.patch->files[0].after, right);
    QCOMPARE(reply.patch->origin, origin);
    QVERIFY(contains(reply.patch->notices, "not proven correct"));
    QVERIFY(contains(reply.patch->notices, "place: run by 1 of 1"));
    QCOMPARE(bench.verifier.whole, 1);
}

void BuiltinEngineerTest::runsNoProgramTwice()
{
    Bench bench(accepts({}));
    bench.propose();
    const std::set<std::string> different(bench.verifier.texts.begin(), bench.verifier.texts.end());
    QCOMPARE(different.size(), bench.verifier.texts.size());
    const std::size_t first = bench.verifier.texts.size();
    QVERIFY(first > 50);
    bench.propose();
    QCOMPARE(bench.verifier.texts.size(), first + 1); // the untouched tree once more
}

void BuiltinEngineerTest::saysWhatItTriedWhenItFindsNothing()
{
    Bench bench(accepts({}));
    const PatchReply reply = bench.propose();
    QVERIFY(!reply.patch);
    const std::string tried = std::to_string(bench.verifier.texts.size() - 1);
    QVERIFY2(reply.nothing.starts_with("No fix found: " + tried + " one-place edits tried in 1 function in "),
             reply.nothing.c_str());
    QVERIFY(reply.nothing.find("Not searched: ") != std::string::npos);
    QVERIFY(reply.nothing.find("(budget)") == std::string::npos);
}

void BuiltinEngineerTest::endsWithTheTimeBudget()
{
    Bench bench(accepts({}), {std::chrono::seconds(2), 1000});
    const PatchReply reply = bench.propose();
    QCOMPARE(bench.verifier.texts.size(), std::size_t{20});
    QVERIFY2(reply.nothing.find("less likely edits at the same places (budget)") != std::string::npos,
             reply.nothing.c_str());
    QVERIFY(reply.nothing.find("in 2 s") != std::string::npos);
}

void BuiltinEngineerTest::endsWithTheCandidateBudget()
{
    Bench bench(accepts({}), {std::chrono::hours(1), 7});
    bench.propose();
    QCOMPARE(bench.verifier.texts.size(), std::size_t{8});
}

void BuiltinEngineerTest::givesTheSameAnswerForTheSameBudget()
{
    const auto judge = accepts({with("a < b", "a > b"), with("return b", "return -b")});
    Bench one(judge, {std::chrono::hours(1), 60});
    Bench two(judge, {std::chrono::hours(1), 60});
    QCOMPARE(one.propose().patch, two.propose().patch);
    QCOMPARE(one.verifier.texts, two.verifier.texts);
}

void BuiltinEngineerTest::refusesTestsThatDoNotRun_data()
{
    QTest::addColumn<int>("status");
    QTest::newRow("skipped") << static_cast<int>(TestStatus::Skipped);
    QTest::newRow("expected to fail") << static_cast<int>(TestStatus::ExpectedFailure);
    QTest::newRow("error") << static_cast<int>(TestStatus::Error);
}

void BuiltinEngineerTest::refusesTestsThatDoNotRun()
{
    QFETCH(int, status);
    Bench target([&](const std::string &) {
        return Outcomes{static_cast<TestStatus>(status), TestStatus::Passed, TestStatus::Failed, true};
    });
    QVERIFY(!target.propose().patch);
    QCOMPARE(target.verifier.whole, 0);
    Bench other([&](const std::string &text) {
        return Outcomes{text.empty() ? TestStatus::Failed : TestStatus::Passed,
                        static_cast<TestStatus>(status), TestStatus::Failed, true};
    });
    QVERIFY(!other.propose().patch);
}

void BuiltinEngineerTest::namesTheNearMissAndWhatItBreaks()
{
    const std::string close = with("a < b", "a > b");
    Bench bench([&](const std::string &text) {
        return text == close ? Outcomes{TestStatus::Passed, TestStatus::Failed, TestStatus::Failed, true}
                             : Outcomes{};
    });
    const PatchReply reply = bench.propose();
    QVERIFY2(
        reply.nothing.find("Closest: m.py:2: a < b -> a > b (flip a comparison) made 1 of 1 failing test "
                           "pass but broke 1 test (" +
                           passingId + ")") != std::string::npos,
        reply.nothing.c_str());
}

void BuiltinEngineerTest::namesTheEditsThatTheTestsCannotTellApart()
{
    Bench bench(accepts({with("a < b", "a <= b"), with("a < b", "a > b")}));
    const PatchReply reply = bench.propose();
    QCOMPARE(reply.patch->files[0].after, with("a < b", "a <= b"));
    QVERIFY(contains(reply.patch->notices, "the tests cannot tell this from 1 other edit: "));
    QCOMPARE(reply.patch->alternatives, 1);
    QVERIFY(contains(reply.patch->notices, "a < b -> a > b"));
}

void BuiltinEngineerTest::searchesOnAfterTheFirstFindForAWhileOnly()
{
    Bench bench(accepts({with("a < b", "a <= b")}));
    bench.propose();
    // Found by the first candidate; 4 s more at 0.1 s each.
    QVERIFY(bench.verifier.texts.size() >= 40 && bench.verifier.texts.size() <= 44);
}

void BuiltinEngineerTest::proposesTheNextFindWhenTheFirstWasNotAccepted()
{
    Bench bench(accepts({with("a < b", "a <= b"), with("a < b", "a > b")}));
    bench.remember(bench.propose());
    const std::size_t runs = bench.verifier.texts.size();
    const PatchReply second = bench.propose();
    QCOMPARE(second.patch->files[0].after, with("a < b", "a > b"));
    QCOMPARE(bench.verifier.texts.size(), runs);
}

void BuiltinEngineerTest::doesNotProposeAgainWhatTheRunHasSeen()
{
    const auto judge = accepts({with("a < b", "a <= b")});
    Bench first(judge);
    const PatchReply seen = first.propose();
    Bench resumed(judge);
    resumed.remember(seen);
    QVERIFY(!resumed.propose().patch);
}

void BuiltinEngineerTest::offersAPartialRepairAndSaysSo()
{
    const std::string half = with("a < b", "a <= b");
    Bench bench([&](const std::string &text) {
        return Outcomes{text == half ? TestStatus::Passed : TestStatus::Failed, TestStatus::Passed,
                        TestStatus::Failed, true};
    });
    bench.verifier.two = true;
    bench.state.baseline->failing = {failingId, failingToo};
    bench.state.baseline->runs[0].checks[0].tests.push_back({failingToo, TestStatus::Failed, {}, {}, {}, 0});
    const PatchReply reply = bench.propose();
    QVERIFY2(reply.patch, reply.nothing.c_str());
    QCOMPARE(reply.patch->files[0].after, half);
    QVERIFY(contains(reply.patch->notices, "partial: makes 1 of 2 failing tests pass and breaks none"));
}

void BuiltinEngineerTest::targetsTheTestThatTheTaskNames()
{
    Bench bench(accepts({with("a < b", "a <= b")}));
    bench.verifier.two = true;
    bench.state.task.request = "make test_bad pass";
    bench.state.baseline->failing = {failingId, failingToo};
    const PatchReply reply = bench.propose();
    QVERIFY(reply.patch);
    QVERIFY(!contains(reply.patch->notices, "partial"));
}

void BuiltinEngineerTest::judgesByTheWholeCheckWhereTheTargetsPassAlone()
{
    const std::string right = with("a < b", "a <= b");
    Bench bench([&, runs = 0](const std::string &text) mutable {
        // The first run is the failing test on its own, on the untouched tree.
        return Outcomes{++runs == 1 || text == right ? TestStatus::Passed : TestStatus::Failed,
                        TestStatus::Passed, TestStatus::Failed, true};
    });
    QCOMPARE(bench.propose().patch->files[0].after, right);
    QCOMPARE(bench.verifier.texts.size(), std::size_t{1});
    QVERIFY(bench.verifier.whole > 1);
}

void BuiltinEngineerTest::judgesByTheExitCodeWhereThereAreNoTestNames()
{
    const std::string right = with("and", "or");
    Bench bench(accepts({right}));
    bench.state.baseline->failing.clear();
    bench.state.baseline->runs[0].checks[0].tests.clear();
    const PatchReply reply = bench.propose();
    QCOMPARE(reply.patch->files[0].after, right);
    QVERIFY(contains(reply.patch->notices, "judged by the exit code alone"));
}

void BuiltinEngineerTest::isBlockedWhereTheExitCodeIsNotSteady()
{
    Bench bench([](const std::string &) {
        return Outcomes{TestStatus::Passed, TestStatus::Passed, TestStatus::Failed, true};
    });
    bench.state.baseline->failing.clear();
    bench.state.baseline->runs[0].checks[0].tests.clear();
    QVERIFY(bench.propose().nothing.starts_with("Blocked: the check succeeds on the untouched tree"));
    QCOMPARE(bench.verifier.whole, 1);
}

void BuiltinEngineerTest::isBlockedWhereOnlyALaterCheckFails()
{
    Bench bench(accepts({with("a < b", "a <= b")}));
    CheckResult first;
    first.tests = {{passingId, TestStatus::Passed, {}, {}, {}, 0}};
    auto &checks = bench.state.baseline->runs[0].checks;
    checks.insert(checks.begin(), first);
    QVERIFY(bench.propose().nothing.find("belongs to a later check") != std::string::npos);
    bench.state.baseline->failing.clear();
    checks[0].tests.clear();
    checks[1].tests.clear();
    QVERIFY(bench.propose().nothing.find("belongs to a later check") != std::string::npos);
    QVERIFY(bench.verifier.texts.empty());
}

void BuiltinEngineerTest::countsHangingCandidates()
{
    Bench bench([](const std::string &text) {
        Outcomes outcomes;
        outcomes.finished = text.find("or b") == text.npos;
        return outcomes;
    });
    const PatchReply reply = bench.propose();
    QVERIFY2(reply.nothing.find(", 1 ended by the time limit") != std::string::npos, reply.nothing.c_str());
}

void BuiltinEngineerTest::endsWhereOnlyALaterCheckIsLeft()
{
    Bench bench(accepts({with("a < b", "a <= b")}));
    CheckResult later;
    later.command = "false";
    later.exitCode = 1;
    bench.state.baseline->runs[0].checks.push_back(later);
    const PatchReply found = bench.propose();
    QVERIFY(found.patch);
    bench.remember(found);
    bench.state.iterations.back().verdict = Verdict{};
    bench.state.iterations.back().verdict->failing = {"`false`"};
    const std::size_t tried = bench.verifier.texts.size();
    const PatchReply reply = bench.propose();
    QVERIFY(!reply.patch);
    QVERIFY2(reply.nothing.find("what still fails is `false`") != std::string::npos, reply.nothing.c_str());
    QCOMPARE(bench.verifier.texts.size(), tried);
}

void BuiltinEngineerTest::isBlockedWithoutAFailingTest()
{
    Bench bench(accepts({}));
    bench.state.baseline->failing.clear();
    bench.state.baseline->runs[0].checks[0].exitCode = 0;
    QVERIFY(bench.propose().nothing.find("no failing test") != std::string::npos);
    bench.state.baseline->flaky = {failingId};
    QVERIFY(bench.propose().nothing.find("flaky") != std::string::npos);
    bench.state.baseline->usable = false;
    bench.state.baseline->reason = "no pytest";
    QVERIFY(bench.propose().nothing.find("no pytest") != std::string::npos);
    bench.state.baseline.reset();
    QVERIFY(!bench.propose().nothing.empty());
    QVERIFY(bench.verifier.texts.empty());
}

void BuiltinEngineerTest::neverEditsTestFiles()
{
    Bench bench(accepts({}));
    bench.state.iterations[0].plan->suspects.push_back(
        {"tests/test_m.py", 2, "test_bad", 1, "a person's wish"});
    bench.state.iterations[0].plan->suspects.push_back({"missing.py", 2, "", 1, ""});
    bench.propose();
    QCOMPARE(bench.verifier.paths, std::set<std::string>{"m.py"});
    bench.state.task.policy.protect = {"m.py"};
    QVERIFY(bench.propose().nothing.starts_with("No place to search"));
}

void BuiltinEngineerTest::reportsProgressAtMostTwiceASecond()
{
    Bench bench(accepts({}), {std::chrono::seconds(10), 1000});
    bench.propose();
    QVERIFY(bench.notices.all.size() >= 10 && bench.notices.all.size() <= 23);
    QCOMPARE(bench.notices.all[1].level, Noticed::Level::Progress);
    QVERIFY2(bench.notices.all[1].text.find("candidates tried, ") != std::string::npos,
             bench.notices.all[1].text.c_str());
}

void BuiltinEngineerTest::stopsAtOnceWhenCancelled()
{
    Bench bench(accepts({}));
    std::stop_source source;
    bench.verifier.onTrial = [&] {
        if (bench.verifier.texts.size() == 5)
            source.request_stop();
    };
    const auto reply = bench.engineer.propose(bench.state, bench.notices, source.get_token());
    QVERIFY(!reply);
    QCOMPARE(reply.error().code, ErrorCode::Cancelled);
    QCOMPARE(bench.verifier.texts.size(), std::size_t{5});
}

QTEST_GUILESS_MAIN(BuiltinEngineerTest)
#include "builtin_engineer_test.moc"
