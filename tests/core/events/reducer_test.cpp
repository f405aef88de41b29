// The fold: the same state from the same events, whoever folds them and wherever they are cut.
#include "core/events/reducer.h"

#include "tests/support/sample_events.h"

#include <QTest>

using namespace vouchsafe;

class ReducerTest : public QObject {
    Q_OBJECT

    static std::vector<Event> events()
    {
        std::vector<Event> all;
        for (const EventBody &body : test::sampleBodies())
            all.push_back({static_cast<std::int64_t>(all.size()) + 1, "at" + std::to_string(all.size()),
                           "run-1", "", body});
        return all;
    }

private Q_SLOTS:
    void foldsARunIntoItsState()
    {
        const RunState state = fold(events());
        QCOMPARE(state.run, std::string("run-1"));
        QCOMPARE(state.startedAt, std::string("at0"));
        QCOMPARE(state.task.request, std::string("mend f"));
        QCOMPARE(state.iterations.size(), std::size_t{2});
        QCOMPARE(state.iterations[0].number, 1);
        QVERIFY(state.iterations[0].plan && state.iterations[0].patch && state.iterations[0].verdict);
        QVERIFY(!state.iterations[0].rejected);
        QVERIFY(state.iterations[1].route == Route::Engineer);
        QCOMPARE(state.iterations[1].routeReason, std::string("not proven yet"));
        QCOMPARE(state.spent.attempts, 2);
        QCOMPARE(state.spent.time.count(), 900);
        QCOMPARE(state.spent.cost.promptTokens, 100);
        QCOMPARE(state.acts.size(), std::size_t{1});
        QVERIFY(!state.finished); // resumed after it had finished
    }

    void keepsThePhasesAndTheChecksAsTheyCame()
    {
        const RunState state = fold(events());
        QCOMPARE(state.phases.size(), std::size_t{2});
        QVERIFY(state.phases[0] ==
                (PhaseRecord{0, Phase::Verify, "at2", std::chrono::milliseconds(900), 3, true}));
        QVERIFY(!state.phases[1].duration); // never finished
        QCOMPARE(state.checks.size(), std::size_t{1});
        QCOMPARE(state.checks[0].command, std::string("python3 -m pytest -q"));
        QCOMPARE(state.checks[0].tests, 1);
        QCOMPARE(state.checks[0].failed, 1);
        QVERIFY(state.applied());
    }

    // What a window needs to tell two baselines apart, and a phase that was stopped from one that was done.
    void aResumedRunTellsWhichPhaseAnswered()
    {
        using std::chrono::milliseconds;
        const CheckFinished check{0, "baseline", {}};
        const std::vector<EventBody> bodies{
            RunStarted{},
            PhaseStarted{0, Phase::Verify},
            check,
            PhaseFinished{0, Phase::Verify, milliseconds(1)},
            HumanActed{HumanActed::Act::CancelAsked, "stop", "", {}, {}},
            RunFinished{StopReason::Cancelled, Outcome::Cancelled, 0, "c", {}},
            RunResumed{},
            PhaseStarted{0, Phase::Verify},
            check,
            BaselineReached{},
            PhaseFinished{0, Phase::Verify, milliseconds(1)}};
        std::vector<Event> all;
        for (const EventBody &body : bodies)
            all.push_back({std::ssize(all) + 1, "at", "run-1", "", body});
        const RunState state = fold(all);
        QVERIFY(!state.phases[0].answered);
        QVERIFY(state.phases[1].answered);
        QCOMPARE(state.actSeqs, std::vector<std::int64_t>{5});
        QCOMPARE(state.finishedSeq, 6);
        QCOMPARE(state.resumedSeq, 7);
        QVERIFY(state.checks[0].seq > state.phases[0].seq && state.checks[0].seq < state.phases[1].seq);
        QVERIFY(state.checks[1].seq > state.phases[1].seq);
    }

    void progressEndsWithItsPhase()
    {
        RunState state;
        const auto take = [&state](const EventBody &body) {
            state = reduce(std::move(state), {state.seq + 1, "at", "run-1", "", body});
        };
        take(PhaseStarted{1, Phase::Engineer});
        take(Noticed{Noticed::Level::Progress, "tried 10 candidates"});
        QCOMPARE(state.progress, std::string("tried 10 candidates"));
        take(PhaseFinished{1, Phase::Engineer, {}});
        QVERIFY(state.progress.empty());
    }

