#include "sandbox/inside_frames.h"

#include <QTest>

using namespace vouchsafe::inside;

class InsideFramesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsAStreamHoweverItComes()
    {
        const std::string bytes(longestFrame + 10, 'x');
        const std::string stream =
            fileFrames("/repo/big", 0100644, bytes) + pathFrame(Kind::Remove, "/repo/a") + frame(Kind::End);
        for (const std::size_t step : {std::size_t{1000}, std::size_t{70'001}, stream.size()}) {
            FrameParser parser;
            std::vector<Frame> found;
            for (std::size_t at = 0; at < stream.size(); at += step) {
                parser.add(std::string_view(stream).substr(at, step));
                while (auto next = parser.next())
                    found.push_back(std::move(*next));
            }
            QCOMPARE(found.size(), std::size_t{4});
            QVERIFY(found[0].kind == Kind::File && found[1].kind == Kind::Append);
            Body body{found[0].body};
            QCOMPARE(body.number(), 0100644U);
            QCOMPARE(body.text(), std::string_view("/repo/big"));
            QVERIFY(body.whole);
            QVERIFY(std::string(body.rest) + found[1].body == bytes);
            QCOMPARE(found[0].body.size(), std::size_t{longestFrame});
            QVERIFY(!parser.broken());
        }
    }

    void refusesAFrameThatIsTooLong()
    {
        FrameParser parser;
        parser.add(std::string("F\x01\x00\x10\x00", 5));
        QVERIFY(!parser.next());
        QVERIFY(parser.broken());
    }

    void readsNoMoreThanABodyHas()
    {
        Body body{std::string_view("\x05\x00\x00\x00"
                                   "abc",
                                   7)};
        QCOMPARE(body.text(), std::string_view());
        QVERIFY(!body.whole);
    }

    void readsLastWords_data()
    {
        QTest::addColumn<QString>("errors");
        QTest::addColumn<bool>("known");
        QTest::addColumn<int>("value");
        QTest::newRow("exit") << QStringLiteral("words\nn0 exit 3 pids 0 oom 2\n") << true << 3;
        QTest::newRow("signal") << QStringLiteral("\nn0 signal 9 pids -1 oom -1\n") << true << 9;
        QTest::newRow("failed") << QStringLiteral("\nn0 failed ENOENT start\n") << true << 0;
        QTest::newRow("the last counts")
            << QStringLiteral("\nn0 exit 0 pids 0 oom 0\n\nn0 exit 1 pids 0 oom 0\n") << true << 1;
        QTest::newRow("another nonce") << QStringLiteral("\nn1 exit 0 pids 0 oom 0\n") << false << 0;
        QTest::newRow("more behind them") << QStringLiteral("\nn0 exit 0 pids 0 oom 0\nand\n") << false << 0;
        QTest::newRow("cut off") << QStringLiteral("\nn0 exit 0 pids 0 oom 0") << false << 0;
        QTest::newRow("not at a line's start") << QStringLiteral("xn0 exit 0 pids 0 oom 0\n") << false << 0;
        QTest::newRow("no number") << QStringLiteral("\nn0 exit x pids 0 oom 0\n") << false << 0;
        QTest::newRow("nothing") << QString() << false << 0;
    }
    void readsLastWords()
    {
        QFETCH(QString, errors);
        QFETCH(bool, known);
        QFETCH(int, value);
        std::size_t before = 0;
        const std::string text = errors.toStdString();
        const auto words = lastWords(text, "n0", &before);
        QCOMPARE(words.has_value(), known);
        if (words) {
            QCOMPARE(words->value, value);
            QVERIFY(before < text.size() && text[before] == '\n');
        }
        QVERIFY(!lastWords(text, "", nullptr));
    }
};

QTEST_GUILESS_MAIN(InsideFramesTest)
#include "inside_frames_test.moc"
