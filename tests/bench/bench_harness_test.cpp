#include "tests/bench/generated_tree.h"
#include "tests/bench/process_group.h"
#include "tests/bench/report.h"
#include "tests/bench/spawn.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace vouchsafe;
using namespace vouchsafe::bench;

class BenchHarnessTest : public QObject {
    Q_OBJECT

    static Row row(const Samples &ours, const Samples &peer, Comparison comparison, double hold)
    {
        Row row;
        row.id = "F0";
        row.what = "an act";
        row.ours = ours;
        row.peer = "another act";
        row.peerSamples = peer;
        if (peer.empty())
            row.peerAbsent = "not installed";
        row.comparison = comparison;
        row.hold = hold;
        return row;
    }

private Q_SLOTS:
    void mediansAndMinima()
    {
        QCOMPARE(medianOf({}), 0.0);
        QCOMPARE(medianOf({3}), 3.0);
        QCOMPARE(medianOf({9, 1, 5}), 5.0);
        QCOMPARE(medianOf({4, 1, 2, 100}), 3.0);
        QCOMPARE(minimumOf({4, 1, 2}), 1.0);
    }

    void measuresByTurnsAndDoesNotCountTheFirst()
    {
        std::string order;
        const auto act = [&](char letter) {
            return [&order, letter]() -> Status {
                order += letter;
                return {};
            };
        };
        const auto pair = measuredByTurns(3, act('o'), act('p'));
        QVERIFY(pair.has_value());
        QCOMPARE(order, std::string("opopopop"));
        QCOMPARE(pair->ours.size(), std::size_t{3});
        QCOMPARE(pair->peer.size(), std::size_t{3});
        QVERIFY(measuredByTurns(2, act('o'), nullptr)->peer.empty());
    }

    void aFailingActEndsTheMeasurement()
    {
        const auto failing = []() -> Status { return fail(ErrorCode::Io, "broken"); };
        const auto working = []() -> Status { return {}; };
        QVERIFY(!measuredByTurns(1, failing, working).has_value());
        QVERIFY(!measuredByTurns(1, working, failing).has_value());
    }

    void comparesByRatioOrDifference()
    {
        QCOMPARE(row({10}, {400}, Comparison::Ratio, 1.0 / 30).compared().value_or(0), 0.025);
        QVERIFY(row({10}, {400}, Comparison::Ratio, 1.0 / 30).held() == true);
        QVERIFY(row({20}, {400}, Comparison::Ratio, 1.0 / 30).held() == false);
        QCOMPARE(row({50}, {8}, Comparison::Difference, 60).compared().value_or(0), 42.0);
        QVERIFY(row({70}, {8}, Comparison::Difference, 60).held() == false);
    }

    void aPeerThatWasNotHadLeavesTheRatioEmpty()
    {
        const Row alone = row({10}, {}, Comparison::Ratio, 0.1);
        QVERIFY(!alone.compared().has_value());
        QVERIFY(!alone.held().has_value());
        QVERIFY(tableOf({alone}).find("F0: peer not had: another act: not installed\n") != std::string::npos);
        const auto json = nlohmann::json::parse(jsonOf({alone}, true), nullptr, false);
        QVERIFY(json["rows"][0]["value"].is_null());
        QVERIFY(json["rows"][0]["held"].is_null());
        QCOMPARE(json["rows"][0]["peer"]["absent"].get<std::string>(), std::string("not installed"));
    }

    void aLimitIsComparedWithTheWorstOfOurs()
    {
        const Row alone = row({10, 90, 20}, {}, Comparison::Limit, 50);
        QCOMPARE(alone.compared().value_or(0), 90.0);
        QVERIFY(alone.held() == false);
        QVERIFY(row({10, 40}, {}, Comparison::Limit, 50).held() == true);
        QVERIFY(!row({}, {}, Comparison::Limit, 50).held().has_value());
        QVERIFY(tableOf({alone}).find("peer not had") == std::string::npos);
        const auto json = nlohmann::json::parse(jsonOf({alone}, true), nullptr, false);
        QVERIFY(json["rows"][0]["peer"].is_null());
        QCOMPARE(json["rows"][0]["ours"]["max"].get<double>(), 90.0);
    }

    void aProgramIsSeenToEndAndIsKilledWithWhatItStarted()
    {
        auto ending = Program::start({programPath("true")});
        QVERIFY(ending.has_value());
        QTRY_VERIFY(ending->hasEnded());
        pid_t group = 0;
        {
            auto staying = Program::start(
                {programPath("sh"), "-c", "[ \"$KEPT\" = yes ] || exit 1; sleep 600 & sleep 600 & wait"},
                {"KEPT=yes"});
            QVERIFY(staying.has_value());
            group = staying->pid();
            QTRY_COMPARE(groupUse(group).processes, 3);
            QVERIFY(groupUse(group).memory > 0);
            QVERIFY(!staying->hasEnded());
        }
        QTRY_COMPARE(groupUse(group).processes, 0);
    }

    void theJsonHasWhatTheTableHas()
    {
        const auto json = nlohmann::json::parse(
            jsonOf({row({10, 30, 20}, {400}, Comparison::Ratio, 0.1)}, false), nullptr, false);
        const auto &first = json["rows"][0];
        QCOMPARE(first["ours"]["n"].get<int>(), 3);
        QCOMPARE(first["ours"]["median"].get<double>(), 20.0);
        QCOMPARE(first["ours"]["min"].get<double>(), 10.0);
        QCOMPARE(first["value"].get<double>(), 0.05);
        QVERIFY(first["held"].get<bool>());
        QVERIFY(json["machine"]["cpus"].get<int>() > 0);
    }

    void generatesTheSameModuleForTheSameSeed()
    {
        const std::string text = generatedModule(7, 20'000);
        QVERIFY(text.size() >= 20'000);
        QVERIFY(text == generatedModule(7, 20'000));
        QVERIFY(text != generatedModule(8, 20'000));
    }

    void generatedModulesAreValidPython()
    {
        const std::string python = programPath("python3");
        if (python.empty())
            QSKIP("python3 is not installed");
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const Status status = runPeer({python, "-c", "import sys; compile(sys.argv[1], 'm', 'exec')",
                                           generatedModule(seed, 10'000)});
            QVERIFY2(status.has_value(), status ? "" : status.error().context.substr(0, 200).c_str());
        }
        QVERIFY(
            !runPeer({python, "-c", "import sys; compile(sys.argv[1], 'm', 'exec')", "def ("}).has_value());
    }

    void makesARepository()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(generateRepository(path, 45).has_value());
        QVERIFY(std::filesystem::exists(path / "package1" / "module44.py"));
        QVERIFY(runPeer({programPath("git"), "-C", path.string(), "diff", "--quiet", "HEAD"}).has_value());
    }

    void aPeerThatFailsIsAnError()
    {
        QVERIFY(runPeer({"/bin/true"}).has_value());
        QVERIFY(!runPeer({"/bin/false"}).has_value());
        QVERIFY(!runPeer({"/nowhere/at/all"}).has_value());
    }
};

QTEST_GUILESS_MAIN(BenchHarnessTest)
#include "bench_harness_test.moc"
