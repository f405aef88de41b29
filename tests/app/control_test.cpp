// Ending, following and going on with a run: nothing of it survives, and nothing that it recorded is lost.
#include "tests/app/command_line.h"

#include <QElapsedTimer>
#include <QtTest>

#include <csignal>
#include <fstream>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// A program that runs this long is found by its argument.
std::string hanging(int row)
{
    return "sleep 86397." + std::to_string(QCoreApplication::applicationPid()) + std::to_string(row);
}

std::function<bool(const nlohmann::json &)> kind(const std::string &wanted, int iteration = -1)
{
    return [wanted, iteration](const nlohmann::json &line) {
        return line.value("kind", "") == wanted &&
               (iteration < 0 || line["data"].value("iteration", -1) == iteration);
    };
}

std::string runIn(const std::string &read)
{
    return nlohmann::json::parse(read.substr(0, read.find('\n')), nullptr, false).value("run", "");
}

} // namespace

class ControlTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!fs::exists("/usr/bin/bwrap") || !fs::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
        larger::fill(m_repo);
        m_before = m_repo.fingerprint();
        std::ofstream(m_repo.outside() / "empty").flush();
    }

    void cleanup()
    {
        QCOMPARE(m_repo.fingerprint(), m_before);
        QVERIFY(!fs::exists(runtime()) || fs::is_empty(runtime())); // neither socket nor owner stays behind
    }

    void aSignalCancelsAtOnce_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    void aSignalCancelsAtOnce()
    {
        QFETCH(int, number);
        const std::string command = hanging(number);
        const auto run = m_person.start(verify({"--check", command}));
        const std::string read = readUntil(*run, kind("sandbox.attested"));
        QVERIFY(!read.empty());
        QElapsedTimer timer;
        timer.start();
        ::kill(static_cast<pid_t>(run->processId()), number);
        const Finished finished = finish(*run, read);
        // Half a second on a quiet machine; the rest is for one that builds beside.
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(goneWithin(500ms, command.substr(6)));
        VS_ENDS(finished, 130);
        QCOMPARE(finished.last().value("outcome", ""), "cancelled");
        QCOMPARE(finished.last().value("stop", ""), "cancelled");
        const Finished show = m_person.run({"show", runIn(read), "--json"});
        VS_ENDS(show, 0);
        QCOMPARE(show.last().value("outcome", ""), "cancelled");
        VS_ENDS(m_person.run({"check", runIn(read)}), 0);
    }

    void whatWasJudgedBeforeAnInterruptCounts()
    {
        std::ofstream(m_repo.outside() / "replies")
            << scriptedReplies({larger::wrongPatch, larger::rightPatch});
        const auto run = m_person.start(scripted({}));
        const std::string read = readUntil(*run, kind("route.decided", 1));
        QVERIFY(!read.empty());
        ::kill(static_cast<pid_t>(run->processId()), SIGINT);
        const Finished finished = finish(*run, read);
        VS_ENDS(finished, 1);
        QCOMPARE(finished.last().value("outcome", ""), "still-failing");
        QCOMPARE(finished.last().value("stop", ""), "cancelled");
        const Finished resumed = m_person.run({"resume", runIn(read), "--json"});
        VS_ENDS(resumed, 0);
        QCOMPARE(resumed.last().value("outcome", ""), "proven");
        QCOMPARE(resumed.last().value("iterations", 0), 2);
        VS_ENDS(m_person.run({"check", runIn(read)}), 0);
    }

    void anotherProcessCancels()
    {
        const std::string command = hanging(100);
        const auto run = m_person.start(verify({"--check", command}));
        const std::string read = readUntil(*run, kind("sandbox.attested"));
        const std::string id = runIn(read);
        const Finished runs = m_person.run({"runs"});
        QVERIFY2(runs.out.find(id + "  running") != std::string::npos, runs.shown().c_str());
        VS_FAILS(m_person.run({"resume", id}), 2, "ERR_RUN_ACTIVE");
        VS_FAILS(m_person.run({"check", id}), 2, "ERR_RUN_ACTIVE");
        VS_FAILS(m_person.run({"apply", id, "--yes"}), 2, "ERR_RUN_ACTIVE");
        VS_ENDS(m_person.run({"show", id}), 0);

        VS_ENDS(m_person.run({"cancel", id}), 0);
        VS_ENDS(finish(*run, read), 130);
        QVERIFY(goneWithin(500ms, command.substr(6)));
        VS_FAILS(m_person.run({"cancel", id}), 2, "ERR_RUN_UNKNOWN");
    }

    void logsFollowARunToItsEnd()
    {
        const auto run =
            m_person.start(verify({"--check", "sh -c 'echo first word; sleep 2; echo second word'"}));
        const std::string read = readUntil(*run, kind("sandbox.attested"));
        const auto logs = m_person.start({"logs", runIn(read), "--follow"});
        const Finished followed = finish(*logs);
        const Finished finished = finish(*run, read);
        VS_ENDS(finished, 0);
        VS_ENDS(followed, 0);
        const Finished whole = m_person.run({"logs", runIn(read)});
        for (const std::string &text : {followed.out, whole.out}) {
            QVERIFY2(text.find("first word\n") != std::string::npos, text.c_str());
            QVERIFY2(text.find("second word\n") != std::string::npos, text.c_str());
        }
    }

    void aKilledProgramLeavesNothingRunningAndItsRunGoesOn()
    {
        std::ofstream(m_repo.outside() / "replies")
            << scriptedReplies({larger::wrongPatch, larger::rightPatch});
        const std::string mark = "no:mark" + std::to_string(QCoreApplication::applicationPid());
        const auto run = m_person.start(scripted({"--check", "python3 -m pytest -q -p " + mark}));
        const std::string read = readUntil(*run, kind("patch.proposed", 1));
        QVERIFY(!read.empty());
        run->kill(); // SIGKILL: no handler, no destructor
        QCOMPARE(finish(*run).status, 128 + SIGKILL);
        QVERIFY(goneWithin(3s, mark));
        const std::string id = runIn(read);
        const Finished runs = m_person.run({"runs"});
        QVERIFY2(runs.out.find(id + "  interrupted") != std::string::npos, runs.shown().c_str());
        VS_FAILS(m_person.run({"check", id}), 2, "ERR_RUN_ACTIVE");
        VS_FAILS(m_person.run({"cancel", id}), 2, "ERR_RUN_UNKNOWN");
        VS_FAILS(m_person.run({"show", id, "--json"}), 2, "ERR_RUN_ACTIVE");

        // The crash may have torn the last line as well.
        std::ofstream(m_person.runFolder(id) / "journal.jsonl", std::ios::app) << "{\"v\":1,\"seq\":99,\"at";
        VS_ENDS(m_person.run({"show", id}), 0);
        VS_ENDS(m_person.run({"replay", id}), 0);

        const Finished resumed = m_person.run({"resume", id, "--json"});
        VS_ENDS(resumed, 0);
        QCOMPARE(resumed.last().value("outcome", ""), "proven");
        QCOMPARE(resumed.last().value("run", ""), id);
        QCOMPARE(resumed.last().value("iterations", 0), 2);
        VS_ENDS(m_person.run({"check", id}), 0);
        VS_FAILS(m_person.run({"resume", id}), 2, "ERR_USAGE");
    }

    void runsOnOneRepositoryMayBeConcurrent()
    {
        std::ofstream(m_repo.outside() / "right") << larger::rightPatch;
        const std::vector<std::string> words{"verify", m_repo.path().string(),
                                             (m_repo.outside() / "right").string(), "--json"};
        const auto first = m_person.start(words);
        const auto second = m_person.start(words);
        const Finished one = finish(*first);
        const Finished two = finish(*second);
        VS_ENDS(one, 0);
        VS_ENDS(two, 0);
        QVERIFY(one.last().value("run", "") != two.last().value("run", ""));
    }

    void theTimeForTheWholeRunIsALimit()
    {
        const std::string command = hanging(200);
        const Finished run = m_person.run(verify({"--check", command, "--time-limit", "2"}));
        VS_ENDS(run, 3);
        QCOMPARE(run.last().value("stop", ""), "time");
        QVERIFY(goneWithin(500ms, command.substr(6)));
    }

private:
    std::vector<std::string> verify(const std::vector<std::string> &flags) const
    {
        std::vector<std::string> words{"verify", m_repo.path().string(),
                                       (m_repo.outside() / "empty").string(), "--json"};
        words.insert(words.end(), flags.begin(), flags.end());
        return words;
    }
    std::vector<std::string> scripted(const std::vector<std::string> &flags) const
    {
        std::vector<std::string> words{"run",
                                       m_repo.path().string(),
                                       "--task",
                                       "larger gives the smaller one",
                                       "--json",
                                       "--engineer",
                                       "scripted:" + (m_repo.outside() / "replies").string()};
        words.insert(words.end(), flags.begin(), flags.end());
        return words;
    }
    fs::path runtime() const { return m_person.home() / "runtime" / "vouchsafe"; }

    const TempRepo m_repo;
    const CommandLine m_person;
    std::string m_before;
};

QTEST_GUILESS_MAIN(ControlTest)
#include "control_test.moc"
