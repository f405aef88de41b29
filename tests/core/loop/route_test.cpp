// Where a run goes after a verdict, row by row.
#include "core/loop/route.h"

#include "tests/support/sample_events.h"

#include <QTest>

using namespace vouchsafe;

namespace {

struct Turn {
    Outcome outcome;
    std::string signature = "";
    std::string patch = "";
    std::string refusal = "";
    std::vector<std::string> broken = {};
};

RunState stateOf(const std::vector<Turn> &turns, int attempts = 10)
{
    RunState state;
    state.task.limits.attempts = attempts;
    for (const Turn &turn : turns) {
        Iteration &iteration = state.iterations.emplace_back();
        iteration.number = static_cast<int>(state.iterations.size());
        iteration.verdict = test::sampleVerdict(turn.outcome, turn.signature);
        iteration.verdict->broken = turn.broken;
        if (!turn.patch.empty())
            iteration.patch.emplace().sha256 = turn.patch;
        if (!turn.refusal.empty())
            iteration.rejected = RejectedPatch{turn.refusal, "no", {}, ""};
        if (outcomeRule(turn.outcome).costsAttempt)
            ++state.spent.attempts;
    }
    return state;
}

} // namespace

class RouteTest : public QObject {
    Q_OBJECT

    static void row(const char *name, const RunState &state, Route route, std::optional<StopReason> stop = {})
    {
        QTest::newRow(name) << QVariant::fromValue(std::make_shared<RunState>(state))
                            << static_cast<int>(route) << (stop ? static_cast<int>(*stop) : -1);
    }

private Q_SLOTS:
    void decides_data()
    {
        QTest::addColumn<QVariant>("state");
        QTest::addColumn<int>("route");
        QTest::addColumn<int>("stop");
        using O = Outcome;
        row("proven stops", stateOf({{O::Proven}}), Route::Stop, StopReason::Verified);
        row("weak stops", stateOf({{O::PassingWeak}}), Route::Stop, StopReason::Verified);
        row("environment stops", stateOf({{O::Environment}}), Route::Stop, StopReason::Environment);
        row("no tests stops", stateOf({{O::NoTests}}), Route::Stop, StopReason::Environment);
        row("a failure goes to the engineer", stateOf({{O::StillFailing, "a", "p"}}), Route::Engineer);
        row("the same failure twice goes to the architect",
            stateOf({{O::StillFailing, "a", "p"}, {O::StillFailing, "a", "q"}}), Route::Architect);
        row("three times is no progress",
            stateOf({{O::StillFailing, "a", "p"}, {O::StillFailing, "a", "q"}, {O::StillFailing, "a", "r"}}),
            Route::Stop, StopReason::NoProgress);
        row("another failure is progress",
            stateOf({{O::StillFailing, "a", "p"}, {O::StillFailing, "b", "q"}, {O::StillFailing, "a", "r"}}),
            Route::Engineer);
        row("the same patch again goes to the architect",
            stateOf({{O::StillFailing, "a", "p"}, {O::StillFailing, "b", "p"}}), Route::Architect);
        row("a regression goes to the engineer", stateOf({{O::Regressed, "a", "p", "", {"t::x"}}}),
            Route::Engineer);
        row("a misplaced patch goes to the engineer",
            stateOf({{O::NotApplied, "", "", "ERR_PATCH_NO_MATCH"}}), Route::Engineer);
        row("a file that is not there goes to the architect",
            stateOf({{O::NotApplied, "", "", "ERR_PATCH_MISSING_FILE"}}), Route::Architect);
        RunState rejected = stateOf({{O::StillFailing, "a", "p"}, {O::Proven, "", "q"}}, 2);
        rejected.iterations.back().declined = "wrong place";
        rejected.rejection = "wrong place";
        rejected.attemptsForgiven = rejected.spent.attempts;
        row("a patch that a person rejected goes to the engineer, with attempts anew", rejected,
            Route::Engineer);
        RunState again = rejected;
        again.rejection.reset();
        again.attemptsForgiven = 0;
        row(
            "the same patch again after that goes to the architect while attempts are left",
            [&] {
                RunState state = again;
                state.task.limits.attempts = 3;
                return state;
            }(),
            Route::Architect);
        row("and ends when they are used up", again, Route::Stop, StopReason::Attempts);
        RunState spent = rejected;
        spent.task.limits.tokens = 100;
        spent.spent.cost.promptTokens = 100;
        row("but not beyond the money or the tokens", spent, Route::Stop, StopReason::Budget);
        RunState judged = rejected;
        judged.givenPatch = "diff";
        row("of a patch that was given there is no other", judged, Route::Stop, StopReason::Verified);
        row("no patch is asked for once more", stateOf({{O::NoPatch}}), Route::Engineer);
        row("no patch twice stops", stateOf({{O::NoPatch}, {O::NoPatch}}), Route::Stop,
            StopReason::NothingFound);
        row("attempts run out", stateOf({{O::StillFailing, "a", "p"}, {O::Regressed, "b", "q"}}, 2),
            Route::Stop, StopReason::Attempts);
        row("no patch costs no attempt", stateOf({{O::StillFailing, "a", "p"}, {O::NoPatch}}, 2),
            Route::Engineer);
        RunState costly = stateOf({{O::StillFailing, "a", "p"}});
        costly.task.limits.costUsd = 0.5;
        costly.spent.cost.usd = 0.5;
        row("money runs out", costly, Route::Stop, StopReason::Budget);
        RunState wordy = stateOf({{O::StillFailing, "a", "p"}});
        wordy.task.limits.tokens = 100;
        wordy.spent.cost.promptTokens = 60;
        wordy.spent.cost.completionTokens = 40;
        row("tokens run out", wordy, Route::Stop, StopReason::Budget);
        RunState given = stateOf({{O::NoPatch}});
        given.givenPatch = "garbage";
        row("a given patch is judged once", given, Route::Stop, StopReason::Attempts);
        row("nothing judged is an error", RunState{}, Route::Stop, StopReason::Error);
    }
    void decides()
    {
        QFETCH(QVariant, state);
        QFETCH(int, route);
        QFETCH(int, stop);
        const RouteDecision decision = nextRoute(*state.value<std::shared_ptr<RunState>>());
        QCOMPARE(static_cast<int>(decision.route), route);
        QCOMPARE(decision.stop ? static_cast<int>(*decision.stop) : -1, stop);
        QVERIFY(!decision.rationale.empty());
    }

    void namesTheTestsThatBroke()
    {
        const RouteDecision decision =
            nextRoute(stateOf({{Outcome::Regressed, "a", "p", "", {"t::x", "t::y"}}}));
        QVERIFY(decision.rationale.find("t::x, t::y") != std::string::npos);
    }
};

Q_DECLARE_METATYPE(std::shared_ptr<RunState>)

QTEST_GUILESS_MAIN(RouteTest)
#include "route_test.moc"
