// What a run tells reaches the window in order and complete, output in bounds.
#include "app/desktop/mailbox.h"

#include <QTest>

using namespace vouchsafe;

class MailboxTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wakesTheWindowOnceUntilItIsEmptied()
    {
        int woken = 0;
        Mailbox box([&] { ++woken; });
        Event event;
        for (event.seq = 1; event.seq <= 3; ++event.seq)
            box.event(event);
        box.output({1, "plain", 1, Stream::Out, "a"});
        QCOMPARE(woken, 1);
        const Mailbox::Contents contents = box.take();
        QCOMPARE(contents.events.size(), std::size_t{3});
        QCOMPARE(contents.events.back().seq, 3);
        QCOMPARE(contents.output.size(), std::size_t{1});
        box.event(event);
        QCOMPARE(woken, 2);
    }

    void keepsTheOutputsOfChecksApart()
    {
        Mailbox box([] {});
        box.output({0, "baseline", 1, Stream::Out, "base "});
        box.output({1, "plain", 1, Stream::Out, "one "});
        box.output({0, "baseline", 1, Stream::Err, "line"});
        const Mailbox::Contents contents = box.take();
        QCOMPARE(contents.output.size(), std::size_t{2});
        QCOMPARE(contents.output[1].bytes, std::string("base line"));
        QCOMPARE(contents.output[1].skipped, std::uint64_t{0});
    }

    void keepsTheExecutionsOfACheckApartAndTheLatestLast()
    {
        Mailbox box([] {});
        box.output({1, "repeat", 1, Stream::Out, "2 failed"});
        box.output({1, "plain", 1, Stream::Out, "32 "});
        box.output({1, "broken-again", 1, Stream::Out, "1 passed"});
        box.output({1, "plain", 1, Stream::Out, "passed"});
        const std::vector<OutputPiece> pieces = box.take().output;
        QCOMPARE(pieces.size(), std::size_t{3});
        QVERIFY(pieces[0] == (OutputPiece{{1, "repeat", 1}, "2 failed", 0, {}}));
        QVERIFY(pieces[1] == (OutputPiece{{1, "broken-again", 1}, "1 passed", 0, {}}));
        QVERIFY(pieces[2] == (OutputPiece{{1, "plain", 1}, "32 passed", 0, {}}));
    }

    void dropsTheOldestBytesOfAFloodAndSaysHowMany()
    {
        Mailbox box([] {});
        const std::string chunk(std::size_t{1} << 20, 'x');
        for (int i = 0; i < 64; ++i)
            box.output({1, "plain", 1, Stream::Out, chunk});
        box.output({1, "plain", 1, Stream::Out, "end"});
        const OutputPiece piece = box.take().output.at(0);
        QVERIFY(piece.bytes.size() <= std::size_t{5} << 20);
        QVERIFY(piece.bytes.ends_with("end"));
        QCOMPARE(piece.skipped + piece.bytes.size(), (std::uint64_t{64} << 20) + 3);
        QVERIFY(box.take().output.empty());
    }
};

QTEST_GUILESS_MAIN(MailboxTest)
#include "mailbox_test.moc"
