#include "core/base/clock.h"

#include <QTest>

using namespace vouchsafe;
using namespace std::chrono_literals;

class ClockTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timestampsAreUtcWithMilliseconds()
    {
        const std::chrono::system_clock::time_point epoch{};
        QCOMPARE(timestamp(epoch), std::string("1970-01-01T00:00:00.000Z"));
        QCOMPARE(timestamp(epoch + 1'767'323'045s + 7ms), std::string("2026-01-02T03:04:05.007Z"));
    }

    void theTimeZoneHasNoSay()
    {
        const QByteArray before = qgetenv("TZ");
        qputenv("TZ", "Asia/Tokyo");
        ::tzset();
        QCOMPARE(timestamp(std::chrono::system_clock::time_point{}), std::string("1970-01-01T00:00:00.000Z"));
        qputenv("TZ", before);
        ::tzset();
    }
};

QTEST_GUILESS_MAIN(ClockTest)
#include "clock_test.moc"
