#include "core/repair/candidates.h"
#include "core/repair/editable.h"
#include "tests/support/fake_tree.h"

#include <QTest>

#include <set>

using namespace vouchsafe;
using namespace vouchsafe::repair;

namespace {

std::optional<SourceFile> file(const std::string &text)
{
    return loadSource(test::FakeTree({{"m.py", text}}), "m.py", {});
}

Candidate candidate(double score, Family family, std::size_t start = 0)
{
    Candidate made;
    made.score = score;
    made.edit.family = family;
    made.edit.start = start;
    return made;
}

} // namespace

class CandidatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void editsOnlySuspiciousStatements();
    void findsEditsDeepInsideALongStatement();
    void editsTheWholeFileWhereNoLineIsKnown();
    void reachesDefaultsThroughTheHead();
    void weighsByPlaceAndPrior();
    void prefersWhatTheExceptionSpeaksFor();
    void drawsBestFirstAndStarvesNoFamily();
    void drawsEachOnce();
    void neverTouchesTestsOrRunnerFiles_data();
    void neverTouchesTestsOrRunnerFiles();
};

void CandidatesTest::editsOnlySuspiciousStatements()
{
    const auto source = file("def f(a):\n    if a < 1:\n        a = a + 2\n    return a > 3\n");
    const auto made = candidatesIn(*source, {{"m.py", 4, "f", 1, ""}}, {});
    QVERIFY(!made.empty());
    for (const Candidate &one : made)
        QCOMPARE(one.line, 4);
    QVERIFY(candidatesIn(*source, {{"m.py", 9, "f", 1, ""}}, {}).empty());
}

void CandidatesTest::findsEditsDeepInsideALongStatement()
{
    const auto source = file("def f(a):\n    return g(\n        a,\n        a < 1)\n");
    const auto made = candidatesIn(*source, {{"m.py", 2, "f", 1, ""}}, {});
    QVERIFY(std::any_of(made.begin(), made.end(),
                        [](const Candidate &one) { return one.edit.replacement == "<=" && one.line == 4; }));
}

void CandidatesTest::editsTheWholeFileWhereNoLineIsKnown()
{
    const auto source = file("LIMIT = 3\ndef f(a):\n    return a < LIMIT\n");
    const auto made = candidatesIn(*source, {{"m.py", 0, "", 1, ""}}, {});
    std::set<int> lines;
    for (const Candidate &one : made)
        lines.insert(one.line);
    QCOMPARE(lines, (std::set<int>{1, 3}));
}

void CandidatesTest::reachesDefaultsThroughTheHead()
{
    const auto source = file("@wrap\ndef f(a=True):\n    return a\n");
    const auto made = candidatesIn(*source, {{"m.py", 2, "f", 1, ""}}, {});
    QCOMPARE(made.size(), std::size_t{1});
    QCOMPARE(made[0].edit.replacement, std::string("False"));
}

void CandidatesTest::weighsByPlaceAndPrior()
{
    const auto source = file("def f(a):\n    a = a < 1\n    return a > 3\n");
    for (const Candidate &one :
         candidatesIn(*source, {{"m.py", 2, "f", 1, ""}, {"m.py", 3, "f", .5, ""}}, {})) {
        if (one.edit.replacement == "<=" && one.line == 2)
            QCOMPARE(one.score, .9);
        if (one.edit.replacement == ">=" && one.line == 3)
            QCOMPARE(one.score, .45);
    }
}

void CandidatesTest::prefersWhatTheExceptionSpeaksFor()
{
    const auto source = file("def f(n):\n    return 1 // n\n");
    const auto score = [&](const FailureHints &hints) {
        double best = 0;
        for (const Candidate &one : candidatesIn(*source, {{"m.py", 2, "f", 1, ""}}, hints))
            if (one.edit.family == Family::Guard)
                best = std::max(best, one.score);
        return best;
    };
    QVERIFY(score({{"ZeroDivisionError"}, {}}) > score({}));
    QVERIFY(score({{}, {"ValueError"}}) > score({}));
}

void CandidatesTest::drawsBestFirstAndStarvesNoFamily()
{
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < 20; ++i)
        all.push_back(candidate(.9, Family::Compare, i));
    all.push_back(candidate(.1, Family::Guard));
    all.push_back(candidate(.2, Family::Swap));
    CandidateQueue queue(all);
    for (std::size_t i = 0; i < 7; ++i)
        QCOMPARE(queue.next()->edit.start, i);
    const Family eighth = queue.next()->edit.family;
    QVERIFY(eighth == Family::Swap || eighth == Family::Guard);
    for (int i = 0; i < 7; ++i)
        QCOMPARE(queue.next()->edit.family, Family::Compare);
    const Family sixteenth = queue.next()->edit.family;
    QVERIFY(sixteenth != eighth && sixteenth != Family::Compare);
}

void CandidatesTest::drawsEachOnce()
{
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < 100; ++i)
        all.push_back(candidate(1.0 / static_cast<double>(i + 1), static_cast<Family>(i % 3), i));
    CandidateQueue queue(all);
    std::set<std::size_t> seen;
    while (const auto one = queue.next())
        QVERIFY(seen.insert(one->edit.start).second);
    QCOMPARE(seen.size(), std::size_t{100});
    QCOMPARE(queue.left(), std::size_t{0});
    QVERIFY(!CandidateQueue({}).next());
}

void CandidatesTest::neverTouchesTestsOrRunnerFiles_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<unsigned>("mode");
    QTest::addColumn<bool>("editable");
    const auto row = [](const char *path, bool editable, unsigned mode = 0100644) {
        QTest::newRow(path) << std::string(path) << mode << editable;
    };
    row("pkg/a.py", true);
    row("pkg/testing.py", true);
    row("pkg/contest.py", true);
    row("pkg/script", false);
    row("pkg/a.pyi", false);
    row("tests/helper.py", false);
    row("pkg/tests/a.py", false);
    row("test_a.py", false);
    row("pkg/a_test.py", false);
    row("conftest.py", false);
    row("pkg/conftest.py", false);
    row("setup.py", false);
    row("locked/a.py", false);
    row("link.py", false, 0120000);
    row("module", false, 0160000);
}

void CandidatesTest::neverTouchesTestsOrRunnerFiles()
{
    QFETCH(std::string, path);
    QFETCH(unsigned, mode);
    QFETCH(bool, editable);
    QCOMPARE(isEditable({path, mode, "", 10, true}, {"locked/**"}), editable);
}

QTEST_GUILESS_MAIN(CandidatesTest)
#include "candidates_test.moc"
