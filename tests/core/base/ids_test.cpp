#include "core/base/ids.h"

#include "tests/support/fake_clock.h"

#include <QTest>

#include <set>

using namespace vouchsafe;

class IdsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRunIsNamedByItsStartInUtc()
    {
        test::FakeClock clock;
        clock.setWall(std::chrono::system_clock::time_point{std::chrono::seconds{1'767'323'045}});
        const std::string id = newRunId(clock);
        QVERIFY(id.starts_with("20260102-030405-"));
        QVERIFY(isRunId(id));
    }

    void tellsRunsFromOtherNames_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("run");
        for (const char *text : {"20260102-030405-0a9f", "99999999-999999-ffff"})
            QTest::newRow(text) << QString::fromUtf8(text) << true;
        for (const char *text :
             {"", "last", "20260102-030405-0a9", "20260102-030405-0A9F", "20260102-030405-0a9fx",
              "2026010a-030405-0a9f", "20260102x030405-0a9f", "../../../../../../x"})
            QTest::newRow(text) << QString::fromUtf8(text) << false;
    }
    void tellsRunsFromOtherNames()
    {
        QFETCH(QString, text);
        QTEST(isRunId(text.toStdString()), "run");
    }

    void noncesAreHexadecimalAndDiffer()
    {
        std::set<std::string> seen;
        for (int i = 0; i < 1000; ++i)
            seen.insert(newNonce());
        QCOMPARE(seen.size(), std::size_t{1000});
        for (const std::string &nonce : seen) {
            QCOMPARE(nonce.size(), std::size_t{32});
            QCOMPARE(nonce.find_first_not_of("0123456789abcdef"), std::string::npos);
        }
        QCOMPARE(newNonce(0), std::string());
    }
};

QTEST_GUILESS_MAIN(IdsTest)
#include "ids_test.moc"
