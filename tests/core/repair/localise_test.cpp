#include "core/repair/localise.h"

#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::repair;

namespace {

const std::string source = "LIMIT = 3\n"        // 1
                           "def low(a, b=1):\n" // 2
                           "    if a < b:\n"    // 3
                           "        return a\n" // 4
                           "    return b\n"     // 5
                           "\n"                 // 6
                           "def high(\n"        // 7
                           "        a, b):\n"   // 8
                           "    return low(\n"  // 9
                           "        b, a)\n";   // 10

LocalisationInput input()
{
    LocalisationInput in;
    in.outlines.emplace("m.py", outlineOf("m.py", *Tree::parse(Language::Python, source)));
    in.failing.push_back({"t::bad", {}});
    in.passing = {"t::good", "t::fine"};
    return in;
}

CoverageReport coverage()
{
    CoverageReport report;
    report.tests = {{"t::bad", false, {{"m.py", {1, 3, 4, 9, 10}}}},
                    {"t::good", true, {{"m.py", {1, 3, 5}}}},
                    {"t::fine", true, {{"m.py", {1, 9, 3, 5}}}},
                    {"t::flaky", true, {{"m.py", {4}}}}};
    return report;
}

const Suspect *at(const Localisation &result, int line)
{
    for (const Suspect &suspect : result.suspects)
        if (suspect.line == line)
            return &suspect;
    return nullptr;
}

} // namespace

class LocaliseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranksByOchiai();
    void countsALineOfALongStatementForItsFirst();
    void putsThePlaceOfTheExceptionFirst();
    void namesWhatTheFailingAssertionCalls();
    void fallsBackToTracebacks();
    void fallsBackToRetrievedCode();
    void ignoresFilesThatMayNotBeEdited();
    void keepsTheMostSuspiciousFunctions();
    void prefersWhatTheTaskNames();
    void saysNothingWithoutEvidence();
};

void LocaliseTest::ranksByOchiai()
{
    const CoverageReport report = coverage();
    LocalisationInput in = input();
    in.coverage = &report;
    const Localisation got = localise(in);
    QCOMPARE(got.kind, EvidenceKind::Coverage);
    QCOMPARE(got.suspects.front().line, 4);
    QCOMPARE(got.suspects.front().suspicion, 1.0);
    QCOMPARE(got.suspects.front().symbol, std::string("low"));
    QCOMPARE(got.suspects.front().evidence, std::string("run by 1 of 1 failing and 0 of 2 passing tests"));
    QVERIFY(std::abs(at(got, 9)->suspicion - 1 / std::sqrt(2.0)) < 1e-9);
    QVERIFY(std::abs(at(got, 3)->suspicion - 1 / std::sqrt(3.0)) < 1e-9);
    QVERIFY(at(got, 5) == nullptr);
    QCOMPARE(at(got, 2)->suspicion, .5);
}

void LocaliseTest::countsALineOfALongStatementForItsFirst()
{
    const CoverageReport report = coverage();
    LocalisationInput in = input();
    in.coverage = &report;
    QVERIFY(at(localise(in), 10) == nullptr);
}

void LocaliseTest::putsThePlaceOfTheExceptionFirst()
{
    const CoverageReport report = coverage();
    LocalisationInput in = input();
    in.coverage = &report;
    in.failing[0].traceback = {{{"test_m.py", 2, ""}, {"m.py", 10, ""}, {"m.py", 3, ""}}, "TypeError", ""};
    const Localisation got = localise(in);
    QCOMPARE(got.suspects.front().line, 4); // Ochiai 1 x 2 is still more than 0.58 x 3
    QVERIFY(at(got, 3)->evidence.ends_with("TypeError was raised here"));
    QVERIFY(at(got, 9)->evidence.ends_with("calls into the place where TypeError was raised"));
    QVERIFY(at(got, 3)->suspicion > at(got, 9)->suspicion);
    QVERIFY(at(got, 5) == nullptr);
}

void LocaliseTest::namesWhatTheFailingAssertionCalls()
{
    const CoverageReport report = coverage();
    LocalisationInput in = input();
    in.coverage = &report;
    in.failing[0].traceback = {{{"test_m.py", 2, "assert high(1, 2) == 1"}}, "AssertionError", ""};
    const Localisation got = localise(in);
    QVERIFY(at(got, 9)->evidence.ends_with("called where the test fails"));
    QVERIFY(at(got, 9)->suspicion > 1 / std::sqrt(2.0));
}

void LocaliseTest::fallsBackToTracebacks()
{
    LocalisationInput in = input();
    in.failing[0].traceback = {{{"m.py", 9, ""}, {"m.py", 3, ""}}, "TypeError", ""};
    const Localisation got = localise(in);
    QCOMPARE(got.kind, EvidenceKind::Traceback);
    QCOMPARE(got.suspects.front().line, 3);
    QVERIFY(at(got, 5) != nullptr);
}

void LocaliseTest::fallsBackToRetrievedCode()
{
    LocalisationInput in = input();
    in.context.slices = {{"m.py::high", "m.py", 7, 10, "", 2.0, "name has \"high\"", 9},
                         {"m.py::low", "m.py", 2, 5, "", 1.0, "called", 9}};
    const Localisation got = localise(in);
    QCOMPARE(got.kind, EvidenceKind::Retrieval);
    QCOMPARE(got.suspects.front().symbol, std::string("high"));
    QVERIFY(at(got, 4)->suspicion <= .5);
}

void LocaliseTest::ignoresFilesThatMayNotBeEdited()
{
    CoverageReport report = coverage();
    report.tests[0].lines["tests/test_m.py"] = {1, 2, 3};
    LocalisationInput in = input();
    in.coverage = &report;
    in.failing[0].traceback = {{{"tests/test_m.py", 2, ""}}, "AssertionError", ""};
    for (const Suspect &suspect : localise(in).suspects)
        QCOMPARE(suspect.path, std::string("m.py"));
}

void LocaliseTest::keepsTheMostSuspiciousFunctions()
{
    const CoverageReport report = coverage();
    LocalisationInput in = input();
    in.coverage = &report;
    const Localisation got = localise(in, {1, 250});
    QCOMPARE(got.functionsLeftOut, 2); // high and the module level
    for (const Suspect &suspect : got.suspects)
        QCOMPARE(suspect.symbol, std::string("low"));
    QCOMPARE(localise(in, {15, 2}).suspects.size(), std::size_t{2});
}

void LocaliseTest::prefersWhatTheTaskNames()
{
    const CoverageReport report = coverage();
    LocalisationInput in = input();
    in.coverage = &report;
    in.request = "high() gives the lower one";
    const Localisation got = localise(in);
    QCOMPARE(got.suspects.front().line, 9);
    QVERIFY(got.suspects.front().evidence.ends_with("the task names high"));
}

void LocaliseTest::saysNothingWithoutEvidence()
{
    QVERIFY(localise(input()).suspects.empty());
    QCOMPARE(localise(input()).kind, EvidenceKind::None);
    QVERIFY(localise({}).suspects.empty());
}

QTEST_GUILESS_MAIN(LocaliseTest)
#include "localise_test.moc"
