#include "core/model/verdict.h"

#include "core/base/resources.h"

#include <QTest>

using namespace vouchsafe;

class VerdictTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void outcomesKeepTheirTable_data()
    {
        QTest::addColumn<int>("outcome");
        QTest::addColumn<int>("exitStatus");
        QTest::addColumn<bool>("costsAttempt");
        QTest::addColumn<bool>("offered");
        QTest::addColumn<bool>("warned");
        const auto row = [](const char *name, Outcome outcome, int exit, bool attempt, bool offered,
                            bool warned) {
            QTest::newRow(name) << static_cast<int>(outcome) << exit << attempt << offered << warned;
        };
        row("proven", Outcome::Proven, 0, true, true, false);
        row("passing-weak", Outcome::PassingWeak, 0, true, true, true);
        row("still-failing", Outcome::StillFailing, 1, true, true, true);
        row("regressed", Outcome::Regressed, 1, true, true, true);
        row("build-broken", Outcome::BuildBroken, 1, true, true, true);
        row("not-applied", Outcome::NotApplied, 1, true, false, false);
        row("no-patch", Outcome::NoPatch, 1, false, false, false);
        row("timeout", Outcome::Timeout, 3, true, true, true);
        row("limit", Outcome::Limit, 3, true, true, true);
        row("flaky", Outcome::Flaky, 3, true, true, true);
        row("no-tests", Outcome::NoTests, 3, false, true, true);
        row("environment", Outcome::Environment, 3, false, false, false);
        row("tampered", Outcome::Tampered, 4, true, false, false);
        row("refused", Outcome::Refused, 4, true, false, false);
        row("cancelled", Outcome::Cancelled, 130, false, false, false);
    }
    void outcomesKeepTheirTable()
    {
        QFETCH(int, outcome);
        const OutcomeRule &rule = outcomeRule(static_cast<Outcome>(outcome));
        QCOMPARE(static_cast<int>(rule.outcome), outcome);
        QCOMPARE(std::string(rule.name), std::string(QTest::currentDataTag()));
        QVERIFY(outcomeFromName(rule.name) == rule.outcome);
        QTEST(rule.exitStatus, "exitStatus");
        QTEST(rule.costsAttempt, "costsAttempt");
        QTEST(rule.offered, "offered");
        QTEST(rule.warned, "warned");
    }

    void peopleAreNeverToldThatItIsFixed()
    {
        for (int i = 0; i <= static_cast<int>(Outcome::Cancelled); ++i) {
            const std::string_view words = outcomeRule(static_cast<Outcome>(i)).shown;
            QVERIFY(!words.empty());
            for (const char *claim : {"fixed", "correct", "solved"})
                QVERIFY(words.find(claim) == std::string_view::npos);
        }
    }

    void everyOutcomeIsDocumented()
    {
        const std::string page = resource("help/outcomes.md").value_or("");
        for (int i = 0; i <= static_cast<int>(Outcome::Cancelled); ++i) {
            const OutcomeRule &rule = outcomeRule(static_cast<Outcome>(i));
            const std::string row =
                "| `" + std::string(rule.name) + "` | " + std::to_string(rule.exitStatus) + " |";
            QVERIFY2(page.find(row) != std::string::npos,
                     ("resources/help/outcomes.md has no row " + row).c_str());
        }
    }

    void noOtherNameIsAnOutcome()
    {
        for (const char *name : {"", "Proven", "proven ", "fixed"})
            QVERIFY(!outcomeFromName(name).has_value());
    }
};

QTEST_GUILESS_MAIN(VerdictTest)
#include "verdict_test.moc"
