// The window's side of a run: what it folds, what it shows, what it hands on and what it holds back.
#include "ui/run_controller.h"

#include "tests/support/sample_events.h"
#include "ui/deeds.h"

#include <QSignalSpy>
#include <QTest>

using namespace vouchsafe;

namespace {

std::vector<Event> sampleRun(const std::string &run = "run-1")
{
    std::vector<Event> all;
    for (const EventBody &body : test::sampleBodies()) {
        if (std::holds_alternative<RunResumed>(body))
            break;
        all.push_back({static_cast<std::int64_t>(all.size()) + 1, "at", run, "", body});
    }
    // The sample's second iteration has a verdict alone.
    PatchProposed proposed{2, {}, {}};
    proposed.patch.sha256 = "bb";
    proposed.patch.diff = "diff";
    all.insert(all.end() - 3, Event{0, "at", run, "", proposed});
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].seq = static_cast<std::int64_t>(i) + 1;
    return all;
}

ReviewPatch reviewOf(const std::string &run, int iteration)
{
    ReviewPatch review;
    review.run = run;
    review.iteration = iteration;
    review.sha256 = "bb";
    review.patch.files = {{"a.py", "", ChangeKind::Modify, "old\n", "new\n"}};
    return review;
}

/// A controller that has a repository open.
struct Bench {
    RunController controller;
    Bench()
    {
        OpenedRepository repository;
        repository.root = "/somewhere";
        controller.repositoryOpened(repository);
    }
    void endedRun()
    {
        controller.start({"mend f", {}, Stride::ToTheEnd});
        controller.runPrepared();
        controller.receive(sampleRun());
        controller.runEnded();
    }
    QString why(Deed deed) const { return whyNot(deed, controller.view(), controller.review(), true, true); }
};

} // namespace

class RunControllerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheOfferedIterationAndAsksForItsBytes()
    {
        Bench bench;
        const QSignalSpy asked(&bench.controller, &RunController::reviewAsked);
        bench.endedRun();
        QVERIFY(bench.controller.view().life == RunLife::Ended);
        QCOMPARE(bench.controller.view().shown, 2);
        QVERIFY(!asked.isEmpty());
        QVERIFY(!bench.controller.review());
        bench.controller.reviewLoaded(reviewOf("run-1", 1)); // of an iteration that is not shown
        QVERIFY(!bench.controller.review());
        bench.controller.reviewLoaded(reviewOf("run-1", 2));
        QVERIFY(bench.controller.review());
    }

    void approvesOnlyWhatIsOfferedUneditedAndReadWhole()
    {
        Bench bench;
        const QSignalSpy applied(&bench.controller, &RunController::applyAsked);
        bench.endedRun();
        QVERIFY(!bench.why(Deed::Approve).isEmpty()); // its bytes are not there yet
        bench.controller.approve();
        bench.controller.reviewLoaded(reviewOf("run-1", 2));
        QCOMPARE(bench.why(Deed::Approve), QString());
        bench.controller.edit({{"a.py", "edited\n"}});
        QVERIFY(bench.controller.view().edited);
        QVERIFY(!bench.why(Deed::Approve).isEmpty());
        bench.controller.approve();
        QCOMPARE(applied.size(), 0);
        bench.controller.edit({{"a.py", "new\n"}}); // back at the proposal
        QVERIFY(!bench.controller.view().edited);
        bench.controller.approve();
        QCOMPARE(applied.size(), 1);
        ReviewPatch stale = reviewOf("run-1", 2);
        stale.stale = {"a.py"};
        bench.controller.reviewLoaded(stale);
        QVERIFY(!bench.why(Deed::Approve).isEmpty());
        bench.controller.show(1);
        bench.controller.reviewLoaded(reviewOf("run-1", 1));
        QVERIFY(!bench.why(Deed::Approve).isEmpty()); // not the offered one
    }

    void hasTheEditedBytesInThePatchThatIsVerified()
    {
        Bench bench;
        const QSignalSpy asked(&bench.controller, &RunController::verifyAsked);
        bench.endedRun();
        bench.controller.verifyEdited();
        QCOMPARE(asked.size(), 0);
        bench.controller.reviewLoaded(reviewOf("run-1", 2));
        bench.controller.edit({{"a.py", "edited\n"}});
        QCOMPARE(bench.controller.editedPatch()->files.at(0).after, std::string("edited\n"));
        QCOMPARE(bench.controller.editedPatch()->origin, std::string("person"));
        bench.controller.verifyEdited();
        QCOMPARE(asked.size(), 1);
        QVERIFY(bench.controller.view().isLive());
    }

    void whatAnApplyLeftAsideIsANoticeOfTheRun()
    {
        Bench bench;
        bench.endedRun();
        bench.controller.treeWritten({false, {"a.py"}, {"kept aside: b.py"}});
        QCOMPARE(bench.controller.view().notices, std::vector<std::string>{"kept aside: b.py"});
    }

    void editsAreNeverDroppedForSomethingElse()
    {
        Bench bench;
        bench.endedRun();
        bench.controller.reviewLoaded(reviewOf("run-1", 2));
        bench.controller.edit({{"a.py", "edited\n"}});
        const QSignalSpy problems(&bench.controller, &RunController::problem);
        OpenedRepository repository;
        repository.root = "/elsewhere";
        bench.controller.openRepository("/elsewhere");
        bench.controller.repositoryOpened(repository); // asked for before the edits
        bench.controller.openRun("run-2");
        bench.controller.show(1);
        bench.controller.closeRun();
        bench.controller.reject("no", true);
        bench.controller.trySample("python");
        QCOMPARE(problems.size(), 7);
        bench.controller.receive({{bench.controller.view().state.seq + 1, "at", "run-1", "",
                                   HumanActed{HumanActed::Act::Undone, "undone", "", {}, {}}}});
        QVERIFY(bench.controller.view().edited);
        QCOMPARE(bench.controller.editedPatch()->files.at(0).after, std::string("edited\n"));
        QCOMPARE(bench.controller.repository()->root, std::string("/somewhere"));
    }

    void eventsThatComeTwiceAreFoldedOnce()
    {
        Bench bench;
        bench.endedRun();
        const RunState once = bench.controller.view().state;
        bench.controller.receive(sampleRun());
        QVERIFY(bench.controller.view().state == once);
    }

    void aLateAnswerDoesNotReplaceALiveRun()
    {
        Bench bench;
        bench.controller.start({"mend f", {}, Stride::ToTheEnd});
        bench.controller.runPrepared();
        RunState other;
        other.run = "run-9";
        bench.controller.runOpened(other, RunLife::Ended, {});
        QVERIFY(bench.controller.view().life == RunLife::Running);
        bench.controller.failed(Act::Reject, {ErrorCode::TreeBusy, "busy", "", ""}); // of an earlier run
        QVERIFY(bench.controller.view().life == RunLife::Running);
    }

    void anotherRunsEventsBeginAnotherView()
    {
        Bench bench;
        bench.endedRun();
        const QSignalSpy cleared(&bench.controller, &RunController::outputCleared);
        std::vector<Event> other = sampleRun("run-2");
        other.resize(3);
        bench.controller.receive(other);
        QCOMPARE(cleared.size(), 1);
        QCOMPARE(bench.controller.view().state.run, std::string("run-2"));
        QVERIFY(bench.controller.view().state.iterations.empty());
    }

    void anErrorBeforeTheRunBeganLeavesTheTaskToBeChanged()
    {
        Bench bench;
        const QSignalSpy problems(&bench.controller, &RunController::problem);
        bench.controller.start({"mend f", {}, Stride::ToTheEnd});
        QVERIFY(bench.controller.view().life == RunLife::Preparing);
        bench.controller.runEnded();
        bench.controller.failed(Act::Run, {ErrorCode::NoCheck, "no check", "", ""});
        QVERIFY(bench.controller.view().life == RunLife::None);
        QCOMPARE(problems.size(), 1);
        QCOMPARE(bench.why(Deed::Start), QString());
    }

    void aStopIsAskedForOnce()
    {
        Bench bench;
        const QSignalSpy stops(&bench.controller, &RunController::stopAsked);
        bench.controller.start({"mend f", {}, Stride::NextPhase});
        bench.controller.runPrepared();
        bench.controller.held({Phase::Verify, {}});
        QCOMPARE(bench.why(Deed::Continue), QString());
        bench.controller.stop();
        bench.controller.stop();
        bench.controller.held({Phase::Verify, {}}); // on its way already
        QVERIFY(bench.controller.view().life == RunLife::Stopping);
        QCOMPARE(stops.size(), 1);
    }

    void anEarlierIterationStaysInViewWhileTheRunGoesOn()
    {
        Bench bench;
        std::vector<Event> events = sampleRun();
        bench.controller.start({"mend f", {}, Stride::ToTheEnd});
        const auto middle = events.begin() + 14; // the route to iteration 2
        bench.controller.receive({events.begin(), middle});
        bench.controller.show(1);
        QVERIFY(!bench.controller.view().followsNewest);
        bench.controller.receive({middle, events.end()});
        QCOMPARE(bench.controller.view().shown, 1);
        bench.controller.followNewest();
        QCOMPARE(bench.controller.view().shown, 2);
        QVERIFY(bench.controller.view().followsNewest);
    }

    void saysWhyEachDeedCannotBeDoneWithoutARun_data()
    {
        QTest::addColumn<int>("deed");
        for (int deed = 0; deed <= static_cast<int>(Deed::Undo); ++deed)
            QTest::addRow("%d", deed) << deed;
    }
    void saysWhyEachDeedCannotBeDoneWithoutARun()
    {
        QFETCH(int, deed);
        QVERIFY(whyNot(static_cast<Deed>(deed), {}, std::nullopt, false, false).endsWith(QLatin1Char('.')));
    }
};

QTEST_GUILESS_MAIN(RunControllerTest)
#include "run_controller_test.moc"
