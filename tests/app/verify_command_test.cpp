// `vouchsafe verify`: the verdict for a patch that somebody has, whatever the patch is.
#include "tests/app/command_line.h"

#include <QElapsedTimer>
#include <QtTest>

#include <fstream>
#include <sys/stat.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

/// No patch that any reader could mistake for one, 10 MB of it.
std::string longProse()
{
    std::string text;
    while (text.size() < 10'000'000)
        text += "The quick brown fox jumps over the lazy dog, " + std::to_string(text.size()) + " times.\n";
    return text;
}

/// A well-formed patch of 10 MB for a file that the tree does not have.
std::string longPatch()
{
    std::string text = "--- a/absent.py\n+++ b/absent.py\n@@ -1,200000 +1,200000 @@\n";
    for (int i = 0; i < 200'000; ++i)
        text += "-old line number " + std::to_string(i) + "\n+new line number " + std::to_string(i) + "\n";
    return text;
}

} // namespace

class VerifyCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!fs::exists("/usr/bin/bwrap") || !fs::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
        larger::fill(m_repo);
    }

    void judgesAPatch_data()
    {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("outcome");
        const auto row = [](const char *name, const std::string &patch, int status, const char *outcome) {
            QTest::newRow(name) << QByteArray::fromStdString(patch) << status << QString::fromLatin1(outcome);
        };
        row("right", larger::rightPatch, 0, "proven");
        row("right, in prose", std::string("Here:\n```diff\n") + larger::rightPatch + "```\n", 0, "proven");
        row("wrong", larger::wrongPatch, 1, "still-failing");
        row("empty: the tree as it is", "", 1, "still-failing");
        row("does not fit", larger::misfitPatch, 1, "not-applied");
        row("garbage", std::string("\x00\xff\xfe\x7f garbage \r\n\x1b[31m", 20), 1, "no-patch");
        row("10 MB of prose", longProse(), 4, "refused");
        row("10 MB of patch", longPatch(), 4, "refused");
        row("outside of the tree", "--- a/../x.py\n+++ b/../x.py\n@@ -1 +1 @@\n-a\n+b\n", 4, "refused");
        row("into .git", "--- /dev/null\n+++ b/.git/hooks/pre-commit\n@@ -0,0 +1 @@\n+x\n", 4, "refused");
        row("breaks a test",
            "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,2 @@\n def larger(a, b):\n-    return a if a < b else b\n"
            "+    return 2 if a < b else None\n",
            1, "regressed");
        row("does not parse",
            "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,2 @@\n def larger(a, b):\n-    return a if a < b else b\n"
            "+    return a if if\n",
            1, "build-broken");
    }
    void judgesAPatch()
    {
        QFETCH(QByteArray, patch);
        QFETCH(int, status);
        QFETCH(QString, outcome);
        const std::string before = m_repo.fingerprint();
        const Finished verify = m_person.run({"verify", repo(), file(patch.toStdString()), "--json"});
        VS_ENDS(verify, status);
        QVERIFY2(verify.last().value("outcome", "") == outcome.toStdString(), verify.shown().c_str());
        QCOMPARE(m_repo.fingerprint(), before);
        VS_ENDS(m_person.run({"check", "last"}), 0);
    }

    void aPatchThatCannotBeReadIsAnError_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("missing") << QStringLiteral("absent.diff");
        QTest::newRow("a folder") << QStringLiteral("folder");
        QTest::newRow("a pipe that nobody writes") << QStringLiteral("pipe");
    }
    void aPatchThatCannotBeReadIsAnError()
    {
        QFETCH(QString, path);
        const fs::path place = m_repo.outside() / path.toStdString();
        if (path == QLatin1String("folder"))
            fs::create_directories(place);
        if (path == QLatin1String("pipe"))
            QCOMPARE(::mkfifo(place.c_str(), 0600), 0);
        VS_FAILS(m_person.run({"verify", repo(), place.string()}), 2, "ERR_PATH_MISSING");
        VS_FAILS(m_person.run({"patch", repo(), place.string()}), 2, "ERR_PATH_MISSING");
    }

    void aCheckThatDoesNotExistIsTheEnvironment()
    {
        const Finished verify = m_person.run(
            {"verify", repo(), file(larger::rightPatch), "--check", "no-such-program-7 --all", "--json"});
        VS_ENDS(verify, 3);
        QCOMPARE(verify.last().value("outcome", ""), "environment");
        QVERIFY2(verify.err.find("no-such-program-7") != std::string::npos, verify.shown().c_str());
    }

    void acceptsAGivenCheck()
    {
        const Finished verify = m_person.run({"verify", repo(), file(larger::rightPatch), "--check",
                                              "python3 -c 'import m; assert m.larger(1, 2) == 2'", "--json"});
        VS_ENDS(verify, 0);
        QCOMPARE(verify.last().value("outcome", ""), "passing-weak"); // no runner whose report is known
    }

    void aRepositoryWithoutTestsIsNamed()
    {
        const TempRepo none;
        none.write("notes.txt", "nothing to run\n");
        none.commitAll();
        const Finished verify = m_person.run({"verify", none.path().string(), file(""), "--json"});
        VS_FAILS(verify, 3, "ERR_NO_CHECK");
        none.write("pytest.ini", "[pytest]\n");
        none.write("test_none.py", "x = 1\n");
        const Finished empty = m_person.run({"verify", none.path().string(), file(""), "--json"});
        VS_ENDS(empty, 3);
        QCOMPARE(empty.last().value("outcome", ""), "no-tests");
    }

    void aBackendThatIsNotThereIsAnErrorAndNoOtherIsTaken()
    {
        // Neither a program, nor an engine, nor a runtime of that name: each ends before anything runs.
        CommandLine person;
        person.set("DOCKER_HOST", "unix:///nonexistent/docker.sock");
        const std::vector<std::vector<std::string>> asked{{"--sandbox", "docker"},
                                                          {"--sandbox", "podman", "--image", "none/such:1"},
                                                          {"--runtime", "none"}};
        for (const std::vector<std::string> &words : asked) {
            std::vector<std::string> command{"verify", repo(), file("")};
            command.insert(command.end(), words.begin(), words.end());
            const Finished refused = person.run(command);
            VS_ENDS(refused, 3);
            QVERIFY2(refused.err.find("code: ERR_SANDBOX_") != std::string::npos, refused.shown().c_str());
            QVERIFY2(refused.err.find("remedy: ") != std::string::npos, refused.shown().c_str());
            QCOMPARE(refused.out, std::string());
        }
        VS_FAILS(m_person.run({"verify", repo(), file(""), "--sandbox", "none"}), 2, "ERR_USAGE");
    }

    void aCheckThatHangsEndsAtItsLimit()
    {
        QElapsedTimer timer;
        timer.start();
        const Finished verify =
            m_person.run({"verify", repo(), file(larger::rightPatch), "--timeout", "2", "--json", "--check",
                          "sh -c 'if grep -q \">\" m.py; then sleep 86399.25; fi'"});
        VS_ENDS(verify, 3);
        QCOMPARE(verify.last().value("outcome", ""), "timeout");
        QVERIFY(timer.elapsed() < 60'000);
        QVERIFY(goneWithin(std::chrono::seconds(5), "86399.25"));
    }

private:
    std::string repo() const { return m_repo.path().string(); }
    std::string file(const std::string &patch) const
    {
        const fs::path path = m_repo.outside() / "given.diff";
        std::ofstream(path, std::ios::binary | std::ios::trunc) << patch;
        return path.string();
    }

    const TempRepo m_repo;
    const CommandLine m_person;
};

QTEST_GUILESS_MAIN(VerifyCommandTest)
#include "verify_command_test.moc"
