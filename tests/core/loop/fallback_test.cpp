// `auto`: the first engineer while it finds something, the second from then on.
#include "core/loop/fallback.h"

#include "tests/support/fake_parts.h"

#include <QTest>

using namespace vouchsafe;
using test::FakeArchitect;
using test::FakeEngineer;

namespace {

class Reports final : public Reporter {
public:
    void report(EventBody body) override { events.push_back(std::move(body)); }
    void output(const OutputChunk &) override {}
    std::vector<EventBody> events;
};

struct Bench {
    FakeArchitect firstArchitect;
    FakeArchitect secondArchitect;
    FakeEngineer firstEngineer;
    FakeEngineer secondEngineer;
    Reports reports;
    RunState state;
    Fallback fallback{{firstArchitect, firstEngineer}, "builtin", {secondArchitect, secondEngineer}};

    Bench()
    {
        firstArchitect.author = "builtin";
        secondArchitect.author = "openai:m";
        state.iterations.emplace_back().number = 1;
    }
    void planned(const Result<PlanReply> &reply) { state.iterations.back().plan = reply->plan; }
};

} // namespace

class FallbackTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void usesTheFirstWhileItFinds()
    {
        Bench bench;
        bench.planned(bench.fallback.plan(bench.state, bench.reports, {}));
        QVERIFY(bench.fallback.propose(bench.state, bench.reports, {})->patch.has_value());
        QCOMPARE(bench.secondEngineer.states.size(), std::size_t{0});
    }

    void goesOverWhenTheFirstHasNoPlan()
    {
        Bench bench;
        PlanReply nothing;
        nothing.nothing = "No failing test.";
        bench.firstArchitect.replies.push_back(nothing);
        const Result<PlanReply> plan = bench.fallback.plan(bench.state, bench.reports, {});
        QCOMPARE(plan->plan->author, std::string("openai:m"));
        bench.planned(plan);
        QVERIFY(bench.fallback.propose(bench.state, bench.reports, {})->patch.has_value());
        QCOMPARE(bench.firstEngineer.states.size(), std::size_t{0});
    }

    void goesOverWithinTheIterationWhenTheFirstFindsNothing()
    {
        Bench bench;
        bench.planned(bench.fallback.plan(bench.state, bench.reports, {}));
        PatchReply nothing;
        nothing.nothing = "Tried 40 edits.";
        bench.firstEngineer.replies.push_back(nothing);
        const Result<PatchReply> reply = bench.fallback.propose(bench.state, bench.reports, {});
        QVERIFY(reply->patch.has_value());
        QCOMPARE(bench.secondEngineer.states.at(0).iterations.back().plan->author, std::string("openai:m"));
        QCOMPARE(bench.reports.events.size(), std::size_t{2}); // why, and the new plan
        QVERIFY(std::holds_alternative<PlanMade>(bench.reports.events[1]));
    }

    void aReplanGoesToTheSecond()
    {
        Bench bench;
        bench.planned(bench.fallback.plan(bench.state, bench.reports, {}));
        bench.state.iterations.emplace_back().number = 2;
        QCOMPARE(bench.fallback.plan(bench.state, bench.reports, {})->plan->author, std::string("openai:m"));
    }
};

QTEST_GUILESS_MAIN(FallbackTest)
#include "fallback_test.moc"
