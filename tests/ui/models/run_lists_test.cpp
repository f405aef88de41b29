#include "tests/ui/models/cells.h"
#include "tests/ui/models/sample_run.h"
#include "ui/models/context_model.h"
#include "ui/models/notices_model.h"
#include "ui/models/runs_model.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

const QDateTime now = QDateTime::fromString(QStringLiteral("2026-11-30T08:02:12Z"), Qt::ISODate);

void checkLiteral(const QAbstractItemModel &model)
{
    QVERIFY(!cellTexts(model).filter(QStringLiteral("<img src=http://x>")).isEmpty());
    for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole),
                           int(Qt::AccessibleDescriptionRole)})
        for (const QString &cell : cellTexts(model, role))
            QVERIFY2(!isDisguised(cell), qPrintable(cell));
    for (const QString &tip : cellTexts(model, Qt::ToolTipRole))
        QVERIFY2(!isInterpreted(tip), qPrintable(tip));
}

RunSummary summary(const std::string &id, std::optional<Outcome> outcome)
{
    RunSummary run;
    run.id = id;
    run.startedAt = "2026-11-30T06:02:11.250Z";
    run.request = "Handle an empty list\nand more";
    run.outcome = outcome;
    return run;
}

} // namespace

class RunListsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void slicesAreTold()
    {
        ContextModel model;
        QAbstractItemModelTester tester(&model);
        const ContextBundle context = sampleView(RunLife::Ended).state.context;
        model.show(context);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("average"));
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("src/calc.py:10-14"));
        QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("0.93"));
        QCOMPARE(model.sliceOf(model.index(1, 4))->id, std::string("src/calc.py::total"));
        QVERIFY(contextSummary(context).contains(QStringLiteral("49")));
    }

    void whatWasLeftOutIsFolded()
    {
        ContextModel model;
        model.show(sampleView(RunLife::Ended).state.context);
        const QModelIndex group = model.index(2, 0);
        QCOMPARE(group.data().toString(), QStringLiteral("Left out: 2"));
        QCOMPARE(group.siblingAtColumn(4).data().toString(), QStringLiteral("budget"));
        QCOMPARE(model.rowCount(group), 2);
        QVERIFY(model.sliceOf(group) == nullptr);
        QVERIFY(model.sliceOf({}) == nullptr);
    }

    void anotherContextTakesItsPlace()
    {
        ContextModel model;
        QAbstractItemModelTester tester(&model);
        ContextBundle context = sampleView(RunLife::Ended).state.context;
        model.show(context);
        const QPersistentModelIndex kept = model.index(1, 0);
        context.slices.erase(context.slices.begin());
        context.leftOut.clear();
        model.show(context);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(kept.row(), 0);
        QCOMPARE(model.sliceOf(kept)->id, std::string("src/calc.py::total"));
    }

    void runsAreTold()
    {
        RunsModel model;
        QAbstractItemModelTester tester(&model);
        RunSummary applied = summary("1", Outcome::Proven);
        applied.applied = true;
        RunSummary live = summary("2", std::nullopt);
        live.live = true;
        RunSummary broken = summary("3", std::nullopt);
        broken.problem = Error{ErrorCode::Journal, "the journal cannot be read", "", ""};
        RunSummary rejected = summary("6", Outcome::Proven);
        rejected.rejected = true;
        model.show(
            {applied, live, summary("4", std::nullopt), summary("5", Outcome::Regressed), broken, rejected},
            now);
        QVERIFY(model.index(0, 2).data().toString().startsWith(QStringLiteral("2 h ago, ")));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Handle an empty list"));
        QCOMPARE(model.index(0, 0).data(RunsModel::AgoRole).toString(), QStringLiteral("2 h ago"));
        const QString spoken = model.index(0, 0).data(Qt::AccessibleTextRole).toString();
        QCOMPARE(spoken, QStringLiteral("Handle an empty list, applied, passes all tests, started %1")
                             .arg(model.index(0, 2).data().toString()));
        QStringList outcomes;
        for (int row = 0; row < model.rowCount(); ++row)
            outcomes << model.index(row, 1).data().toString();
        QCOMPARE(outcomes, QStringList({QStringLiteral("✓ applied, passes all tests"),
                                        QStringLiteral("● under way"), QStringLiteral("! interrupted"),
                                        QStringLiteral("✗ breaks tests that passed before"),
                                        QStringLiteral("! cannot be read: the journal cannot be read"),
                                        QStringLiteral("✗ rejected")}));
        QCOMPARE(RunsModel::runOf(model.index(3, 1)), std::string("5"));
    }

    void aNewRunMovesNoSelection()
    {
        RunsModel model;
        QAbstractItemModelTester tester(&model);
        model.show({summary("2", Outcome::Proven), summary("1", Outcome::Proven)}, now);
        const QPersistentModelIndex kept = model.index(1, 0);
        model.show({summary("3", std::nullopt), summary("2", Outcome::Proven), summary("1", Outcome::Proven)},
                   now);
        QCOMPARE(kept.row(), 2);
        QCOMPARE(RunsModel::runOf(kept), std::string("1"));
    }

    void warningsComeFirst()
    {
        NoticesModel model;
        QAbstractItemModelTester tester(&model);
        RunView view = sampleView(RunLife::Ended);
        view.state.notices = {{Noticed::Level::Note, "a note"},
                              {Noticed::Level::Progress, "tried 10 candidates"},
                              {Noticed::Level::Warning, "a warning"}};
        view.notices = {"the journal is torn"};
        model.show(view);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("the journal is torn"));
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("! Warning"));
        QCOMPARE(model.index(2, 1).data().toString(), QStringLiteral("a note"));
        QCOMPARE(model.warnings(), 2);
        const QStringList shown = cellTexts(model);
        QVERIFY(shown.contains(QStringLiteral("hunk 1 moved by 2 lines")));
        QVERIFY(shown.contains(QStringLiteral("node_modules")));
        QVERIFY(!shown.contains(QStringLiteral("tried 10 candidates")));
    }

    void equalNoticesAreRowsOfTheirOwn()
    {
        NoticesModel model;
        QAbstractItemModelTester tester(&model);
        RunView view;
        view.state.notices = {{Noticed::Level::Note, "same"}, {Noticed::Level::Note, "same"}};
        model.show(view);
        QCOMPARE(model.rowCount(), 2);
        const QPersistentModelIndex second = model.index(1, 0);
        view.state.notices.push_back({Noticed::Level::Note, "same"});
        model.show(view);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(second.row(), 1);
    }

    void hostileWordsStayWords()
    {
        ContextModel context;
        context.show(hostileView().state.context);
        checkLiteral(context);
        NoticesModel notices;
        notices.show(hostileView());
        checkLiteral(notices);
        RunSummary run = summary(hostile, Outcome::Proven);
        run.request = run.startedAt = hostile;
        run.problem = Error{ErrorCode::Journal, hostile, hostile, hostile};
        RunsModel runs;
        runs.show({run}, now);
        checkLiteral(runs);
    }
};

QTEST_MAIN(RunListsTest)
#include "run_lists_test.moc"
