// Several commands on one run, and runs that are gone on with: one writer at a time, and the same question.
#include "tests/app/command_line.h"

#include <QtTest>

#include <csignal>
#include <fstream>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

class TogetherTest : public QObject {
    Q_OBJECT

    /// A proven run on the module of one wrong comparison; its name.
    static std::string provenRun(const CommandLine &person, const TempRepo &repo)
    {
        larger::fill(repo);
        repo.write("../outside/right.patch", larger::rightPatch);
        const Finished verified =
            person.run({"verify", repo.path().string(), (repo.outside() / "right.patch").string(), "--json"});
        if (verified.status != 0)
            qFatal("%s", verified.shown().c_str());
        return verified.last()["run"];
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!fs::exists("/usr/bin/bwrap") || !fs::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
    }

    void ofSeveralAppliesAtOnceOneActs()
    {
        const CommandLine person;
        const TempRepo repo;
        const std::string run = provenRun(person, repo);
        std::vector<std::unique_ptr<QProcess>> applies;
        for (int i = 0; i < 4; ++i)
            applies.push_back(person.start({"apply", run, "--yes"}));
        int applied = 0;
        for (const auto &apply : applies) {
            const Finished finished = finish(*apply);
            applied += finished.status == 0 ? 1 : 0;
            // The others were refused: another one held the journal, or the file was changed already.
            QVERIFY2(finished.status == 0 || finished.fails("ERR_TREE_BUSY") ||
                         finished.fails("ERR_TREE_STALE"),
                     finished.shown().c_str());
        }
        QCOMPARE(applied, 1);
        QCOMPARE(repo.read("m.py"), std::string(larger::rightModule));
        VS_ENDS(person.run({"check", run}), 0);
        VS_ENDS(person.run({"undo", run}), 0);
        QCOMPARE(repo.read("m.py"), std::string(larger::module));
    }

    void appliesThoughOtherFilesChangedSince()
    {
        const CommandLine person;
        const TempRepo repo;
        const std::string run = provenRun(person, repo);
        repo.write("NOTES", "mine\n");
        VS_ENDS(person.run({"apply", run, "--yes"}), 0);
        QCOMPARE(repo.read("m.py"), std::string(larger::rightModule));
        QCOMPARE(repo.read("NOTES"), std::string("mine\n"));
    }

    void undoesThoughTheJournalIsBroken()
    {
        const CommandLine person;
        const TempRepo repo;
        const std::string run = provenRun(person, repo);
        VS_ENDS(person.run({"apply", run, "--yes"}), 0);
        const fs::path journal = person.runFolder(run) / "journal.jsonl";
        fs::resize_file(journal, fs::file_size(journal) / 2);
        std::ofstream(journal, std::ios::app) << "\nno event\n";
        VS_ENDS(person.run({"undo", run}), 0);
        QCOMPARE(repo.read("m.py"), std::string(larger::module));
    }

    void cleaningTheCachesSparesARunUnderWay()
    {
        const CommandLine person;
        const TempRepo repo;
        larger::fill(repo);
        repo.write("../outside/right.patch", larger::rightPatch);
        const auto verify = person.start(
            {"verify", repo.path().string(), (repo.outside() / "right.patch").string(), "--json"});
        const std::string read =
            readUntil(*verify, [](const nlohmann::json &line) { return line["kind"] == "baseline.reached"; });
        QVERIFY(!read.empty());
        VS_ENDS(person.run({"doctor", "--clean"}), 0);
        const Finished finished = finish(*verify, read);
        VS_ENDS(finished, 0);
        QCOMPARE(finished.last()["outcome"].get<std::string>(), std::string("proven"));
    }

    void aVerifyThatIsGoneOnWithJudgesTheSamePatch()
    {
        const CommandLine person;
        const TempRepo repo;
        larger::fill(repo);
        repo.write("../outside/wrong.patch", larger::wrongPatch);
        const auto verify = person.start(
            {"verify", repo.path().string(), (repo.outside() / "wrong.patch").string(), "--json"});
        const std::string read =
            readUntil(*verify, [](const nlohmann::json &line) { return line["kind"] == "baseline.reached"; });
        QVERIFY(!read.empty());
        ::kill(static_cast<pid_t>(verify->processId()), SIGKILL);
        finish(*verify, read);
        const Finished resumed = person.run({"resume", "last", "--json"});
        VS_ENDS(resumed, 1);
        QCOMPARE(resumed.last()["outcome"].get<std::string>(), std::string("still-failing"));
        VS_ENDS(person.run({"check", "last"}), 0);
    }
};

QTEST_GUILESS_MAIN(TogetherTest)
#include "together_test.moc"
