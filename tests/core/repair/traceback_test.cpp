#include "core/repair/traceback.h"

#include <QTest>

using namespace vouchsafe::repair;

class TracebackTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsPytestsLongStyle();
    void readsPytestsShortStyle();
    void readsPythonsOwnStyle();
    void readsAnExceptionThatDidNotCome();
    void takesAnyBytes_data();
    void takesAnyBytes();
};

void TracebackTest::readsPytestsLongStyle()
{
    const Traceback got = tracebackOf("AssertionError: assert 1 == 2\n"
                                      "def test_x():\n"
                                      ">       assert div(1) == 2\n"
                                      "\n"
                                      "tests/test_a.py:5: \n"
                                      "_ _ _ _ _\n"
                                      "    def div(n):\n"
                                      ">       return 1 // 0\n"
                                      "E       ZeroDivisionError: integer division or modulo by zero\n"
                                      "\n"
                                      "pkg/a.py:9: ZeroDivisionError\n",
                                      {});
    QCOMPARE(got.frames.size(), std::size_t{2});
    QCOMPARE(got.frames[0], (Frame{"tests/test_a.py", 5, "assert div(1) == 2"}));
    QCOMPARE(got.frames[1], (Frame{"pkg/a.py", 9, "return 1 // 0"}));
    QCOMPARE(got.exception, std::string("ZeroDivisionError"));
}

void TracebackTest::readsPytestsShortStyle()
{
    const Traceback got =
        tracebackOf("tests/test_a.py:5: in test_x\n    assert f(1)\npkg/a.py:2: in f\n    raise KeyError(1)\n"
                    "E   KeyError: 1\n",
                    {});
    QCOMPARE(got.frames.size(), std::size_t{2});
    QCOMPARE(got.frames[1], (Frame{"pkg/a.py", 2, "raise KeyError(1)"}));
    QCOMPARE(got.exception, std::string("KeyError"));
}

void TracebackTest::readsPythonsOwnStyle()
{
    const Traceback got = tracebackOf("Traceback (most recent call last):\n"
                                      "  File \"/repo/tests/test_a.py\", line 3, in test\n"
                                      "    f()\n"
                                      "  File \"/home/me/it/pkg/a.py\", line 7, in f\n"
                                      "    g()\n"
                                      "ValueError: no\n",
                                      {"/repo", "/home/me/it"});
    QCOMPARE(got.frames.size(), std::size_t{2});
    QCOMPARE(got.frames[0], (Frame{"tests/test_a.py", 3, "f()"}));
    QCOMPARE(got.frames[1], (Frame{"pkg/a.py", 7, "g()"}));
    QCOMPARE(got.exception, std::string("ValueError"));
}

void TracebackTest::readsAnExceptionThatDidNotCome()
{
    const Traceback got = tracebackOf(">       with pytest.raises(Conflict):\n"
                                      "E       Failed: DID NOT RAISE <class 'pkg.errors.Conflict'>\n"
                                      "\n"
                                      "tests/test_a.py:5: Failed\n",
                                      {});
    QCOMPARE(got.expected, std::string("Conflict"));
    QCOMPARE(got.exception, std::string("Failed"));
}

void TracebackTest::takesAnyBytes_data()
{
    QTest::addColumn<std::string>("message");
    QTest::newRow("empty") << std::string();
    QTest::newRow("no number") << std::string("a.py:x: y\na.py:99999999999999999999: z\na.py:");
    QTest::newRow("cut file line") << std::string("File \"/a.py\nFile \"/a.py\", line \nFile \"\", line 3");
    QTest::newRow("bytes") << std::string("\xff\xfe\n>\nE\nE  \n\0x", 12);
    QTest::newRow("code that never comes") << std::string("a.py:3: in f");
}

void TracebackTest::takesAnyBytes()
{
    QFETCH(std::string, message);
    for (const Frame &frame : tracebackOf(message, {"", "/"}).frames)
        QVERIFY(frame.line > 0);
}

QTEST_GUILESS_MAIN(TracebackTest)
#include "traceback_test.moc"
