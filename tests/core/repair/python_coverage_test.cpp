#include "core/verify/coverage_report.h"

#include <QTest>

using namespace vouchsafe;

class PythonCoverageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesCollectedLinesToEveryTest();
    void keepsWhatCameBeforeACut();
    void countsNothingThatIsNotOfTheFormat_data();
    void countsNothingThatIsNotOfTheFormat();
};

void PythonCoverageTest::givesCollectedLinesToEveryTest()
{
    const CoverageReport got = readPythonCoverage(
        "{\"collected\":{\"m.py\":[1,2,9,9]}}\n"
        "{\"test\":\"t.py::a\",\"passed\":true,\"lines\":{\"m.py\":[3,3],\"n.py\":[1,1]}}\n"
        "{\"test\":\"t.py::b\",\"passed\":false,\"lines\":{}}\n");
    QCOMPARE(got.language, std::string("python"));
    QCOMPARE(got.tests.size(), std::size_t{2});
    QCOMPARE(got.tests[0].test, std::string("t.py::a"));
    QVERIFY(got.tests[0].passed && !got.tests[1].passed);
    QCOMPARE(got.tests[0].lines.at("m.py"), (std::set<int>{1, 2, 3, 9}));
    QCOMPARE(got.tests[1].lines.at("m.py"), (std::set<int>{1, 2, 9}));
    QVERIFY(!got.tests[1].lines.contains("n.py"));
}

void PythonCoverageTest::keepsWhatCameBeforeACut()
{
    const CoverageReport got =
        readPythonCoverage("{\"test\":\"a\",\"passed\":true,\"lines\":{\"m.py\":[1,1]}}\n"
                           "{\"test\":\"b\",\"passed\":true,\"lines\":{\"m.p");
    QCOMPARE(got.tests.size(), std::size_t{1});
}

void PythonCoverageTest::countsNothingThatIsNotOfTheFormat_data()
{
    QTest::addColumn<std::string>("text");
    QTest::newRow("empty") << std::string();
    QTest::newRow("no JSON") << std::string("hello\n\xff\xfe\n[[[\n");
    QTest::newRow("other kinds") << std::string("[1]\n3\n{\"test\":3}\n{\"collected\":[1,2]}\n");
    QTest::newRow("odd ranges") << std::string("{\"collected\":{\"m.py\":[5,2,0,0,1]}}\n"
                                               "{\"collected\":{\"m.py\":[1,999999999999]}}\n"
                                               "{\"collected\":{\"m.py\":[\"1\",\"2\"]}}\n");
}

void PythonCoverageTest::countsNothingThatIsNotOfTheFormat()
{
    QFETCH(std::string, text);
    const CoverageReport got =
        readPythonCoverage(text + "{\"test\":\"a\",\"passed\":true,\"lines\":{\"m.py\":[7,7]}}\n");
    QCOMPARE(got.tests.size(), std::size_t{1});
    QCOMPARE(got.tests[0].lines.at("m.py"), (std::set<int>{7}));
}

QTEST_GUILESS_MAIN(PythonCoverageTest)
#include "python_coverage_test.moc"
