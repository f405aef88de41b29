#include "core/model/stop_reason.h"

#include <QTest>

using namespace vouchsafe;

class StopReasonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAreThoseOfTheJournal_data()
    {
        QTest::addColumn<int>("reason");
        const auto row = [](const char *name, StopReason reason) {
            QTest::newRow(name) << static_cast<int>(reason);
        };
        row("verified", StopReason::Verified);
        row("attempts", StopReason::Attempts);
        row("no_progress", StopReason::NoProgress);
        row("budget", StopReason::Budget);
        row("time", StopReason::Time);
        row("environment", StopReason::Environment);
        row("nothing_found", StopReason::NothingFound);
        row("refused_by_model", StopReason::RefusedByModel);
        row("cancelled", StopReason::Cancelled);
        row("error", StopReason::Error);
    }
    void namesAreThoseOfTheJournal()
    {
        QFETCH(int, reason);
        const auto value = static_cast<StopReason>(reason);
        QCOMPARE(std::string(stopReasonName(value)), std::string(QTest::currentDataTag()));
        QVERIFY(stopReasonFromName(QTest::currentDataTag()) == value);
    }

    void noOtherNameIsAReason() { QVERIFY(!stopReasonFromName("done").has_value()); }
};

QTEST_GUILESS_MAIN(StopReasonTest)
#include "stop_reason_test.moc"
