// Stack traces of every runner give frames, innermost first, and leave the prose around them alone.

#include "core/index/traceback.h"

#include <QTest>

#include <string>

using namespace vouchsafe;

class TracebackTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsFrames_data();
    void readsFrames();
    void keepsTheProse();
    void readsTwoTraces();
};

void TracebackTest::readsFrames_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("frames"); // path:line function, innermost first
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("python")
        << QByteArray("Traceback (most recent call last):\n  File \"/x/app/main.py\", line 3, in "
                      "run\n    go(1)\n  File \"/x/app/util.py\", line 9, in go\n    return "
                      "d[k]\nKeyError: 'k'\n")
        << QByteArray("/x/app/util.py:9 go|/x/app/main.py:3 run|") << QByteArray("KeyError");
    QTest::newRow("pytest")
        << QByteArray("tests/test_a.py:4: in test_a\n    f()\nsrc/a.py:7: in f\n    g()\nsrc/a.py:12: "
                      "ValueError\nE   ValueError: bad\n")
        << QByteArray("src/a.py:12 |src/a.py:7 f|tests/test_a.py:4 test_a|") << QByteArray("ValueError");
    QTest::newRow("node")
        << QByteArray("TypeError: x is not a function\n    at Parser.next (/w/lib/parse.js:10:5)\n    at "
                      "file:///w/lib/main.mjs:3:1\n    at node:internal/main:1:2\n")
        << QByteArray("/w/lib/parse.js:10 Parser.next|/w/lib/main.mjs:3 |") << QByteArray("TypeError");
    QTest::newRow("go") << QByteArray("panic: boom\n\ngoroutine 1 [running]:\nmain.f(0x1)\n\t/w/a.go:5 "
                                      "+0x1d\nmain.main()\n\t/w/a.go:9 +0x20\n")
                        << QByteArray("/w/a.go:5 main.f|/w/a.go:9 main.main|") << QByteArray("");
    QTest::newRow("rust")
        << QByteArray("thread 'main' panicked at src/lib.rs:10:5:\nboom\nstack backtrace:\n   0: a::f\n     "
                      "        at ./src/lib.rs:4:9\n")
        << QByteArray("src/lib.rs:10 |./src/lib.rs:4 |") << QByteArray("");
    QTest::newRow("sanitizer") << QByteArray("==1==ERROR: AddressSanitizer\n    #0 0x4f in parse(char*) "
                                             "/w/src/p.c:12:3\n    #1 0x50 in main /w/src/m.c:4\n")
                               << QByteArray("/w/src/p.c:12 parse|/w/src/m.c:4 main|") << QByteArray("");
    QTest::newRow("gdb") << QByteArray("#0  f (x=1) at a.c:3\n#1  0x00005 in main () at m.c:9\n")
                         << QByteArray("a.c:3 f|m.c:9 main|") << QByteArray("");
    QTest::newRow("none") << QByteArray("Nothing happened at line 3 of a.py:4 today\n") << QByteArray("")
                          << QByteArray("");
}

void TracebackTest::readsFrames()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, frames);
    QFETCH(QByteArray, type);
    std::string found;
    std::string foundType;
    for (const Trace &trace : readTraces(text.toStdString()).traces) {
        foundType = trace.type;
        for (const Frame &frame : trace.frames)
            found += frame.path + ':' + std::to_string(frame.line) + ' ' + frame.function + '|';
    }
    QCOMPARE(QString::fromStdString(found), QString::fromUtf8(frames));
    QCOMPARE(QString::fromStdString(foundType), QString::fromUtf8(type));
}

void TracebackTest::keepsTheProse()
{
    const TracedText text =
        readTraces("It breaks:\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n    "
                   "secret_word()\nKeyError: 'colour'\nPlease help\n");
    QVERIFY(text.prose.find("It breaks") != std::string::npos);
    QVERIFY(text.prose.find("Please help") != std::string::npos);
    QVERIFY(text.prose.find("colour") != std::string::npos);
    QVERIFY(text.prose.find("secret_word") == std::string::npos);
}

void TracebackTest::readsTwoTraces()
{
    const TracedText text =
        readTraces("  File \"a.py\", line 1, in f\nKeyError: 1\n\nDuring handling:\n  File \"b.py\", line 2, "
                   "in g\nValueError: 2\n");
    QCOMPARE(text.traces.size(), std::size_t{2});
    QCOMPARE(text.traces[1].type, std::string("ValueError"));
    QCOMPARE(text.traces[1].frames.front().path, std::string("b.py"));
}

QTEST_GUILESS_MAIN(TracebackTest)
#include "traceback_test.moc"
