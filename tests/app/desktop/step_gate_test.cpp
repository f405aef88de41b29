// A run is held where a person wants it, goes on when they say so, and never outlives its cancelling.
#include "app/desktop/step_gate.h"

#include "tests/support/sample_events.h"

#include <QTest>

#include <atomic>
#include <condition_variable>
#include <thread>

using namespace vouchsafe;
using namespace std::chrono_literals;

namespace {

/// What the gate tells, to be waited for.
struct Told {
    std::mutex mutex;
    std::condition_variable wake;
    std::vector<std::optional<PausePoint>> points;

    StepGate::Told function()
    {
        return [this](const std::optional<PausePoint> &point) {
            const std::scoped_lock lock(mutex);
            points.push_back(point);
            wake.notify_all();
        };
    }
    bool waitFor(std::size_t count)
    {
        std::unique_lock lock(mutex);
        return wake.wait_for(lock, 5s, [&] { return points.size() >= count; });
    }
};

RunState stateIn(int iteration)
{
    RunState state;
    for (int i = 1; i <= iteration; ++i)
        state.iterations.emplace_back().number = i;
    return state;
}

Event eventOf(EventBody body)
{
    Event event;
    event.body = std::move(body);
    return event;
}

} // namespace

class StepGateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void letsARunThroughToItsEnd()
    {
        Told told;
        StepGate gate(Stride::ToTheEnd, told.function());
        QCOMPARE(gate.before(Phase::Engineer, stateIn(1), {}), GateAnswer::Proceed);
        gate.event(eventOf(PhaseStarted{1, Phase::Engineer}));
        QVERIFY(told.points.empty());
        QCOMPARE(gate.held(), 0ms);
    }

    void holdsBeforeEachPhaseUntilItMayGoOn()
    {
        Told told;
        StepGate gate(Stride::NextPhase, told.function());
        std::jthread run([&] {
            gate.before(Phase::Retrieve, stateIn(1), {});
            gate.before(Phase::Architect, stateIn(1), {});
        });
        QVERIFY(told.waitFor(1));
        QCOMPARE(told.points.at(0), std::optional(PausePoint{Phase::Retrieve, {}}));
        std::this_thread::sleep_for(20ms);
        QVERIFY(gate.held() >= 15ms);
        gate.goOn(Stride::NextPhase);
        QVERIFY(told.waitFor(3));
        QCOMPARE(told.points.at(1), std::nullopt);
        QCOMPARE(told.points.at(2), std::optional(PausePoint{Phase::Architect, {}}));
        gate.goOn(Stride::ToTheEnd);
        run.join();
        QVERIFY(gate.held() >= 20ms);
    }

    void holdsAfterEachEventAndNamesIt()
    {
        Told told;
        StepGate gate(Stride::NextEvent, told.function());
        std::jthread run([&] {
            gate.before(Phase::Verify, stateIn(1), {});
            gate.event(eventOf(Noticed{Noticed::Level::Progress, "tried 3"}));
            gate.event(eventOf(PhaseStarted{1, Phase::Verify}));
        });
        QVERIFY(told.waitFor(1));
        QCOMPARE(told.points.at(0), std::optional(PausePoint{std::nullopt, "phase.started"}));
        gate.goOn(Stride::ToTheEnd);
    }

    void finishingAnIterationHoldsBeforeTheNextOne()
    {
        Told told;
        StepGate gate(Stride::NextPhase, told.function());
        std::jthread run([&] {
            gate.before(Phase::Engineer, stateIn(1), {});
            gate.before(Phase::Verify, stateIn(1), {});
            gate.before(Phase::Route, stateIn(1), {});
            gate.before(Phase::Engineer, stateIn(2), {});
        });
        QVERIFY(told.waitFor(1));
        gate.goOn(Stride::NextIteration);
        QVERIFY(told.waitFor(3));
        QCOMPARE(told.points.at(2), std::optional(PausePoint{Phase::Engineer, {}}));
        gate.goOn(Stride::ToTheEnd);
    }

    void pausingARunHoldsItBeforeItsNextPhase()
    {
        Told told;
        StepGate gate(Stride::ToTheEnd, told.function());
        gate.pause();
        std::jthread run([&] { gate.before(Phase::Verify, stateIn(1), {}); });
        QVERIFY(told.waitFor(1));
        gate.goOn(Stride::ToTheEnd);
    }

    void cancellingLetsGoAndNeverHoldsAgain()
    {
        Told told;
        StepGate gate(Stride::NextPhase, told.function());
        std::atomic<int> stops = 0;
        std::jthread run([&] {
            for (const Phase phase : {Phase::Architect, Phase::Engineer})
                stops += gate.before(phase, stateIn(1), {}) == GateAnswer::Stop ? 1 : 0;
        });
        QVERIFY(told.waitFor(1));
        gate.release();
        run.join();
        QCOMPARE(stops.load(), 2);
        QCOMPARE(told.points.size(), std::size_t{2});
    }
};

QTEST_GUILESS_MAIN(StepGateTest)
#include "step_gate_test.moc"
