#include "tests/support/sample_events.h"
#include "tests/ui/models/cells.h"
#include "tests/ui/models/sample_run.h"
#include "ui/models/timeline.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QLocale>
#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

const QDateTime now = QDateTime::fromString(QStringLiteral("2026-11-30T06:02:23.250Z"), Qt::ISODateWithMs);

QString text(const QModelIndex &row, TimelineColumn column)
{
    return row.siblingAtColumn(static_cast<int>(column)).data().toString();
}

QModelIndex child(const TimelineModel &model, const QModelIndex &parent, const QString &what)
{
    for (int i = 0; i < model.rowCount(parent); ++i)
        if (text(model.index(i, 0, parent), TimelineColumn::What) == what)
            return model.index(i, 0, parent);
    return {};
}

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void tellsAFinishedRun()
    {
        TimelineModel model;
        model.show(sampleView(RunLife::Ended), now);
        QCOMPARE(model.rowCount(), 4);
        const QModelIndex baseline = model.index(0, 0);
        QCOMPARE(text(baseline, TimelineColumn::What), QStringLiteral("Baseline"));
        QCOMPARE(text(baseline, TimelineColumn::Time), QStringLiteral("0.9 s"));
        QCOMPARE(text(model.index(0, 0, baseline), TimelineColumn::Result),
                 QStringLiteral("✗ 2 passed, 1 failed"));
        const QModelIndex first = model.ofIteration(1);
        QCOMPARE(text(first, TimelineColumn::Result), QStringLiteral("✗ tests still fail"));
        QCOMPARE(model.rowCount(first), 5);
        QCOMPARE(text(child(model, first, QStringLiteral("Verify")), TimelineColumn::Time),
                 QStringLiteral("1 min 12 s"));
        const QModelIndex second = model.ofIteration(2);
        QCOMPARE(text(second, TimelineColumn::Result), QStringLiteral("✓ passes all tests"));
        QCOMPARE(text(model.index(3, 0), TimelineColumn::Result), QStringLiteral("✓ passes all tests"));
    }

    void theRouteCarriesItsRationale()
    {
        TimelineModel model;
        model.show(sampleView(RunLife::Ended), now);
        const QModelIndex route = child(model, model.ofIteration(1), QStringLiteral("Route"));
        const QString why = QStringLiteral("the same test fails with another message");
        QVERIFY(text(route, TimelineColumn::Result).contains(why));
        QVERIFY(route.data(Qt::ToolTipRole).toString().contains(why));
        QVERIFY(route.data(Qt::AccessibleDescriptionRole).toString().contains(why));
    }

    // With the tests of ours counted in, the repetition of a proof that holds would look as if two had
    // failed.
    void testsOfOursDoNotCount()
    {
        TimelineModel model;
        model.show(sampleView(RunLife::Ended), now);
        const QModelIndex verify = child(model, model.ofIteration(2), QStringLiteral("Verify"));
        QCOMPARE(model.rowCount(verify), 2);
        QCOMPARE(text(model.index(1, 0, verify), TimelineColumn::Result),
                 QStringLiteral("✓ repeated: 3 passed"));
        // Before the verdict nothing tells them apart, so nothing is counted.
        model.show(sampleView(RunLife::Running, 29), now);
        const QModelIndex open = child(model, model.ofIteration(2), QStringLiteral("Verify"));
        QCOMPARE(model.rowCount(open), 2);
        QCOMPARE(text(model.index(1, 0, open), TimelineColumn::Result), QStringLiteral("repeated: done"));
    }

    void thePhaseUnderWayCountsUp()
    {
        TimelineModel model;
        model.show(sampleView(RunLife::Running, 17), now);
        QVERIFY(model.countsUp());
        const QModelIndex verify = child(model, model.ofIteration(1), QStringLiteral("Verify"));
        QCOMPARE(text(verify, TimelineColumn::Result), QStringLiteral("● under way"));
        QCOMPARE(text(verify, TimelineColumn::Time), QStringLiteral("12 s"));
        model.tick(now.addSecs(60));
        QCOMPARE(text(verify, TimelineColumn::Time), QStringLiteral("1 min 12 s"));
        model.show(sampleView(RunLife::Ended), now);
        QVERIFY(!model.countsUp());
    }

    void theHeldPhaseIsMarked()
    {
        RunView view = sampleView(RunLife::Paused, 16);
        view.pause = PausePoint{Phase::Verify, ""};
        TimelineModel model;
        model.show(view, now);
        const QModelIndex verify = child(model, model.ofIteration(1), QStringLiteral("Verify"));
        QCOMPARE(text(verify, TimelineColumn::Result), QStringLiteral("‖ held before Verify"));
        QVERIFY(!model.countsUp());
        // It goes on in the same row.
        const QPersistentModelIndex kept = verify;
        model.show(sampleView(RunLife::Running, 17), now);
        QCOMPARE(text(kept, TimelineColumn::Result), QStringLiteral("● under way"));
    }

    void theHeldBaselineIsMarked()
    {
        RunView view = sampleView(RunLife::Paused, 2);
        view.pause = PausePoint{Phase::Verify, ""};
        TimelineModel model;
        model.show(view, now);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(text(model.index(0, 0), TimelineColumn::Result), QStringLiteral("‖ held before Verify"));
    }

    void actsAndInterruptionsAreTold()
    {
        const HumanActed rejected{HumanActed::Act::RejectedPatch, "too broad", "aa", {"a.py"}, {}};
        TimelineModel model;
        model.show(sampleView(RunLife::Ended, 20, {rejected}), now);
        QCOMPARE(text(model.ofIteration(1), TimelineColumn::Result), QStringLiteral("✗ rejected: too broad"));
        QCOMPARE(text(model.index(2, 0), TimelineColumn::What), QStringLiteral("✗ Rejected: too broad"));
        QVERIFY(text(model.index(3, 0), TimelineColumn::What).startsWith(QStringLiteral("! Interrupted: ")));
        model.show(sampleView(RunLife::Running, 18, {RunResumed{"0.1.0"}, PhaseStarted{0, Phase::Verify}}),
                   now);
        QCOMPARE(text(child(model, model.ofIteration(1), QStringLiteral("Verify")), TimelineColumn::Result),
                 QStringLiteral("■ interrupted"));
        QVERIFY(child(model, {}, QStringLiteral("Baseline again")).isValid());
    }

    // Each baseline has its own checks and its own result, whatever a later one found.
    void aResumedRunKeepsItsBaselinesApart()
    {
        Baseline green;
        green.runs = {{"baseline", {greenCheck()}}};
        CheckFinished other{0, "baseline", greenCheck()};
        TimelineModel model;
        QAbstractItemModelTester tester(&model);
        model.show(
            sampleView(RunLife::Running, 20,
                       {RunResumed{"0.1.0"}, PhaseStarted{0, Phase::Verify}, other, BaselineReached{green},
                        PhaseFinished{0, Phase::Verify, std::chrono::milliseconds(700)}}),
            now);
        const QModelIndex first = model.index(0, 0);
        const QModelIndex again = child(model, {}, QStringLiteral("Baseline again"));
        QCOMPARE(model.rowCount(first), 1);
        QCOMPARE(model.rowCount(again), 1);
        QCOMPARE(text(model.index(0, 0, first), TimelineColumn::Result),
                 QStringLiteral("✗ 2 passed, 1 failed"));
        QCOMPARE(text(model.index(0, 0, again), TimelineColumn::Result), QStringLiteral("✓ 3 passed"));
        QCOMPARE(text(first, TimelineColumn::Result), QStringLiteral("✓ done"));
        QCOMPARE(text(again, TimelineColumn::Result), QStringLiteral("✓ no test fails"));
        QCOMPARE(again.row(), 2);
    }

    // While the second is measured the first still has its result.
    void aBaselineUnderWayClaimsNothing()
    {
        TimelineModel model;
        model.show(sampleView(RunLife::Running, 20, {RunResumed{"0.1.0"}, PhaseStarted{0, Phase::Verify}}),
                   now);
        QVERIFY(text(model.index(0, 0), TimelineColumn::Result).contains(QStringLiteral("1 test")));
        QCOMPARE(text(model.index(2, 0), TimelineColumn::Result), QStringLiteral("● under way"));
        RunView held = sampleView(RunLife::Paused, 20, {RunResumed{"0.1.0"}});
        held.pause = PausePoint{Phase::Verify, ""};
        model.show(held, now);
        QCOMPARE(text(model.index(2, 0), TimelineColumn::What), QStringLiteral("Baseline again"));
        QCOMPARE(text(model.index(2, 0), TimelineColumn::Result), QStringLiteral("‖ held before Verify"));
    }

    void actsStandWhereTheyCame()
    {
        const HumanActed rejected{HumanActed::Act::RejectedPatch, "too broad", "aa", {}, {}};
        const HumanActed applied{HumanActed::Act::Applied, "looked at", "bb", {}, {}};
        TimelineModel model;
        model.show(sampleView(RunLife::Ended, 20,
                              {rejected, RunResumed{"0.1.0"}, PhaseStarted{0, Phase::Verify},
                               RunFinished{StopReason::Error, Outcome::NoPatch, 0, "no", {}}, applied}),
                   now);
        QStringList rows;
        for (int i = 0; i < model.rowCount(); ++i)
            rows << text(model.index(i, 0), TimelineColumn::What);
        QCOMPARE(rows, QStringList({QStringLiteral("Baseline"), QStringLiteral("Iteration 1"),
                                    QStringLiteral("✗ Rejected: too broad"), QStringLiteral("Baseline again"),
                                    QStringLiteral("✗ An error ended the run: no"),
                                    QStringLiteral("✓ Applied: looked at")}));
    }

    void whatWasStoppedIsNotDone()
    {
        using std::chrono::milliseconds;
        const std::vector<EventBody> stopped{
            PhaseFinished{1, Phase::Engineer, milliseconds(5)},
            HumanActed{HumanActed::Act::CancelAsked, "the run was asked to stop", "", {}, {}},
            RunFinished{StopReason::Cancelled, Outcome::Cancelled, 0, "ERR_CANCELLED: cancelled", {}}};
        TimelineModel model;
        model.show(sampleView(RunLife::Ended, 14, stopped), now);
        const QModelIndex first = model.ofIteration(1);
        QCOMPARE(text(child(model, first, QStringLiteral("Patch")), TimelineColumn::Result),
                 QStringLiteral("■ stopped"));
        QCOMPARE(text(child(model, first, QStringLiteral("Plan")), TimelineColumn::Result),
                 QStringLiteral("✓ done"));
        QCOMPARE(text(first, TimelineColumn::Result), QStringLiteral("■ stopped"));
        QVERIFY(child(model, {}, QStringLiteral("■ You stopped the run")).isValid());
        QVERIFY(child(model, {}, QStringLiteral("■ Asked to stop")).isValid());
        QVERIFY(cellTexts(model).filter(QStringLiteral("ERR_")).isEmpty());
        // The same once it is gone on with.
        std::vector<EventBody> more = stopped;
        more.insert(more.end(), {RunResumed{"0.1.0"}, PhaseStarted{0, Phase::Verify}});
        model.show(sampleView(RunLife::Running, 14, more), now);
        QCOMPARE(text(child(model, model.ofIteration(1), QStringLiteral("Patch")), TimelineColumn::Result),
                 QStringLiteral("■ stopped"));
    }

    void checksAreShortAndTellTheirCommandElsewhere()
    {
        TimelineModel model;
        model.show(sampleView(RunLife::Ended), now);
        const QModelIndex check = model.index(0, 0, model.index(0, 0));
        QCOMPARE(text(check, TimelineColumn::What), QStringLiteral("Check 1"));
        for (const int role : {int(Qt::ToolTipRole), int(Qt::AccessibleDescriptionRole)})
            QVERIFY(check.data(role).toString().contains(QStringLiteral("python3 -m pytest -q")));
    }

    void rowsStandForIterationsAndOutputs()
    {
        TimelineModel model;
        model.show(sampleView(RunLife::Ended), now);
        QCOMPARE(TimelineModel::placeOf(model.ofIteration(2)), (TimelinePlace{2, 0}));
        QCOMPARE(TimelineModel::placeOf(model.index(0, 0, model.index(0, 0))),
                 (TimelinePlace{0, 1, "baseline"}));
        const QModelIndex verify = child(model, model.ofIteration(2), QStringLiteral("Verify"));
        QCOMPARE(TimelineModel::placeOf(model.index(0, 1, verify)), (TimelinePlace{2, 1, "plain"}));
        QCOMPARE(TimelineModel::placeOf(model.index(3, 0)), TimelinePlace::wholeLine());
    }

    void aSelectionSurvivesEveryEvent()
    {
        TimelineModel model;
        QAbstractItemModelTester tester(&model);
        QItemSelectionModel selection(&model);
        const std::size_t count = sampleRunBodies().size();
        for (std::size_t i = 0; i <= count; ++i) {
            model.show(sampleView(i == count ? RunLife::Ended : RunLife::Running, i), now);
            if (i == 9)
                selection.setCurrentIndex(model.index(0, 0, model.ofIteration(1)),
                                          QItemSelectionModel::SelectCurrent);
            if (i >= 9) {
                QCOMPARE(text(selection.currentIndex(), TimelineColumn::What), QStringLiteral("Retrieve"));
                QVERIFY(selection.isSelected(selection.currentIndex()));
            }
        }
    }

    void everyKindOfEventIsTold()
    {
        TimelineModel model;
        QAbstractItemModelTester tester(&model);
        RunView view;
        view.life = RunLife::Running;
        for (const Event &event : eventsOf(sampleBodies())) {
            view.state = reduce(std::move(view.state), event);
            model.show(view, now);
        }
        QVERIFY(model.rowCount() >= 3);
        for (int act = 0; act <= static_cast<int>(HumanActed::Act::CancelAsked); ++act)
            view.state = reduce(std::move(view.state),
                                {view.state.seq + 1, "", "", "",
                                 HumanActed{static_cast<HumanActed::Act>(act), "because", "", {}, {}}});
        model.show(view, now);
        QVERIFY(child(model, {}, QStringLiteral("Undone: because")).isValid());
    }

    void hostileWordsStayWords()
    {
        TimelineModel model;
        model.show(hostileView(), now);
        const QStringList shown = cellTexts(model);
        QVERIFY(!shown.filter(QStringLiteral("<img src=http://x>")).isEmpty());
        for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole),
                               int(Qt::AccessibleDescriptionRole)})
            for (const QString &cell : cellTexts(model, role))
                QVERIFY2(!isDisguised(cell), qPrintable(cell));
        for (const QString &tip : cellTexts(model, Qt::ToolTipRole))
            QVERIFY2(!isInterpreted(tip), qPrintable(tip));
    }
};

QTEST_MAIN(TimelineTest)
#include "timeline_test.moc"
