// The main job from the command line: a failing test, a run, an approval, an undo.
#include "tests/app/command_line.h"

#include "core/base/files.h"

#include <QtTest>

#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

/// The repository's own tests, on the host: the sample is ours and toolz is Debian's.
Finished testsOnTheHost(const TempRepo &repo, const QStringList &arguments = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(QString::fromStdString(repo.path().string()));
    process.start(QStringLiteral("/usr/bin/python3"),
                  QStringList{QStringLiteral("-m"), QStringLiteral("pytest"), QStringLiteral("-q"),
                              QStringLiteral("-p"), QStringLiteral("no:cacheprovider")} +
                      arguments);
    return finish(process);
}

std::string runOf(const Finished &finished)
{
    return finished.last().value("run", "");
}

} // namespace

class MainJobTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!std::filesystem::exists("/usr/bin/bwrap") ||
            !std::filesystem::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
    }

    void provesAppliesAndTakesBackTheSample_data()
    {
        QTest::addColumn<uint>("user");
        QTest::newRow("as who runs this test") << 0U;
        QTest::newRow("as an ordinary user") << 54'321U;
    }
    void provesAppliesAndTakesBackTheSample()
    {
        QFETCH(uint, user);
        if (user != 0 && ::geteuid() != 0)
            QSKIP("the row above ran as an ordinary user already");
        const TempRepo repo;
        fillWithSample(repo, "python");
        QVERIFY(testsOnTheHost(repo).status == 1);
        CommandLine person;
        if (user != 0)
            person.become(user, {repo.path().parent_path()});
        if (user != 0 && person.run({"--version"}).status != 0)
            QSKIP("an ordinary user cannot reach the build folder");
        const std::string before = repo.fingerprint();

        const Finished run =
            person.run({"run", repo.path().string(), "--task-file", (repo.path() / "TASK.md").string(),
                        "--engineer", "builtin", "--json"});
        VS_ENDS(run, 0);
        for (const nlohmann::json &line : run.lines())
            QVERIFY2(line.is_object() && line.contains("kind"), run.shown().c_str());
        const nlohmann::json outcome = run.last();
        QCOMPARE(outcome.value("kind", ""), "outcome");
        QCOMPARE(outcome.value("outcome", ""), "proven");
        QCOMPARE(outcome.value("stop", ""), "verified");
        QCOMPARE(repo.fingerprint(), before);

        // Without a terminal and without --yes nobody approves.
        VS_FAILS(person.run({"apply", runOf(run)}), 4, "ERR_NOT_APPROVED");
        QCOMPARE(repo.fingerprint(), before);

        const auto contents = filesBelow(repo.path());
        VS_ENDS(person.run({"apply", runOf(run), "--yes"}), 0);
        QVERIFY(filesBelow(repo.path()) != contents);
        const Finished tests = testsOnTheHost(repo);
        VS_ENDS(tests, 0);
        VS_ENDS(person.run({"undo", runOf(run)}), 0);
        QVERIFY(filesBelow(repo.path()) == contents);
        QCOMPARE(testsOnTheHost(repo).status, 1);

        readsTheRunAgain(person, run);
    }

    void provesAFlippedComparisonInToolz()
    {
        const std::filesystem::path toolz = "/usr/lib/python3/dist-packages/toolz";
        if (!std::filesystem::exists(toolz / "itertoolz.py"))
            QSKIP("python3-toolz is not installed");
        const TempRepo repo;
        std::filesystem::copy(toolz, repo.path() / "toolz", std::filesystem::copy_options::recursive);
        std::filesystem::remove_all(repo.path() / "toolz" / "__pycache__");
        std::string source = repo.read("toolz/itertoolz.py");
        const std::string right = "len(seq) == len(set(seq))";
        QVERIFY2(source.find(right) != std::string::npos, "this version of toolz has another isdistinct");
        source.replace(source.find(right), right.size(), "len(seq) != len(set(seq))");
        repo.write("toolz/itertoolz.py", source);
        repo.write(".gitignore", "__pycache__/\n");
        repo.commitAll();
        const auto before = filesBelow(repo.path());
        const CommandLine person;
        const Finished run = person.run({"run", repo.path().string(), "--task",
                                         "isdistinct says the opposite", "--engineer", "builtin", "--json"});
        VS_ENDS(run, 0);
        QCOMPARE(run.last().value("outcome", ""), "proven");
        QVERIFY(filesBelow(repo.path()) == before);
        VS_ENDS(person.run({"apply", "last", "--yes"}), 0);
        VS_ENDS(testsOnTheHost(repo), 0);
        VS_ENDS(person.run({"undo", "last"}), 0);
        QVERIFY(filesBelow(repo.path()) == before);
    }

private:
    static void readsTheRunAgain(const CommandLine &person, const Finished &run)
    {
        const std::string id = runOf(run);
        const Finished show = person.run({"show", id});
        VS_ENDS(show, 0);
        for (const char *part : {"proven", "roombook/", "undone"})
            QVERIFY2(show.out.find(part) != std::string::npos, (part + show.shown()).c_str());

        const Finished document = person.run({"show", id, "--json"});
        VS_ENDS(document, 0);
        QCOMPARE(document.last().value("outcome", ""), "proven");
        QCOMPARE(document.out, readFile(person.runFolder(id) / "outcome.json").value_or(""));

        VS_ENDS(person.run({"show", id, "--cost"}), 0);
        const Finished runs = person.run({"runs", "--json"});
        VS_ENDS(runs, 0);
        QCOMPARE(runs.last().value("run", ""), id);
        QCOMPARE(runs.last().value("outcome", ""), "proven");

        const Finished logs = person.run({"logs", id});
        VS_ENDS(logs, 0);
        QVERIFY2(logs.out.find("==> 0-1.log <==") != std::string::npos &&
                     logs.out.find("passed") != std::string::npos,
                 logs.shown().c_str());

        const Finished replay = person.run({"replay", id, "--at", "3", "--json"});
        VS_ENDS(replay, 0);
        const std::vector<nlohmann::json> events = run.lines();
        QCOMPARE(replay.lines().size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(replay.lines()[i] == events[i]);
        VS_FAILS(person.run({"replay", id, "--at", "100000"}), 2, "ERR_USAGE");
    }
};

QTEST_GUILESS_MAIN(MainJobTest)
#include "main_job_test.moc"
