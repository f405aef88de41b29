// The loop, with every part of it a fake: which phase comes when, what each is told, how it ends.
#include "core/loop/loop.h"

#include "core/events/reducer.h"
#include "core/loop/session.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_parts.h"
#include "tests/support/sample_events.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace vouchsafe;
using test::FakeEngineer;

namespace {

struct Bench {
    QTemporaryDir folder;
    test::FakeClock clock;
    test::FakeRetriever retriever;
    test::FakeArchitect architect;
    FakeEngineer engineer;
    test::FakeVerifier verifier;
    OpenGate open;
    Gate *gate = &open;
    test::PlainPatches patches;
    RunStarted start;

    std::filesystem::path file() const { return folder.path().toStdString() + "/journal.jsonl"; }

    Result<RunState> run(std::stop_token stop = {})
    {
        Result<Journal> journal = Journal::open(file(), "20260102-030405-ab12", clock);
        Recorder recorder(*journal, {}, fold(loadJournal(file())->events));
        recorder.state().seq == 0 ? recorder.report(start) : recorder.report(RunResumed{});
        return Loop({recorder, retriever, architect, engineer, verifier, *gate, patches}).run(stop);
    }
    void judge(std::initializer_list<Verdict> verdicts)
    {
        for (const Verdict &verdict : verdicts)
            verifier.verdicts.push_back(verdict);
    }
};

Verdict proven()
{
    return test::sampleVerdict(Outcome::Proven, "");
}
Verdict failing(const std::string &signature)
{
    return test::sampleVerdict(Outcome::StillFailing, signature);
}

} // namespace

class LoopTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void provesAtTheFirstAttempt()
    {
        Bench bench;
        bench.judge({proven()});
        const Result<RunState> state = bench.run();
        QVERIFY(state && state->finished);
        QVERIFY(state->finished->stop == StopReason::Verified);
        QVERIFY(state->finished->outcome == Outcome::Proven);
        QCOMPARE(state->finished->best, 1);
    }

    void goesOnWithAReasonAfterAPersonRejectedThePatch()
    {
        Bench bench;
        bench.start.task.limits.attempts = 1;
        bench.judge({proven()});
        const Result<RunState> first = bench.run();
        const std::string sha = first->iterations.at(0).patch->sha256;
        {
            Result<Journal> journal = Journal::open(bench.file(), "20260102-030405-ab12", bench.clock);
            QVERIFY(journal->append(
                HumanActed{HumanActed::Act::RejectedPatch, "use a set instead", sha, {}, {}}));
        }
        bench.judge({proven()});
        const Result<RunState> second = bench.run();
        QCOMPARE(second->iterations.size(), std::size_t{2});
        QVERIFY(second->iterations[1].route == Route::Engineer);
        QVERIFY(second->iterations[1].routeReason.ends_with("use a set instead"));
        QCOMPARE(bench.engineer.states.back().iterations.at(0).declined,
                 std::optional<std::string>("use a set instead"));
        QCOMPARE(second->finished->best, 2);
    }

    void asksTheGateBeforeEachPhaseAndTheRoute()
    {
        struct Asked final : Gate {
            GateAnswer before(Phase phase, const RunState &, std::stop_token) override
            {
                phases.push_back(phase);
                return phase == stopAt ? GateAnswer::Stop : GateAnswer::Proceed;
            }
            std::vector<Phase> phases;
            std::optional<Phase> stopAt;
        } gate;
        Bench bench;
        bench.gate = &gate;
        bench.judge({proven()});
        QVERIFY(bench.run()->finished->stop == StopReason::Verified);
        const std::vector<Phase> all{Phase::Verify,   Phase::Retrieve, Phase::Architect,
                                     Phase::Engineer, Phase::Verify,   Phase::Route};
        QVERIFY(gate.phases == all);
        Bench stopped;
        stopped.gate = &gate;
        gate.stopAt = Phase::Engineer;
        QVERIFY(stopped.run()->finished->stop == StopReason::Cancelled);
    }

    void theTimeOfAHoldIsNotTheRunsTime()
    {
        struct Slow final : Gate {
            GateAnswer before(Phase phase, const RunState &, std::stop_token) override
            {
                if (phase == Phase::Engineer) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
                    time = counted ? std::chrono::milliseconds(1500) : std::chrono::milliseconds(0);
                }
                return GateAnswer::Proceed;
            }
            std::chrono::milliseconds held() const override
            {
                // While it lasts the present hold counts too; for the test the whole of it is known before.
                return counted ? std::chrono::milliseconds(1500) : time.load();
            }
            bool counted = true;
            std::atomic<std::chrono::milliseconds> time{std::chrono::milliseconds(0)};
        };
        for (const bool counted : {true, false}) {
            Slow gate;
            gate.counted = counted;
            Bench bench;
            bench.gate = &gate;
            bench.start.task.limits.run = std::chrono::seconds(1);
            bench.judge({proven()});
            const StopReason stop = bench.run()->finished->stop;
            QVERIFY(stop == (counted ? StopReason::Verified : StopReason::Time));
        }
    }

    void theReturnedStateIsTheFoldOfTheJournal()
    {
        Bench bench;
        bench.judge({failing("a"), proven()});
        const Result<RunState> state = bench.run();
        QVERIFY(*state == fold(loadJournal(bench.file())->events));
    }

    void triesAgainWithoutPlanningAnew()
    {
        Bench bench;
        bench.judge({failing("a"), proven()});
        const Result<RunState> state = bench.run();
        QCOMPARE(state->iterations.size(), std::size_t{2});
        QCOMPARE(bench.architect.states.size(), std::size_t{1});
        QCOMPARE(bench.engineer.states.size(), std::size_t{2});
        QVERIFY(bench.engineer.states[1].iterations[0].verdict.has_value());
    }

    void replansWhenTheSameFailureRepeats()
    {
        Bench bench;
        bench.start.task.limits.attempts = 5;
        bench.judge({failing("a"), failing("a"), proven()});
        const Result<RunState> state = bench.run();
        QCOMPARE(bench.architect.states.size(), std::size_t{2});
        QCOMPARE(bench.retriever.requests.size(), std::size_t{2});
        QVERIFY(state->iterations[2].route == Route::Architect);
    }

    void stopsWhenTheAttemptsAreUsedUp()
    {
        Bench bench;
        bench.start.task.limits.attempts = 2;
        bench.judge({failing("a"), failing("b"), proven()});
        const Result<RunState> state = bench.run();
        QVERIFY(state->finished->stop == StopReason::Attempts);
        QVERIFY(state->finished->outcome == Outcome::StillFailing);
        QCOMPARE(state->finished->best, 2);
    }

    void aRefusedPatchIsJudgedWithoutRunningAnything()
    {
        Bench bench;
        bench.engineer.replies.push_back(FakeEngineer::refused(ErrorCode::PatchNoMatch));
        bench.judge({proven()});
        const Result<RunState> state = bench.run();
        QVERIFY(state->iterations[0].verdict->outcome == Outcome::NotApplied);
        QVERIFY(state->iterations[0].rejected.has_value());
        QCOMPARE(bench.verifier.patches.size(), std::size_t{1});
        QVERIFY(state->finished->outcome == Outcome::Proven);
    }

    void stopsWhenNothingIsFound()
    {
        Bench bench;
        PatchReply nothing;
        nothing.nothing = "tried 412 edits";
        bench.engineer.replies.push_back(nothing);
        const Result<RunState> state = bench.run();
        QVERIFY(state->finished->stop == StopReason::NothingFound);
        QCOMPARE(state->finished->rationale, std::string("tried 412 edits"));
        QVERIFY(state->finished->outcome == Outcome::NoPatch);
        QCOMPARE(state->finished->best, 0);
    }

    void stopsOnABaselineThatCannotRun()
    {
        Bench bench;
        bench.verifier.base->usable = false;
        bench.verifier.base->problem = Outcome::NoTests;
        bench.verifier.base->reason = "no test was collected";
        const Result<RunState> state = bench.run();
        QVERIFY(state->finished->stop == StopReason::Environment);
        QVERIFY(state->finished->outcome == Outcome::NoTests);
        QVERIFY(bench.architect.states.empty());
    }

    void anErrorOfAPartEndsTheRunWithItsReason()
    {
        Bench bench;
        bench.engineer.replies.push_back(fail(ErrorCode::Network, "no answer", "asking"));
        const Result<RunState> state = bench.run();
        QVERIFY(state->finished->stop == StopReason::Error);
        QVERIFY(state->finished->rationale.starts_with("ERR_NETWORK"));
    }

    void cancellingEndsItWithTheBestSoFar()
    {
        Bench bench;
        std::stop_source stop;
        bench.judge({failing("a")});
        bench.engineer.meanwhile = [&](std::stop_token) {
            if (bench.engineer.states.size() == 2)
                stop.request_stop();
        };
        bench.engineer.replies.push_back(FakeEngineer::patchTo("1\n"));
        bench.engineer.replies.push_back(fail(ErrorCode::Cancelled, "cancelled", ""));
        const Result<RunState> state = bench.run(stop.get_token());
        QVERIFY(state->finished->stop == StopReason::Cancelled);
        QVERIFY(state->finished->outcome == Outcome::StillFailing);
        QCOMPARE(state->finished->best, 1);
    }

    void theTimeLimitOfTheRunIsItsOwnReason()
    {
        Bench bench;
        bench.start.task.limits.run = std::chrono::seconds(1);
        bench.engineer.meanwhile = [](std::stop_token stop) {
            while (!stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
        };
        bench.engineer.replies.push_back(fail(ErrorCode::Cancelled, "cancelled", ""));
        const Result<RunState> state = bench.run();
        QVERIFY(state->finished->stop == StopReason::Time);
    }

    void anInterruptedRunGoesOnFromItsJournal()
    {
        Bench bench;
        bench.judge({failing("a"), proven()});
        QVERIFY(bench.run().has_value());
        // Cut the journal behind the first verdict, as a crash would.
        const std::vector<Event> events = loadJournal(bench.file())->events;
        std::filesystem::remove(bench.file());
        {
            Result<Journal> journal = Journal::open(bench.file(), "20260102-030405-ab12", bench.clock);
            for (const Event &event : events) {
                QVERIFY(journal->append(event.body).has_value());
                if (std::holds_alternative<VerdictReached>(event.body))
                    break;
            }
        }
        bench.judge({proven()});
        const Result<RunState> state = bench.run();
        QCOMPARE(state->iterations.size(), std::size_t{2});
        QVERIFY(state->finished->outcome == Outcome::Proven);
        QCOMPARE(bench.architect.states.size(), std::size_t{1}); // the plan was kept
    }

    void aSessionRunsOnAThreadOfItsOwnAndCancels()
    {
        std::thread::id ran;
        Session session([&](std::stop_token stop) -> Result<RunState> {
            ran = std::this_thread::get_id();
            while (!stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return RunState{};
        });
        session.start();
        session.cancel();
        QVERIFY(session.wait().has_value());
        QVERIFY(ran != std::this_thread::get_id());
    }
};

QTEST_GUILESS_MAIN(LoopTest)
#include "loop_test.moc"
