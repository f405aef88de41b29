#include "tests/ui/models/cells.h"
#include "tests/ui/models/sample_run.h"
#include "ui/models/ledger_model.h"
#include "ui/models/ledger_order.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

QStringList column(const LedgerModel &model, LedgerColumn column)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts << model.index(row, static_cast<int>(column)).data().toString();
    return texts;
}

TestRow testRow(const std::string &id, TestChange change, TestStatus after = TestStatus::Passed)
{
    TestRow row;
    row.id = id;
    row.change = change;
    row.before = TestStatus::Passed;
    row.after = after;
    return row;
}

std::shared_ptr<const TestRows> rows(TestRows given)
{
    return std::make_shared<const TestRows>(std::move(given));
}

} // namespace

class LedgerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyTestOfAVerdictIsThere()
    {
        LedgerModel model;
        QAbstractItemModelTester tester(&model);
        model.show(ledgerRows(ledgerInput(sampleView(RunLife::Ended))));
        QCOMPARE(column(model, LedgerColumn::Test), QStringList({QStringLiteral("test_a.py::test_broken"),
                                                                 QStringLiteral("test_a.py::test_fine"),
                                                                 QStringLiteral("test_a.py::test_slow")}));
        QCOMPARE(column(model, LedgerColumn::Change),
                 QStringList({QStringLiteral("✓ fixed"), QStringLiteral("✓ still passes"),
                              QStringLiteral("✓ still passes")}));
        QCOMPARE(column(model, LedgerColumn::Before)[0], QStringLiteral("failed"));
        QCOMPARE(column(model, LedgerColumn::After)[0], QStringLiteral("passed"));
    }

    void theFailingTestsBringTheirMessages()
    {
        LedgerModel model;
        model.show(ledgerRows(ledgerInput(sampleView(RunLife::Running, 20))));
        const TestRow *row = model.rowOf(model.index(0, 0));
        QVERIFY(row != nullptr);
        QCOMPARE(row->change, TestChange::FailToFail);
        QCOMPARE(row->line, 4);
        QCOMPARE(column(model, LedgerColumn::Message)[0], QStringLiteral("assert 1 == 2"));
    }

    void beforeAVerdictItIsTheBaseline()
    {
        LedgerModel model;
        const RunView view = sampleView(RunLife::Running, 8);
        model.show(ledgerRows(ledgerInput(view)));
        QCOMPARE(column(model, LedgerColumn::Change),
                 QStringList({QStringLiteral("✗ baseline"), QStringLiteral("✓ baseline"),
                              QStringLiteral("✓ baseline")}));
        QVERIFY(ledgerRows(ledgerInput(RunView()))->empty());
    }

    void anEventWithoutTestsIsAnEqualSource()
    {
        QVERIFY(ledgerSource(sampleView(RunLife::Running, 8)) ==
                ledgerSource(sampleView(RunLife::Running, 18)));
        QVERIFY(ledgerSource(sampleView(RunLife::Running, 18)) !=
                ledgerSource(sampleView(RunLife::Running, 19)));
        QVERIFY(ledgerSource(sampleView(RunLife::Running, 30)) !=
                ledgerSource(sampleView(RunLife::Running, 19)));
    }

    void whatAsksForAttentionComesFirst()
    {
        const RunView view = sampleView(RunLife::Ended);
        RunView regressed = view;
        Verdict &verdict = *regressed.state.iterations[1].verdict;
        verdict.ledger.push_back({"test_a.py::test_gone", TestChange::Vanished, TestStatus::Passed, {}});
        verdict.ledger.push_back(
            {"test_a.py::test_slow", TestChange::PassToFail, TestStatus::Passed, TestStatus::Failed});
        const auto tests = ledgerRows(ledgerInput(regressed));
        QCOMPARE(tests->size(), std::size_t{4});
        QCOMPARE((*tests)[0].change, TestChange::PassToFail);
        QCOMPARE((*tests)[1].change, TestChange::Vanished);
        QCOMPARE((*tests)[3].change, TestChange::PassToPass);
    }

    void filtersByNameAndByKind()
    {
        LedgerModel model;
        QAbstractItemModelTester tester(&model);
        model.show(
            rows({testRow("b::broke", TestChange::PassToFail, TestStatus::Failed),
                  testRow("a::still", TestChange::FailToFail, TestStatus::Failed),
                  testRow("a::fixed", TestChange::FailToPass), testRow("a::same", TestChange::PassToPass)}));
        model.filter({}, TestsShown::Changed);
        QCOMPARE(column(model, LedgerColumn::Test),
                 QStringList({QStringLiteral("b::broke"), QStringLiteral("a::fixed")}));
        model.filter({}, TestsShown::Failing);
        QCOMPARE(model.rowCount(), 2);
        model.filter(QStringLiteral("A::"), TestsShown::All);
        QCOMPARE(model.rowCount(), 3);
        model.filter(QStringLiteral("nowhere"), TestsShown::All);
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!model.find("a::same").isValid());
        model.filter({}, TestsShown::All);
        QCOMPARE(model.find("a::same").row(), 3);
    }

    void sortsByColumnsAndBack()
    {
        LedgerModel model;
        QAbstractItemModelTester tester(&model);
        model.show(rows({testRow("c", TestChange::PassToFail, TestStatus::Failed),
                         testRow("a", TestChange::PassToPass), testRow("b", TestChange::PassToPass)}));
        const int byTest = static_cast<int>(LedgerColumn::Test);
        model.sort(byTest);
        QCOMPARE(column(model, LedgerColumn::Test).join(QString()), QStringLiteral("abc"));
        model.sort(byTest, Qt::DescendingOrder);
        QCOMPARE(column(model, LedgerColumn::Test).join(QString()), QStringLiteral("cba"));
        model.sort(-1);
        QCOMPARE(column(model, LedgerColumn::Test).join(QString()), QStringLiteral("cab"));
    }

    void aHundredThousandTestsAreOrderedOnAnotherThread()
    {
        TestRows many;
        for (int i = 0; i < 100'000; ++i)
            many.push_back(testRow("suite::test_" + std::to_string(i),
                                   i % 2 == 0 ? TestChange::PassToPass : TestChange::FailToPass));
        LedgerModel model;
        QSignalSpy arranged(&model, &LedgerModel::arranged);
        model.show(rows(std::move(many)));
        QCOMPARE(arranged.size(), 0); // nothing was done on this thread
        QTRY_COMPARE(model.rowCount(), 100'000);
        model.filter({}, TestsShown::Changed);
        model.filter(QStringLiteral("_99999"), TestsShown::Changed); // takes the place of the one before
        QTRY_COMPARE(model.rowCount(), 1);
        QCOMPARE(model.rowOf(model.index(0, 0))->id, std::string("suite::test_99999"));
        QCOMPARE(arranged.size(), 2);
    }

    void anOrderThatIsNotWantedAnyMoreIsCutShort()
    {
        std::stop_source stopped;
        stopped.request_stop();
        const TestRows two{testRow("a", TestChange::New), testRow("b", TestChange::New)};
        QVERIFY(orderedTests(two, {}, stopped.get_token()).empty());
        QCOMPARE(orderedTests(two, {}, {}).size(), std::size_t{2});
    }

    void hostileWordsStayWords()
    {
        LedgerModel model;
        RunView view = hostileView();
        model.show(ledgerRows(ledgerInput(view)));
        QVERIFY(model.rowCount() > 0);
        QVERIFY(!cellTexts(model).filter(QStringLiteral("<img src=http://x>")).isEmpty());
        for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole),
                               int(Qt::AccessibleDescriptionRole)})
            for (const QString &cell : cellTexts(model, role))
                QVERIFY2(!isDisguised(cell), qPrintable(cell));
        for (const QString &tip : cellTexts(model, Qt::ToolTipRole))
            QVERIFY2(!isInterpreted(tip), qPrintable(tip));
    }
};

QTEST_MAIN(LedgerTest)
#include "ledger_test.moc"
