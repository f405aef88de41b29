#include "core/verify/reports/junit.h"

#include "core/verify/failure_signature.h"

#include <QTest>

using namespace vouchsafe;

namespace {

std::string suite(const std::string &cases)
{
    return R"(<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest">)" + cases +
           "</testsuite></testsuites>";
}

} // namespace

class JunitTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void givesPytestsOwnNodeIds_data();
    void givesPytestsOwnNodeIds();
    void tellsEachStatus();
    void joinsATestWithItsTeardown();
    void numbersEqualIds();
    void readsCtestsStatusAttribute();
    void setsABrokenReportAside_data();
    void setsABrokenReportAside();
    void shortensLongMessages();
    void signatureIgnoresOtherText();
    void namesTypeAndFrame_data();
    void namesTypeAndFrame();
};

void JunitTest::givesPytestsOwnNodeIds_data()
{
    QTest::addColumn<QString>("attributes");
    QTest::addColumn<QString>("id");
    QTest::newRow("function") << QStringLiteral(
                                     R"(classname="tests.test_x" name="test_a" file="tests/test_x.py")")
                              << QStringLiteral("tests/test_x.py::test_a");
    QTest::newRow("class") << QStringLiteral(
                                  R"(classname="test_x.TestA.TestB" name="test_p[x y]" file="test_x.py")")
                           << QStringLiteral("test_x.py::TestA::TestB::test_p[x y]");
    QTest::newRow("file that cannot be read")
        << QStringLiteral(R"(classname="" name="sub.test_y" file="sub/test_y.py")")
        << QStringLiteral("sub/test_y.py");
    QTest::newRow("parameter with separators")
        << QStringLiteral(R"(classname="test_x" name="test_p[a::b/c.d]" file="test_x.py")")
        << QStringLiteral("test_x.py::test_p[a::b/c.d]");
}

void JunitTest::givesPytestsOwnNodeIds()
{
    QFETCH(QString, attributes);
    QFETCH(QString, id);
    const auto tests = readJunit(suite("<testcase " + attributes.toStdString() + "/>"), ReportIds::Pytest);
    QVERIFY(tests);
    QCOMPARE(QString::fromStdString(tests->at(0).id), id);
}

void JunitTest::tellsEachStatus()
{
    const auto tests = readJunit(
        suite(
            R"(<testcase name="a" time="0.25"/><testcase name="b"><failure message="m">t</failure></testcase>)"
            R"(<testcase name="c"><error type="T" message="m"/></testcase>)"
            R"(<testcase name="d"><skipped type="pytest.skip" message="no"/></testcase>)"
            R"(<testcase name="e"><skipped type="pytest.xfail" message=""/></testcase>)"
            R"(<testcase name="f"><skipped type="todo"/></testcase>)"),
        ReportIds::Name);
    QVERIFY(tests);
    QCOMPARE(tests->size(), std::size_t{6});
    QCOMPARE(tests->at(0).status, TestStatus::Passed);
    QCOMPARE(tests->at(0).duration, std::chrono::milliseconds(250));
    QCOMPARE(tests->at(1).status, TestStatus::Failed);
    QCOMPARE(tests->at(1).message, "m\nt");
    QCOMPARE(tests->at(2).status, TestStatus::Error);
    QCOMPARE(tests->at(2).message, "T: m");
    QCOMPARE(tests->at(3).status, TestStatus::Skipped);
    QCOMPARE(tests->at(4).status, TestStatus::ExpectedFailure);
    QCOMPARE(tests->at(5).status, TestStatus::ExpectedFailure);
}

void JunitTest::joinsATestWithItsTeardown()
{
    const auto tests = readJunit(
        suite(R"(<testcase classname="t" name="a" file="t.py"/>)"
              R"(<testcase classname="t" name="a" file="t.py"><error message="teardown"/></testcase>)"),
        ReportIds::Pytest);
    QVERIFY(tests);
    QCOMPARE(tests->size(), std::size_t{1});
    QCOMPARE(tests->at(0).status, TestStatus::Error);
}

void JunitTest::numbersEqualIds()
{
    const auto tests =
        readJunit(suite(R"(<testcase name="a"/><testcase name="b"/><testcase name="a"/>)"), ReportIds::File);
    QVERIFY(tests);
    QCOMPARE(tests->at(2).id, "a#2");
}

void JunitTest::readsCtestsStatusAttribute()
{
    const auto tests =
        readJunit(R"(<testsuite><testcase name="a" status="run"/><testcase name="b" status="fail"/>)"
                  R"(<testcase name="c" status="disabled"/><testcase name="d" status="notrun"/></testsuite>)",
                  ReportIds::Name);
    QVERIFY(tests);
    QCOMPARE(tests->at(0).status, TestStatus::Passed);
    QCOMPARE(tests->at(1).status, TestStatus::Failed);
    QCOMPARE(tests->at(2).status, TestStatus::Skipped);
    QCOMPARE(tests->at(3).status, TestStatus::Skipped);
}

