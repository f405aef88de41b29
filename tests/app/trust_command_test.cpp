// `vouchsafe trust`, and which of a run's settings wins: flag, environment, the user's file, the repository's
// file.
#include "tests/app/command_line.h"

#include <QtTest>

#include <fstream>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// The task as the run recorded it.
nlohmann::json taskOf(const Finished &run)
{
    for (const nlohmann::json &line : run.lines())
        if (line.is_object() && line.value("kind", "") == "run.started")
            return line["data"]["task"];
    return nlohmann::json::object();
}

std::string notices(const Finished &run)
{
    std::string text;
    for (const nlohmann::json &line : run.lines())
        if (line.is_object() && line.value("kind", "") == "notice")
            text += line["data"].value("text", "") + "\n";
    return text;
}

} // namespace

class TrustCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!fs::exists("/usr/bin/bwrap") || !fs::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
    }

    void aRepositorysCheckCountsAfterTrustOnly()
    {
        const TempRepo repo;
        larger::fill(repo);
        repo.write(".vouchsafe.toml", "check = [\"true\"]\n");
        repo.commitAll();
        const CommandLine person;

        const Finished before = verify(person, repo);
        VS_ENDS(before, 1); // pytest, as found from the repository
        QCOMPARE(before.last().value("outcome", ""), "still-failing");
        QVERIFY2(notices(before).find("`check` counts only after") != std::string::npos,
                 before.shown().c_str());

        const Finished trust = person.run({"trust", repo.path().string()});
        VS_ENDS(trust, 0);
        QVERIFY2(trust.err.find("check = [\"true\"]") != std::string::npos, trust.shown().c_str());
        const Finished trusted = verify(person, repo);
        VS_ENDS(trusted, 0);
        QCOMPARE(trusted.last().value("outcome", ""), "passing-weak");
        QVERIFY(taskOf(trusted)["checks"] == nlohmann::json({"true"}));

        // A flag stands above it, and a change of the file ends the trust.
        VS_ENDS(verify(person, repo, {"--check", "python3 -m pytest -q"}), 1);
        repo.write(".vouchsafe.toml", "check = [\"true\", \"true\"]\n");
        VS_ENDS(verify(person, repo), 1);
        VS_ENDS(person.run({"trust", repo.path().string()}), 0);
        VS_ENDS(verify(person, repo), 0);
        VS_ENDS(person.run({"trust", repo.path().string(), "--revoke"}), 0);
        VS_ENDS(verify(person, repo), 1);
    }

    void nothingToTrustIsSaid()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        const CommandLine person;
        VS_FAILS(person.run({"trust", repo.path().string()}), 2, "ERR_PATH_MISSING");
    }

    void theStrongestSettingWins_data()
    {
        QTest::addColumn<int>("flag");
        QTest::addColumn<int>("environment");
        QTest::addColumn<int>("user");
        QTest::addColumn<int>("repository");
        QTest::addColumn<int>("wanted");
        QTest::newRow("none") << 0 << 0 << 0 << 0 << 300;
        QTest::newRow("repository lowers") << 0 << 0 << 0 << 20 << 20;
        QTest::newRow("repository cannot raise") << 0 << 0 << 0 << 900 << 300;
        QTest::newRow("user") << 0 << 0 << 50 << 0 << 50;
        QTest::newRow("repository below the user's") << 0 << 0 << 50 << 20 << 20;
        QTest::newRow("environment above the user's") << 0 << 60 << 50 << 0 << 60;
        QTest::newRow("flag above all") << 70 << 60 << 50 << 20 << 70;
    }
    void theStrongestSettingWins()
    {
        QFETCH(int, flag);
        QFETCH(int, environment);
        QFETCH(int, user);
        QFETCH(int, repository);
        QFETCH(int, wanted);
        const TempRepo repo;
        larger::fill(repo);
        CommandLine person;
        if (repository != 0)
            repo.write(".vouchsafe.toml", "timeout = " + std::to_string(repository) + "\n");
        if (user != 0) {
            fs::create_directories(person.config());
            std::ofstream(person.config() / "vouchsafe.ini") << "timeout=" << user << '\n';
        }
        if (environment != 0)
            person.set("VOUCHSAFE_TIMEOUT", std::to_string(environment));
        Words flags{"--check", "true"};
        if (flag != 0)
            flags.insert(flags.end(), {"--timeout", std::to_string(flag)});
        const Finished run = verify(person, repo, flags);
        VS_ENDS(run, 0);
        QCOMPARE(taskOf(run)["limits"].value("check_seconds", 0), wanted);
    }

    void aRepositoryCannotWidenAnything_data()
    {
        QTest::addColumn<QByteArray>("line");
        for (const char *line : {"sandbox = \"none\"", "include = [\"/etc\"]", "engineer = \"model\"",
                                 "model = \"openai:x\"", "openai-base-url = \"http://example.invalid/v1\"",
                                 "network = true", "memory = \"900g\"", "pids = 100000"})
            QTest::newRow(line) << QByteArray(line);
    }
    void aRepositoryCannotWidenAnything()
    {
        QFETCH(QByteArray, line);
        const TempRepo repo;
        larger::fill(repo);
        const CommandLine person;
        const nlohmann::json usual = taskOf(verify(person, repo, {"--check", "true"}));
        repo.write(".vouchsafe.toml", line.toStdString() + "\n");
        VS_ENDS(person.run({"trust", repo.path().string()}), 0);
        const Finished run = verify(person, repo, {"--check", "true"});
        VS_ENDS(run, 0);
        nlohmann::json task = taskOf(run);
        task["base"] = usual["base"]; // the file itself is part of the tree
        QVERIFY2(task == usual, run.shown().c_str());
    }

    void aBrokenFileIsNamedWithItsLine()
    {
        const TempRepo repo;
        larger::fill(repo);
        repo.write(".vouchsafe.toml", "attempts = 2\ncheck = [\n");
        const CommandLine person;
        const Finished broken = verify(person, repo);
        VS_FAILS(broken, 2, "ERR_SETTINGS");
        QVERIFY2(broken.err.find(".vouchsafe.toml line ") != std::string::npos, broken.shown().c_str());
    }

private:
    static Finished verify(const CommandLine &person, const TempRepo &repo, const Words &flags = {})
    {
        std::ofstream(repo.outside() / "empty.diff").flush();
        Words words{"verify", repo.path().string(), (repo.outside() / "empty.diff").string(), "--json"};
        words.insert(words.end(), flags.begin(), flags.end());
        return person.run(words);
    }
};

QTEST_GUILESS_MAIN(TrustCommandTest)
#include "trust_command_test.moc"
