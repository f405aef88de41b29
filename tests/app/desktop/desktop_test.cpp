// The program's side of the window on a real sample: run, review, reject, edit, approve, undo, stop.
#include "app/desktop/desktop.h"
#include "app/desktop/repository_reader.h"
#include "app/desktop/run_reader.h"
#include "core/base/files.h"
#include "ui/run_controller.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace vouchsafe;

namespace {

constexpr int patience = 120'000;

/// A window's worth of objects with a home of their own, and what was reported.
struct Bench {
    std::filesystem::path data;
    RunController controller;
    Desktop desktop;
    std::vector<std::pair<Act, Error>> problems;
    std::vector<AppliedReport> reports;

    explicit Bench(const std::filesystem::path &home) : data(home / "data"), desktop(controller, data)
    {
        QObject::connect(&controller, &RunController::problem,
                         [this](Act act, const Error &error) { problems.emplace_back(act, error); });
        QObject::connect(&controller, &RunController::reported,
                         [this](const AppliedReport &report) { reports.push_back(report); });
    }
    const RunView &view() const { return controller.view(); }
    std::string firstProblem() const { return problems.empty() ? "" : fourLines(problems.front().second); }
    bool openSample()
    {
        controller.trySample("python");
        return QTest::qWaitFor([this] { return controller.repository() || !problems.empty(); }, patience) &&
               problems.empty();
    }
    bool runToTheEnd(Stride stride = Stride::ToTheEnd)
    {
        controller.start({controller.repository()->suggestedTask, {{"engineer", {"builtin"}}}, stride});
        return ended();
    }
    bool ended() const
    {
        return QTest::qWaitFor([this] { return !view().isLive(); }, patience);
    }
    bool reviewed() const
    {
        return QTest::qWaitFor([this] { return controller.review().has_value(); }, patience);
    }
    std::string slots() const { return *readFile(controller.repository()->root + "/roombook/slots.py"); }
};

} // namespace

class DesktopTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;

    std::filesystem::path home(const char *name) const
    {
        return std::filesystem::path(m_home.path().toStdString()) / name;
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
            qputenv(name, (m_home.path() + QStringLiteral("/xdg")).toUtf8());
    }

    void runsReviewsRejectsApprovesAndUndoes()
    {
        Bench bench(home("whole"));
        QVERIFY2(bench.openSample(), bench.firstProblem().c_str());
        QVERIFY(!bench.controller.repository()->checks.empty());
        QVERIFY(bench.runToTheEnd());
        QVERIFY2(bench.view().state.finished, bench.firstProblem().c_str());
        QVERIFY(bench.view().state.finished->outcome == Outcome::Proven);
        QVERIFY(bench.reviewed());
        QVERIFY(bench.controller.review()->whole);
        QVERIFY(bench.controller.review()->stale.empty());
        const std::string before = bench.slots();

        bench.controller.approve();
        QVERIFY(QTest::qWaitFor([&] { return !bench.reports.empty() || !bench.problems.empty(); }, patience));
        QVERIFY2(bench.problems.empty(), bench.firstProblem().c_str());
        QVERIFY(bench.view().state.applied());
        QVERIFY(bench.slots() != before);
        bench.controller.undo();
        QVERIFY(QTest::qWaitFor([&] { return bench.reports.size() == 2; }, patience));
        QCOMPARE(bench.slots(), before);
        QVERIFY(!bench.view().state.applied());

        const std::string first = bench.controller.review()->sha256;
        bench.controller.reject("not this way", true);
        QVERIFY(QTest::qWaitFor([&] { return bench.view().state.iterations.size() == 2; }, patience));
        QVERIFY(bench.ended());
        QCOMPARE(bench.view().state.iterations.at(0).declined, std::optional<std::string>("not this way"));
        const auto &again = bench.view().state.iterations.at(1);
        QVERIFY(!again.patch || again.patch->sha256 != first);
        QCOMPARE(bench.slots(), before);
    }

    void stepsPhaseByPhaseAndStopsLeavingNothing()
    {
        Bench bench(home("steps"));
        QVERIFY(bench.openSample());
        bench.controller.start(
            {bench.controller.repository()->suggestedTask, {{"engineer", {"builtin"}}}, Stride::NextPhase});
        QVERIFY(QTest::qWaitFor([&] { return bench.view().life == RunLife::Paused; }, patience));
        QVERIFY(bench.view().pause->before == Phase::Verify);
        bench.controller.goOn(Stride::NextPhase);
        QVERIFY(QTest::qWaitFor(
            [&] { return bench.view().pause && bench.view().pause->before == Phase::Retrieve; }, patience));
        QVERIFY(bench.view().state.baseline);
        bench.controller.goOn(Stride::NextEvent);
        QVERIFY(QTest::qWaitFor(
            [&] { return bench.view().pause && bench.view().pause->after == "phase.started"; }, patience));
        bench.controller.stop();
        QVERIFY(bench.ended());
        QVERIFY(bench.view().state.finished->stop == StopReason::Cancelled);
    }

    void anEditedPatchIsJudgedInARunOfItsOwn()
    {
        Bench bench(home("edit"));
        QVERIFY(bench.openSample());
        QVERIFY(bench.runToTheEnd());
        QVERIFY(bench.reviewed());
        const std::string first = bench.view().state.run;
        FileChange file = bench.controller.review()->patch.files.at(0);
        bench.controller.edit({{file.path, file.after + "\n# looked at\n"}});
        QVERIFY(bench.view().edited);
        bench.controller.approve(); // must do nothing
        bench.controller.verifyEdited();
        QVERIFY(QTest::qWaitFor([&] { return bench.view().state.run != first; }, patience));
        QVERIFY(bench.ended());
        QCOMPARE(bench.view().state.forkedFrom, first);
        QVERIFY(bench.view().state.finished->outcome == Outcome::Proven);
        QVERIFY(bench.reviewed());
        QVERIFY(bench.controller.review()->patch.files.at(0).after.ends_with("# looked at\n"));
        QVERIFY(bench.reports.empty());

        bench.controller.openRun(first);
        QVERIFY(QTest::qWaitFor([&] { return bench.view().state.run == first; }, patience));
        QVERIFY(bench.view().state.acts.at(0).act == HumanActed::Act::Edited);
    }

    void aFinishedRunOpensTheSameWayAlsoWhenItsRepositoryIsGone()
    {
        Bench bench(home("reopen"));
        QVERIFY(bench.openSample());
        QVERIFY(bench.runToTheEnd());
        QVERIFY(bench.reviewed());
        const RunState state = bench.view().state;
        bench.controller.openRun(state.run);
        QVERIFY(QTest::qWaitFor([&] { return bench.view().state.seq == state.seq; }, patience));
        QVERIFY(bench.view().state == state);
        QVERIFY(QTest::qWaitFor([&] { return bench.controller.repository()->runs.size() == 1; }, patience));

        std::filesystem::remove_all(bench.controller.repository()->root);
        const auto stale = [&] {
            return bench.controller.review() && !bench.controller.review()->stale.empty();
        };
        bench.controller.openRun(state.run);
        QVERIFY(QTest::qWaitFor(stale, patience));
        QVERIFY(bench.controller.review()->whole); // its tree is in the cache
        RunState nowhere = state;
        nowhere.task.base.treeId = std::string(40, '0');
        const auto hunks = readReview(nowhere, nowhere.finished->best, {});
        QVERIFY(hunks && !hunks->whole);
        QVERIFY(!hunks->patch.files.at(0).after.empty());
        bench.problems.clear();
        bench.controller.openRepository(state.task.repository);
        QVERIFY(QTest::qWaitFor([&] { return !bench.problems.empty(); }, patience));
        QVERIFY(bench.problems.at(0).first == Act::OpenRepository);
    }

    void aRunOpensItsOwnRepository()
    {
        std::string run;
        std::string root;
        {
            Bench bench(home("own"));
            QVERIFY(bench.openSample());
            root = bench.controller.repository()->root;
            bench.controller.start({"x", {{"engineer", {"builtin"}}}, Stride::NextPhase});
            QVERIFY(QTest::qWaitFor([&] { return bench.view().life == RunLife::Paused; }, patience));
            run = bench.view().state.run;
        }
        Bench bench(home("own"));
        bench.controller.openRun(run);
        QVERIFY(QTest::qWaitFor([&] { return bench.view().life == RunLife::Ended; }, patience));
        QCOMPARE(bench.controller.repository()->root, root);
        QVERIFY(bench.view().state.finished->stop == StopReason::Cancelled); // its window had gone
    }

    void aRunOfAnotherWindowIsFollowedAndCanBeStopped()
    {
        Bench one(home("two"));
        QVERIFY(one.openSample());
        one.controller.start(
            {one.controller.repository()->suggestedTask, {{"engineer", {"builtin"}}}, Stride::NextPhase});
        QVERIFY(QTest::qWaitFor([&] { return one.view().life == RunLife::Paused; }, patience));

        Bench other(home("two"));
        other.controller.openRepository(one.controller.repository()->root);
        QVERIFY(QTest::qWaitFor([&] { return other.controller.repository().has_value(); }, patience));
        QVERIFY(other.controller.repository()->runs.at(0).live);
        other.controller.openRun(one.view().state.run);
        QVERIFY(QTest::qWaitFor([&] { return other.view().life == RunLife::Elsewhere; }, patience));
        one.controller.goOn(Stride::NextPhase);
        QVERIFY(QTest::qWaitFor([&] { return other.view().state.baseline.has_value(); }, patience));
        other.controller.stop();
        QVERIFY(one.ended());
        QVERIFY(QTest::qWaitFor([&] { return other.view().life == RunLife::Ended; }, patience));
        QVERIFY(other.view().state.finished->stop == StopReason::Cancelled);
    }

    void aTornOrNewerJournalIsSaidInPlace()
    {
        Bench bench(home("torn"));
        const std::filesystem::path runs = bench.data / "runs";
        for (const char *run : {"20260102-030405-aaaa", "20260102-030405-bbbb"})
            std::filesystem::create_directories(runs / run);
        QVERIFY(writeFileAtomic(runs / "20260102-030405-bbbb" / "journal.jsonl",
                                "{\"v\":2,\"seq\":1,\"kind\":\"run.started\"}\n"));
        QVERIFY(writeFileAtomic(runs / "20260102-030405-aaaa" / "journal.jsonl", "{\"v\":1,\"se"));
        for (const char *run : {"20260102-030405-aaaa", "20260102-030405-bbbb"}) {
            bench.problems.clear();
            bench.controller.openRun(run);
            QVERIFY(QTest::qWaitFor([&] { return !bench.problems.empty(); }, patience));
            QVERIFY(bench.problems.at(0).first == Act::OpenRun);
            QVERIFY(bench.problems.at(0).second.code == ErrorCode::Journal);
            const bool newer = bench.problems.at(0).second.what.find("newer") != std::string::npos;
            QCOMPARE(newer, std::string_view(run).ends_with("bbbb"));
        }
    }
};

QTEST_GUILESS_MAIN(DesktopTest)
#include "desktop_test.moc"
