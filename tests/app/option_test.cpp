// Every option of a run has the effect that its help names: with it and without it the end is another.
#include "core/base/files.h"
#include "tests/app/command_line.h"
#include "tests/support/fake_model_server.h"

#include <QtTest>

#include <fstream>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

const char *const plan = "{\"goal\":\"Turn the comparison round\",\"steps\":[\"edit\"],\"files\":[\"m.py\"]}";

int count(const Finished &run, const std::string &kind)
{
    int found = 0;
    for (const nlohmann::json &line : run.lines())
        found += line.is_object() && line.value("kind", "") == kind ? 1 : 0;
    return found;
}

} // namespace

class OptionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!fs::exists("/usr/bin/bwrap") || !fs::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
    }

    void protectProvesWithTheOriginalAsWell()
    {
        const TempRepo repo;
        larger::fill(repo);
        VS_ENDS(verify(repo, larger::rightPatch), 0);
        const Finished guarded = verify(repo, larger::rightPatch, {"--protect", "m.py"});
        VS_ENDS(guarded, 1);
        QCOMPARE(guarded.last().value("outcome", ""), "still-failing");
    }

    void includeShowsAnIgnoredFolder()
    {
        const TempRepo repo;
        repo.write(".gitignore", "corpus/\n");
        repo.write("test_corpus.py", "def test_corpus():\n    assert open('corpus/x.txt').read() == 'x'\n");
        repo.commitAll();
        repo.write("corpus/x.txt", "x");
        // The sandbox's user mounts the folder itself; where root started the program that is another user.
        fs::permissions(repo.path().parent_path(), fs::perms(0755));
        VS_ENDS(verify(repo, ""), 1);
        VS_ENDS(verify(repo, "", {"--include", "corpus"}), 0);
        for (const char *folder : {"absent", "../outside", ".git", "/etc"})
            VS_FAILS(verify(repo, "", {"--include", folder}), 2, "ERR_PATH_MISSING");
    }

    void memoryAndProcessesAreLimits_data()
    {
        QTest::addColumn<QString>("check");
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("tight");
        QTest::newRow("memory") << QStringLiteral("python3 -c 'x = bytearray(300_000_000)'")
                                << QStringLiteral("--memory") << QStringLiteral("64m");
        QTest::newRow("pids") << QStringLiteral(
                                     "python3 -c 'import subprocess as s; p = [s.Popen([\"sleep\", "
                                     "\"1\"]) for i in range(30)]; [q.wait() for q in p]'")
                              << QStringLiteral("--pids") << QStringLiteral("16");
    }
    void memoryAndProcessesAreLimits()
    {
        QFETCH(QString, check);
        QFETCH(QString, option);
        QFETCH(QString, tight);
        const TempRepo repo;
        larger::fill(repo);
        VS_ENDS(verify(repo, "", {"--check", check.toStdString()}), 0);
        const Finished limited =
            verify(repo, "", {"--check", check.toStdString(), option.toStdString(), tight.toStdString()});
        QVERIFY2(limited.status == 1 || limited.status == 3, limited.shown().c_str());
    }

    void checksRunInOrderUntilOneFails()
    {
        const TempRepo repo;
        larger::fill(repo);
        const Finished both = verify(repo, "", {"--check", "true", "--check", "sh -c 'echo second'"});
        VS_ENDS(both, 0);
        const Finished first = verify(repo, "", {"--check", "false", "--check", "sh -c 'echo second'"});
        VS_ENDS(first, 1);
        // The baseline knows how each of them ends; after a patch the row ends with the first that fails.
        const Finished logs = m_person.run({"logs", "last"});
        QVERIFY2(logs.out.find("==> 0-2.log <==") != std::string::npos, logs.shown().c_str());
        QVERIFY2(logs.out.find("==> 1-2.log <==") == std::string::npos, logs.shown().c_str());
    }

    void attemptsEndARun()
    {
        const TempRepo repo;
        larger::fill(repo);
        std::ofstream(repo.outside() / "replies")
            << scriptedReplies({larger::wrongPatch, larger::rightPatch});
        const Finished run =
            m_person.run({"run", repo.path().string(), "--task", "larger is wrong", "--json", "--attempts",
                          "1", "--engineer", "scripted:" + (repo.outside() / "replies").string()});
        VS_ENDS(run, 1);
        QCOMPARE(run.last().value("stop", ""), "attempts");
        QCOMPARE(run.last().value("iterations", 0), 1);
    }

    void eachRoleHasItsModel()
    {
        const TempRepo repo;
        larger::fill(repo);
        FakeModelServer server;
        server.reply("architect", plan);
        server.reply("engineer", larger::rightPatch);
        const Finished run =
            model(repo, server, {"--model", "architect=openai:big", "--model", "engineer=openai:small"});
        VS_ENDS(run, 0);
        const std::vector<FakeModelServer::Request> requests = server.requests();
        QCOMPARE(requests.size(), std::size_t{2});
        QCOMPARE(requests[0].json.value("model", ""), "big");
        QCOMPARE(requests[1].json.value("model", ""), "small");
        QCOMPARE(count(run, "model.called"), 2);
    }

    void tokensAreALimit()
    {
        const TempRepo repo;
        larger::fill(repo);
        FakeModelServer server;
        for (int i = 0; i < 3; ++i) {
            server.reply("architect", plan);
            server.reply("engineer", larger::wrongPatch);
        }
        const Finished run = model(repo, server, {"--model", "openai:x", "--max-tokens", "1"});
        QVERIFY2(run.status == 1 || run.status == 3, run.shown().c_str());
        QCOMPARE(run.last().value("stop", ""), "budget");
    }

    void autoAsksTheModelWhereTheSearchFindsNothing()
    {
        const TempRepo repo;
        repo.write("m.py", "def greeting(name):\n    return ''\n");
        repo.write("test_m.py", "from m import greeting\n\n\ndef test_greeting():\n"
                                "    assert greeting('Ada') == 'Good morning, Ada, and welcome!'\n");
        repo.commitAll();
        FakeModelServer server;
        server.reply("architect", plan);
        server.reply("engineer",
                     "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,2 @@\n def greeting(name):\n-    return ''\n"
                     "+    return f'Good morning, {name}, and welcome!'\n");
        CommandLine person;
        person.set("OPENAI_BASE_URL", server.baseUrl());
        person.set("OPENAI_API_KEY", "k");
        const Finished run = person.run(
            {"run", repo.path().string(), "--task", "greet properly", "--model", "openai:x", "--json"});
        VS_ENDS(run, 0);
        QCOMPARE(run.last().value("outcome", ""), "proven");
        QCOMPARE(server.requests().size(), std::size_t{2});
    }

    void quietSaysNothingAndDataDirIsWhereTheRunIs()
    {
        const TempRepo repo;
        larger::fill(repo);
        const std::string folder = (repo.outside() / "kept").string();
        std::ofstream(repo.outside() / "patch") << larger::rightPatch;
        const Finished run = m_person.run({"--quiet", "--data-dir", folder, "verify", repo.path().string(),
                                           (repo.outside() / "patch").string()});
        VS_ENDS(run, 0);
        QCOMPARE(run.out + run.err, std::string());
        VS_ENDS(m_person.run({"--data-dir", folder, "check", "last"}), 0);
        VS_ENDS(m_person.run({"apply", "last", "--yes", "--data-dir", folder}), 0);
        QCOMPARE(repo.read("m.py"), std::string(larger::rightModule));
    }

private:
    Finished verify(const TempRepo &repo, const std::string &patch, const Words &flags = {}) const
    {
        const fs::path path = repo.outside() / "given.diff";
        std::ofstream(path, std::ios::binary | std::ios::trunc) << patch;
        Words words{"verify", repo.path().string(), path.string(), "--json"};
        words.insert(words.end(), flags.begin(), flags.end());
        return m_person.run(words);
    }
    static Finished model(const TempRepo &repo, const FakeModelServer &server, const Words &flags)
    {
        CommandLine person;
        person.set("OPENAI_BASE_URL", server.baseUrl());
        person.set("OPENAI_API_KEY", "k");
        Words words{"run",   repo.path().string(), "--task", "larger is wrong", "--engineer", "model",
                    "--json"};
        words.insert(words.end(), flags.begin(), flags.end());
        return person.run(words);
    }

    const CommandLine m_person;
};

QTEST_GUILESS_MAIN(OptionTest)
#include "option_test.moc"