void JunitTest::setsABrokenReportAside_data()
{
    QTest::addColumn<QByteArray>("xml");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("5 passed");
    QTest::newRow("cut off") << QByteArray("<testsuites><testsuite><testcase name=\"a\"/>");
    QTest::newRow("another root") << QByteArray("<html><testcase name=\"a\"/></html>");
    QTest::newRow("two roots") << QByteArray("<testsuites/><testsuites/>");
    QTest::newRow("entity bomb") << QByteArray(
        "<!DOCTYPE t [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
        "<testsuites><testsuite><testcase name=\"&b;\"/></testsuite></testsuites>");
    QTest::newRow("outside entity") << QByteArray(
        "<!DOCTYPE t [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><testsuites>&x;</testsuites>");
    QTest::newRow("unknown entity") << QByteArray(
        "<testsuites><testcase name=\"a\">&x;</testcase></testsuites>");
    QTest::newRow("invalid bytes") << QByteArray(
        "<testsuites><testcase name=\"\xff\xfe\x01\"/></testsuites>");
    QTest::newRow("deep") << QByteArray("<testsuites>") + QByteArray("<testsuite>").repeated(500) +
                                 QByteArray("</testsuite>").repeated(500) + "</testsuites>";
    QTest::newRow("huge") << QByteArray("<testsuites>") +
                                 QByteArray(static_cast<qsizetype>(largestReport), ' ') + "</testsuites>";
}

void JunitTest::setsABrokenReportAside()
{
    QFETCH(QByteArray, xml);
    const auto tests =
        readJunit(std::string_view(xml.constData(), static_cast<std::size_t>(xml.size())), ReportIds::Pytest);
    QVERIFY(!tests);
    QCOMPARE(tests.error().code, ErrorCode::Evidence);
    QVERIFY(!tests.error().what.empty());
}

void JunitTest::shortensLongMessages()
{
    const auto tests = readJunit(suite("<testcase name=\"a\"><failure>first\n" + std::string(1 << 20, 'x') +
                                       "\nlast</failure></testcase>"),
                                 ReportIds::Name);
    QVERIFY(tests);
    QVERIFY(tests->at(0).message.size() < longestMessage + 200);
    QVERIFY(tests->at(0).message.starts_with("first"));
}

void JunitTest::signatureIgnoresOtherText()
{
    const TestCase one{"t.py::a", TestStatus::Failed,
                       {},        "assert 1 == 2\nE   assert 1 == 2\n\nt.py:5: AssertionError",
                       {},        0};
    TestCase other = one;
    other.message = "assert 7 == 9\nE   assert 7 == 9\n  +  where 7\n\nt.py:5: AssertionError";
    QCOMPARE(failureSignature({one}), failureSignature({other}));
    other.message = "E   KeyError: 'a'\n\nt.py:5: KeyError";
    QVERIFY(failureSignature({one}) != failureSignature({other}));
    QCOMPARE(failureSignature({}), std::string());
}

void JunitTest::namesTypeAndFrame_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("frame");
    QTest::newRow("assert")
        << QStringLiteral("assert 1 == 2\n>  assert\nE   assert 1 == 2\n\ntests/t.py:5: AssertionError")
        << QStringLiteral("AssertionError") << QStringLiteral("tests/t.py:5");
    QTest::newRow("deep")
        << QStringLiteral(
               "KeyError: 'a'\n\nt.py:9: \n_ _\n\npkg/a.py:3: \n\n/usr/lib/python3/x.py:4: KeyError")
        << QStringLiteral("KeyError") << QStringLiteral("pkg/a.py:3");
    QTest::newRow("import")
        << QStringLiteral("collection failure\nImportError while importing test module 'x'.\nsub/t.py:1: in "
                          "<module>\n    import nope\nE   ModuleNotFoundError: No module named 'nope'")
        << QStringLiteral("ImportError") << QStringLiteral("sub/t.py:1");
    QTest::newRow("node") << QStringLiteral(
                                 "AssertionError: x\nAssertionError [ERR_ASSERTION]: x\n    at bold "
                                 "(/repo/marks.js:3:24)\n    at Test.run (node:internal/test:79:25)")
                          << QStringLiteral("AssertionError") << QStringLiteral("marks.js:3");
    QTest::newRow("node module") << QStringLiteral("TypeError: q\n    at file:///repo/a.mjs:2:1")
                                 << QStringLiteral("TypeError") << QStringLiteral("a.mjs:2");
    QTest::newRow("nothing") << QStringLiteral("test failed") << QString() << QString();
}

void JunitTest::namesTypeAndFrame()
{
    QFETCH(QString, message);
    QFETCH(QString, type);
    QFETCH(QString, frame);
    QCOMPARE(QString::fromStdString(exceptionType(message.toStdString())), type);
    QCOMPARE(QString::fromStdString(topFrame(message.toStdString())), frame);
}

QTEST_GUILESS_MAIN(JunitTest)
#include "junit_test.moc"