    void aPatchThatAPersonRejectedIsNeverOffered()
    {
        RunState state;
        for (const int number : {1, 2}) {
            Iteration &iteration = state.iterations.emplace_back();
            iteration.number = number;
            iteration.patch.emplace().sha256 = number == 1 ? "aa" : "bb";
            iteration.verdict = test::sampleVerdict(Outcome::Proven, "");
        }
        Event rejected{1, "at", "run-1", "", HumanActed{HumanActed::Act::RejectedPatch, "no", "bb", {}, {}}};
        state = reduce(std::move(state), rejected);
        QCOMPARE(state.iterations[1].declined, std::optional<std::string>("no"));
        QCOMPARE(state.best()->number, 1);
        std::get<HumanActed>(rejected.body).patchSha256 = "aa";
        state = reduce(std::move(state), rejected);
        QVERIFY(state.best() == nullptr);
        QVERIFY(runOutcome(state, StopReason::Verified) == Outcome::NoPatch);
    }

    void aRejectionHoldsForTheBytesWhereverTheyComeAgainAndForNoOthers()
    {
        RunState state;
        const auto tell = [&](EventBody body) {
            state = reduce(std::move(state), {state.seq + 1, "at", "run-1", "", std::move(body)});
        };
        const auto propose = [&](int iteration, const char *sha) {
            PatchProposed proposed{iteration, {}, {}};
            proposed.patch.sha256 = sha;
            tell(proposed);
        };
        propose(1, "aa"); // interrupted before its verdict
        tell(HumanActed{HumanActed::Act::RejectedPatch, "no", "aa", {}, {}});
        QVERIFY(state.rejection.has_value());
        QVERIFY(state.mayGoOn());
        propose(1, "bb"); // resumed: another patch takes the place
        QVERIFY(!state.iterations.at(0).declined);
        QVERIFY(!state.rejection);
        tell(VerdictReached{1, test::sampleVerdict(Outcome::StillFailing)});
        tell(RouteDecided{1, Route::Engineer, "not proven"});
        propose(2, "aa");
        QCOMPARE(state.iterations.at(1).declined, std::optional<std::string>("no"));
    }

    void aPrefixFoldedOnGivesTheSameState()
    {
        const std::vector<Event> all = events();
        for (std::size_t cut = 0; cut <= all.size(); ++cut) {
            RunState state = fold({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(cut)});
            for (std::size_t i = cut; i < all.size(); ++i)
                state = reduce(std::move(state), all[i]);
            QVERIFY(state == fold(all));
        }
    }

    void theBestIterationGivesTheOutcome_data()
    {
        QTest::addColumn<QList<int>>("outcomes");
        QTest::addColumn<int>("best");
        QTest::addColumn<int>("outcome");
        const auto n = [](Outcome outcome) { return static_cast<int>(outcome); };
        QTest::newRow("none") << QList<int>{} << 0 << n(Outcome::NoPatch);
        QTest::newRow("later of equals") << QList<int>{n(Outcome::StillFailing), n(Outcome::StillFailing)}
                                         << 2 << n(Outcome::StillFailing);
        QTest::newRow("still failing before regressed")
            << QList<int>{n(Outcome::StillFailing), n(Outcome::Regressed)} << 1 << n(Outcome::StillFailing);
        QTest::newRow("proven wins") << QList<int>{n(Outcome::Proven), n(Outcome::Tampered)} << 1
                                     << n(Outcome::Proven);
    }
    void theBestIterationGivesTheOutcome()
    {
        QFETCH(QList<int>, outcomes);
        QFETCH(int, best);
        QFETCH(int, outcome);
        RunState state;
        for (const int each : outcomes) {
            Iteration &iteration = state.iterations.emplace_back();
            iteration.number = static_cast<int>(state.iterations.size());
            iteration.verdict = test::sampleVerdict(static_cast<Outcome>(each));
        }
        QCOMPARE(state.best() == nullptr ? 0 : state.best()->number, best);
        QCOMPARE(static_cast<int>(runOutcome(state, StopReason::Attempts)), outcome);
    }

    void withoutIterationTheStopSaysTheOutcome()
    {
        RunState state;
        QVERIFY(runOutcome(state, StopReason::Cancelled) == Outcome::Cancelled);
        QVERIFY(runOutcome(state, StopReason::Environment) == Outcome::Environment);
        QVERIFY(runOutcome(state, StopReason::NothingFound) == Outcome::NoPatch);
        QVERIFY(runOutcome(state, StopReason::Time) == Outcome::Timeout);
        QVERIFY(runOutcome(state, StopReason::Budget) == Outcome::Limit);
        state.baseline = Baseline{};
        state.baseline->usable = false;
        state.baseline->problem = Outcome::NoTests;
        QVERIFY(runOutcome(state, StopReason::Environment) == Outcome::NoTests);
    }
};

QTEST_GUILESS_MAIN(ReducerTest)
#include "reducer_test.moc"
