#include "core/llm/retry.h"

#include <QtTest>

#include <thread>

using namespace vouchsafe;
using std::chrono::milliseconds;

namespace {

// 2024-02-29 12:00:00 UTC
const std::chrono::system_clock::time_point now{std::chrono::seconds{1'709'208'000}};

} // namespace

class RetryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decides_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("tries");
        QTest::addColumn<double>("random");
        QTest::addColumn<int>("wait"); // -1: not again
        const auto row = [](const char *name, int status, const char *header, const char *value, int tries,
                            double random, int wait) {
            QTest::newRow(name) << status << QByteArray(header) << QByteArray(value) << tries << random
                                << wait;
        };
        row("no answer", 0, "", "", 1, 0, 500);
        row("408", 408, "", "", 1, 0, 500);
        row("409", 409, "", "", 1, 0, 500);
        row("429", 429, "", "", 1, 0, 500);
        row("500, doubled", 500, "", "", 2, 0, 1000);
        row("529, jitter takes a quarter at most", 529, "", "", 3, 1, 1500);
        row("capped", 503, "", "", 3, 0, 2000);
        row("fourth try was the last", 503, "", "", 4, 0, -1);
        row("400", 400, "", "", 1, 0, -1);
        row("404", 404, "", "", 1, 0, -1);
        row("422", 422, "", "", 1, 0, -1);
        row("F06: seconds", 429, "Retry-After", "12", 1, 0.5, 12000);
        row("F06: a fraction", 429, "retry-after", "1.5", 1, 0.5, 1500);
        row("F06: a date 30 s ahead", 429, "retry-after", "Thu, 29 Feb 2024 12:00:30 GMT", 1, 0, 30000);
        row("F06: a date in the past", 429, "retry-after", "Thu, 29 Feb 2024 11:00:00 GMT", 1, 0, 500);
        row("F06: longer than the limit", 429, "retry-after", "600", 1, 0, -1);
        row("F06: absurd", 429, "retry-after", "1e300", 1, 0, -1);
        row("negative", 429, "retry-after", "-5", 1, 0, 500);
        row("nonsense", 429, "retry-after", "soon", 1, 0, 500);
        row("milliseconds", 429, "retry-after-ms", "250", 1, 0, 250);
        row("told not to", 503, "x-should-retry", "false", 1, 0, -1);
        row("told to", 400, "x-should-retry", "true", 1, 0, 500);
        row("never with a refused key", 401, "x-should-retry", "true", 1, 0, -1);
    }
    void decides()
    {
        QFETCH(const int, status);
        QFETCH(const QByteArray, header);
        QFETCH(const QByteArray, value);
        QFETCH(const int, tries);
        QFETCH(const double, random);
        QFETCH(const int, wait);
        FailedTry failed{status, {}, tries, random, now};
        if (!header.isEmpty())
            failed.headers.emplace_back(header.toStdString(), value.toStdString());
        const RetryDecision decision = decideRetry({}, failed);
        QCOMPARE(decision.again ? static_cast<int>(decision.wait.count()) : -1, wait);
        QVERIFY(!decision.why.empty());
    }
    void saysWhyItDoesNotWaitTooLong()
    {
        const RetryDecision decision = decideRetry({}, {429, {{"retry-after", "600"}}, 1, 0, now});
        QVERIFY2(decision.why.find("600 s") != std::string::npos, decision.why.c_str());
    }
    void readsTheThreeFormsOfADate()
    {
        const auto expected = std::optional(now + std::chrono::seconds(9));
        QVERIFY(httpDate("Thu, 29 Feb 2024 12:00:09 GMT") == expected);
        QVERIFY(httpDate("Thursday, 29-Feb-24 12:00:09 GMT") == expected);
        QVERIFY(httpDate("Thu Feb 29 12:00:09 2024") == expected);
        for (const char *bad : {"", "12", "Thu, 30 Feb 2024 12:00:09 GMT", "Thu, 29 Foo 2024 12:00:09 GMT",
                                "Thu, 29 Feb 2024 25:00:09 GMT"})
            QVERIFY2(!httpDate(bad), bad);
    }
    void countsDownAndEndsAtOnceWhenCancelled()
    {
        std::vector<milliseconds> ticks;
        std::stop_source source;
        QVERIFY(waitCancellable(milliseconds(20), source.get_token(),
                                [&](milliseconds left) { ticks.push_back(left); }));
        QVERIFY(!ticks.empty() && ticks.front() == milliseconds(20));
        const auto start = std::chrono::steady_clock::now();
        std::jthread canceller([&] {
            std::this_thread::sleep_for(milliseconds(30));
            source.request_stop();
        });
        QVERIFY(!waitCancellable(milliseconds(60'000), source.get_token(), [](milliseconds) {}));
        QVERIFY(std::chrono::steady_clock::now() - start < milliseconds(1'000));
    }
};

QTEST_GUILESS_MAIN(RetryTest)
#include "retry_test.moc"
