#include "tests/ui/models/sample_run.h"
#include "ui/models/live_text.h"
#include "ui/models/verdict_text.h"

#include <QLocale>
#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

const QDateTime now = QDateTime::fromString(QStringLiteral("2026-11-30T06:02:23.250Z"), Qt::ISODateWithMs);

RunView judged(Outcome outcome)
{
    RunView view = sampleView(RunLife::Ended);
    view.state.iterations[1].verdict->outcome = outcome;
    return view;
}

} // namespace

class VerdictTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void aProofSaysWhatItRestsOn()
    {
        const VerdictText text = verdictText(sampleView(RunLife::Ended));
        QCOMPARE(text.mark, Mark::Good);
        QCOMPARE(text.headline, QStringLiteral("passes all tests"));
        QVERIFY(text.counts.contains(QStringLiteral("1 fixed")) &&
                text.counts.contains(QStringLiteral("0 broken")));
        for (const char *part : {"bubblewrap", "no network", "uid 1000", "no capabilities", "seccomp 2",
                                 "overlay", "openai:gpt-5", "policy 0123456789ab"})
            QVERIFY2(text.proof.contains(QLatin1String(part)), part);
        QVERIFY(text.spent.contains(QStringLiteral("2 of 3 attempt(s) used")));
        QVERIFY(text.spent.contains(QStringLiteral("1,200 of 200,000 tokens")));
        QVERIFY(text.spent.contains(QStringLiteral("$0.01 of $0.25")));
    }

    void nothingElseLooksProven()
    {
        for (int i = 0; i <= static_cast<int>(Outcome::Cancelled); ++i) {
            const auto outcome = static_cast<Outcome>(i);
            QCOMPARE(verdictText(judged(outcome)).mark == Mark::Good, outcome == Outcome::Proven);
        }
    }

    void aChoiceThatTheTestsCannotMakeIsAWarning()
    {
        RunView view = sampleView(RunLife::Ended);
        view.state.iterations[1].verdict->ambiguous = true;
        view.state.iterations[1].patch->alternatives = 3;
        const VerdictText text = verdictText(view);
        QCOMPARE(text.mark, Mark::Warned);
        QCOMPARE(text.warnings.size(), 2);
        QVERIFY(text.warnings[1].contains(QLatin1Char('3')));
    }

    void anEditedPatchIsNotVerified()
    {
        RunView view = sampleView(RunLife::Ended);
        view.edited = true;
        const VerdictText text = verdictText(view);
        QCOMPARE(text.mark, Mark::Warned);
        QCOMPARE(text.headline, QStringLiteral("not verified: edited"));
        QVERIFY(text.counts.isEmpty());
    }

    void rejectedAndAppliedAreSaid()
    {
        const HumanActed no{HumanActed::Act::RejectedPatch, "too broad", "bb", {}, {}};
        const VerdictText rejected = verdictText(sampleView(RunLife::Ended, 1000, {no}));
        QCOMPARE(rejected.headline, QStringLiteral("rejected: too broad"));
        QCOMPARE(rejected.mark, Mark::Bad);
        const HumanActed yes{HumanActed::Act::Applied, "approved", "bb", {"a.py"}, {}};
        RunView applied = sampleView(RunLife::Ended, 1000, {yes});
        QCOMPARE(verdictText(applied).headline, QStringLiteral("applied, passes all tests"));
        // Another iteration than the one that was applied keeps its own verdict.
        applied.shown = 1;
        QCOMPARE(verdictText(applied).headline, QStringLiteral("tests still fail"));
        const HumanActed undone{HumanActed::Act::Undone, "undone", "bb", {"a.py"}, {}};
        QCOMPARE(verdictText(sampleView(RunLife::Ended, 1000, {yes, undone})).headline,
                 QStringLiteral("passes all tests"));
    }

    void withoutAVerdictNothingIsClaimed()
    {
        for (const RunLife life : {RunLife::None, RunLife::Preparing, RunLife::Running, RunLife::Paused,
                                   RunLife::Stopping, RunLife::Ended, RunLife::Elsewhere}) {
            const VerdictText text = verdictText(sampleView(life, 9));
            QVERIFY(text.mark != Mark::Good);
            QVERIFY(!text.headline.isEmpty());
        }
    }

    void theLiveLineSaysWhereTheRunIs()
    {
        const LiveText running = liveText(sampleView(RunLife::Running, 27), now);
        QCOMPARE(running.full, QStringLiteral("Running: Verify, iteration 2, 12 s"));
        QCOMPARE(running.steady, QStringLiteral("Running: Verify, iteration 2"));
        QVERIFY(running.budget.contains(QStringLiteral("$0.24")));
        RunView held = sampleView(RunLife::Paused, 13);
        held.pause = PausePoint{Phase::Engineer, ""};
        QCOMPARE(liveText(held, now).full,
                 QStringLiteral("Held before Patch. F10 goes on to the next phase."));
        QCOMPARE(liveText(sampleView(RunLife::Stopping, 13), now).full, QStringLiteral("Stopping…"));
        QCOMPARE(liveText(sampleView(RunLife::Ended), now).full, QStringLiteral("Ended: passes all tests."));
        QVERIFY(liveText(sampleView(RunLife::Ended), now).budget.isEmpty());
    }

    void progressIsShownWhileItsPhaseIsUnderWay()
    {
        const Noticed tried{Noticed::Level::Progress, "tried 20 candidates"};
        const EventBody ended = PhaseFinished{1, Phase::Engineer, {}};
        const EventBody next = PhaseStarted{1, Phase::Verify};
        QCOMPARE(liveText(sampleView(RunLife::Running, 14, {tried}), now).notice,
                 QStringLiteral("tried 20 candidates"));
        QVERIFY(liveText(sampleView(RunLife::Running, 14, {tried, ended}), now).notice.isEmpty());
        QVERIFY(liveText(sampleView(RunLife::Running, 14, {tried, ended, next}), now).notice.isEmpty());
    }

    // A bar that warns beside a line that says it passes would be two answers to one question.
    void editedIsSaidInTheLineAsWell()
    {
        RunView view = sampleView(RunLife::Ended);
        view.edited = true;
        const LiveText text = liveText(view, now);
        QCOMPARE(text.mark, Mark::Warned);
        QCOMPARE(text.full, QStringLiteral("Not verified: the patch that is shown was edited."));
    }

    void aStopIsThePersonsOwn()
    {
        const RunFinished stopped{
            StopReason::Cancelled, Outcome::Cancelled, 0, "ERR_CANCELLED: cancelled", {}};
        const RunView view = sampleView(RunLife::Ended, 14, {stopped});
        QCOMPARE(verdictText(view).reason, QStringLiteral("You stopped the run."));
        QCOMPARE(liveText(view, now).full, QStringLiteral("You stopped the run."));
        RunFinished later = stopped;
        later.outcome = Outcome::StillFailing;
        QCOMPARE(liveText(sampleView(RunLife::Ended, 20, {later}), now).full,
                 QStringLiteral("You stopped the run: tests still fail."));
    }

    void aRejectionGrantsAttemptsAnew()
    {
        const HumanActed no{HumanActed::Act::RejectedPatch, "too broad", "bb", {}, {}};
        RunView view = sampleView(RunLife::Running, 1000, {no, RunResumed{"0.1.0"}});
        QCOMPARE(view.state.spent.attempts, 2);
        QVERIFY(verdictText(view).spent.startsWith(QStringLiteral("0 of 3 attempt(s) used")));
        QVERIFY(liveText(view, now).budget.contains(QStringLiteral("3 attempt(s)")));
    }

    void aHeldResumptionWaitsForItsBaseline()
    {
        RunView held = sampleView(RunLife::Paused, 20, {RunResumed{"0.1.0"}});
        held.pause = PausePoint{Phase::Verify, ""};
        QVERIFY(liveText(held, now).full.startsWith(QStringLiteral("Held before the baseline.")));
    }

    void whoMadeThePatchIsSaidInWords()
    {
        RunView view = sampleView(RunLife::Ended);
        QVERIFY(
            verdictText(view).patch.endsWith(QStringLiteral("by the built-in engineer: flip comparison")));
        view.state.iterations[1].patch->origin = "person";
        QVERIFY(verdictText(view).patch.endsWith(QStringLiteral("by you")));
        view.state.givenPatch = "diff";
        QVERIFY(verdictText(view).proof.contains(QStringLiteral("Patch: given by you")));
        view.state.forkedFrom = "20261130-055911-aaaa";
        QVERIFY(
            verdictText(view).proof.contains(QStringLiteral("Patch: your edit of run 20261130-055911-aaaa")));
    }

    void onlyWhatCountsUpChangesWithTheSecond()
    {
        const RunView view = sampleView(RunLife::Running, 27);
        const LiveText later = liveText(view, now.addSecs(1));
        QCOMPARE(later.steady, liveText(view, now).steady);
        QVERIFY(later.full != liveText(view, now).full);
    }

    void hostileWordsStayWords()
    {
        const VerdictText text = verdictText(hostileView());
        QVERIFY(text.reason.contains(QStringLiteral("<img src=http://x>")));
        for (const QString &part :
             {text.headline, text.reason, text.proof, text.patch, text.notes.join(QString())})
            QVERIFY(!part.contains(QChar(0x202e)) && !part.contains(QChar(0x1b)));
    }
};

QTEST_MAIN(VerdictTextTest)
#include "verdict_text_test.moc"
