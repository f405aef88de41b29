#include "core/model/budget.h"

#include <QTest>

using namespace vouchsafe;

class BudgetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void costsAddUpInEveryPart()
    {
        Cost sum{100, 50, 10, 0.25, 1};
        sum += Cost{1, 2, 3, 0.5, 4};
        QVERIFY((sum == Cost{101, 52, 13, 0.75, 5}));
    }

    void theDefaultLimitsAreThoseOfTheManual()
    {
        const Limits limits;
        QCOMPARE(limits.attempts, 3);
        QVERIFY(limits.check == std::chrono::minutes(5));
        QVERIFY(limits.run == std::chrono::hours(1));
        QVERIFY(!limits.costUsd.has_value() && !limits.tokens.has_value());
    }
};

QTEST_GUILESS_MAIN(BudgetTest)
#include "budget_test.moc"
