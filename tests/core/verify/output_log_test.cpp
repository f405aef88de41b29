#include "core/verify/output_log.h"

#include "core/base/files.h"

#include <QTemporaryDir>
#include <QTest>

using namespace vouchsafe;

class OutputLogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void redactsKeysSpreadOverChunks();
    void leavesOrdinaryTextAlone();
    void keepsHeadAndTailOfTooMuch();
    void tailBeginsAtALine();
    void saysWhenItCannotStore();
};

void OutputLogTest::redactsKeysSpreadOverChunks()
{
    const std::string key = "sk-" + std::string(40, 'a');
    const std::string text =
        "key=" + key + " next\n-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\nend\n";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        Redactor redactor;
        std::string result = redactor.feed(text.substr(0, cut));
        result += redactor.feed(text.substr(cut));
        result += redactor.finish();
        QCOMPARE(result, "key=[redacted] next\n[redacted]\nend\n");
    }
}

void OutputLogTest::leavesOrdinaryTextAlone()
{
    for (const std::string text : {"task-list-of-things-to-do-next-week ok\n", "sk-short\n",
                                   "no line feed at the end", "\xff\x00bytes\n", ""})
        QCOMPARE(redacted(text), text);
    const std::string longLine(100'000, 'x');
    QCOMPARE(redacted(longLine), longLine);
}

void OutputLogTest::keepsHeadAndTailOfTooMuch()
{
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.path().toStdString() + "/1-1.log";
    OutputLog log({file, 1, "plain", 1}, 4 << 20, nullptr);
    log.output(Stream::Out, "first line\n");
    for (int i = 0; i < 100; ++i)
        log.output(Stream::Out, std::string(100'000, 'x') + "\n");
    log.output(Stream::Out, "last line\n");
    QVERIFY(log.close());
    const auto bytes = readFile(file);
    QVERIFY(bytes);
    QVERIFY(bytes->size() <= (4U << 20) + 100);
    QVERIFY(bytes->starts_with("first line\n"));
    QVERIFY(bytes->ends_with("last line\n"));
    QVERIFY(bytes->find("bytes left out") != std::string::npos);
}

void OutputLogTest::tailBeginsAtALine()
{
    OutputLog log({}, 1 << 20, nullptr);
    for (int i = 0; i < 5000; ++i)
        log.output(Stream::Err, "line " + std::to_string(i) + "\n");
    QVERIFY(log.close());
    QVERIFY(log.tail().starts_with("line "));
    QVERIFY(log.tail().ends_with("line 4999\n"));
    QVERIFY(log.tail().size() <= 16U << 10);
}

void OutputLogTest::saysWhenItCannotStore()
{
    OutputLog log({"/nonexistent-folder/1.log", 1, "plain", 1}, 1 << 20, nullptr);
    log.output(Stream::Out, "text\n");
    QVERIFY(!log.close());
    QCOMPARE(log.tail(), "text\n");
}

QTEST_GUILESS_MAIN(OutputLogTest)
#include "output_log_test.moc"
