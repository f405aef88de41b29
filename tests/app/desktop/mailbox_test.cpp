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
        box.output({1, 1, Stream::Out, "a"});
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
        box.output({0, 1, Stream::Out, "base "});
        box.output({1, 1, Stream::Out, "one "});
        box.output({0, 1, Stream::Err, "line"});
        const Mailbox::Contents contents = box.take();
        QCOMPARE(contents.output.size(), std::size_t{2});
        QCOMPARE(contents.output[0].bytes, std::string("base line"));
        QCOMPARE(contents.output[0].skipped, std::uint64_t{0});
    }

    void dropsTheOldestBytesOfAFloodAndSaysHowMany()
    {
        Mailbox box([] {});
        const std::string chunk(std::size_t{1} << 20, 'x');
        for (int i = 0; i < 64; ++i)
            box.output({1, 1, Stream::Out, chunk});
        box.output({1, 1, Stream::Out, "end"});
        const OutputPiece piece = box.take().output.at(0);
        QVERIFY(piece.bytes.size() <= std::size_t{5} << 20);
        QVERIFY(piece.bytes.ends_with("end"));
        QCOMPARE(piece.skipped + piece.bytes.size(), (std::uint64_t{64} << 20) + 3);
        QVERIFY(box.take().output.empty());
    }
};

QTEST_GUILESS_MAIN(MailboxTest)
#include "mailbox_test.moc"
