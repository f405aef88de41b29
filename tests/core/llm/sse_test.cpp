#include "core/llm/sse.h"

#include <QtTest>

#include <vector>

using namespace vouchsafe;

namespace {

std::vector<std::string> dataOf(std::string_view bytes, std::size_t size)
{
    std::vector<std::string> all;
    SseParser parser([&](const SseEvent &event) { all.push_back(event.data); });
    for (std::size_t at = 0; at < bytes.size(); at += size)
        if (!parser.feed(bytes.substr(at, size)))
            all.emplace_back("too large");
    return all;
}

} // namespace

class SseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheSameEventsWhateverTheSplit_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QList<QByteArray>>("events");
        using Events = QList<QByteArray>;
        QTest::newRow("F01: split character, CRLF, no blank behind data:")
            << QByteArray("data:h\xC3\xA9\r\n\r\ndata:2\r\n\r\n") << Events{"h\xC3\xA9", "2"};
        QTest::newRow("F02: comments are no data")
            << QByteArray(": PROCESSING\n\ndata: {}\n\n: ping\n\ndata: [DONE]\n\n") << Events{"{}", "[DONE]"};
        QTest::newRow("F03: U+2028, U+0085 and VT end no line") << QByteArray("data: a\xE2\x80\xA8"
                                                                              "b\xC2\x85"
                                                                              "c\x0B"
                                                                              "d\n\n")
                                                                << Events{"a\xE2\x80\xA8"
                                                                          "b\xC2\x85"
                                                                          "c\x0B"
                                                                          "d"};
        QTest::newRow("CR alone ends a line")
            << QByteArray("data: a\rdata: b\r\rdata: c\r\r") << Events{"a\nb", "c"};
        QTest::newRow("BOM at the start only") << QByteArray("\xEF\xBB\xBF"
                                                             "data: a\n\n\xEF\xBB\xBF"
                                                             "data: b\n\n")
                                               << Events{"a"};
        QTest::newRow("several data lines, one blank removed")
            << QByteArray("data:  a\ndata:\ndata: b\n\n") << Events{" a\n\nb"};
        QTest::newRow("other fields are left out")
            << QByteArray("event: x\nid: 1\nretry: 3\nfoo: bar\ndata\n\ndata: y\n\n") << Events{"", "y"};
        QTest::newRow("an event without its blank line is not given out")
            << QByteArray("data: a\n\ndata: b\n") << Events{"a"};
        QTest::newRow("not UTF-8") << QByteArray("data: \xff\n\n") << Events{"\xEF\xBF\xBD"};
        QTest::newRow("empty") << QByteArray("\n\n\r\n") << Events{};
    }
    void readsTheSameEventsWhateverTheSplit()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QList<QByteArray>, events);
        for (std::size_t size = 1; size <= static_cast<std::size_t>(bytes.size()); ++size) {
            const auto read = dataOf({bytes.constData(), static_cast<std::size_t>(bytes.size())}, size);
            QCOMPARE(read.size(), static_cast<std::size_t>(events.size()));
            for (std::size_t i = 0; i < read.size(); ++i)
                QCOMPARE(QByteArray::fromStdString(read[i]), events[static_cast<int>(i)]);
        }
    }
    void namesTypeAndLastId()
    {
        std::vector<SseEvent> events;
        SseParser parser([&](const SseEvent &event) { events.push_back(event); });
        QVERIFY(parser.feed("event: error\nid: 7\ndata: x\n\ndata: y\n\n"));
        const std::vector<SseEvent> expected = {{"error", "x", "7"}, {"message", "y", "7"}};
        QVERIFY(events == expected);
    }
    void refusesAnEventLargerThanTheCap()
    {
        int given = 0;
        SseParser parser([&](const SseEvent &) { ++given; }, 1'000);
        QVERIFY(parser.feed("data: " + std::string(900, 'x') + "\n\n"));
        const auto fed = parser.feed("data: " + std::string(1'100, 'x'));
        QVERIFY(!fed);
        QCOMPARE(fed.error().code, ErrorCode::ModelReply);
        QVERIFY(!parser.feed("\n\n"));
        QCOMPARE(given, 1);
    }
};

QTEST_GUILESS_MAIN(SseTest)
#include "sse_test.moc"
