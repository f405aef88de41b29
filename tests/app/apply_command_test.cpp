// `vouchsafe apply` and `undo`: the tree is written on approval only, all or nothing, and nothing of the
// user's is lost.
#include "tests/app/command_line.h"

#include <QtTest>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

/// The right patch again, as the beginning of longer ones.
const char *const fromStart = "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,2 @@\n def larger(a, b):\n"
                              "-    return a if a < b else b\n+    return a if a > b else b\n";

/// A pseudo-terminal that a person types into.
class Terminal {
public:
    Terminal() : m_end(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    {
        if (m_end < 0 || ::grantpt(m_end) != 0 || ::unlockpt(m_end) != 0)
            qFatal("no pseudo-terminal");
    }
    ~Terminal() { ::close(m_end); }
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;
    fs::path name() const { return ::ptsname(m_end); }
    void type(const std::string &text) const
    {
        if (::write(m_end, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
            qFatal("the pseudo-terminal takes no input");
    }

private:
    int m_end;
};

} // namespace

class ApplyCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!fs::exists("/usr/bin/bwrap") || !fs::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
    }

    void asksAtATerminal_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<bool>("approved");
        QTest::newRow("y") << QByteArray("y\n") << true;
        QTest::newRow("YES") << QByteArray("  YES \n") << true;
        QTest::newRow("n") << QByteArray("n\n") << false;
        QTest::newRow("nothing") << QByteArray("\n") << false;
        QTest::newRow("end of input") << QByteArray("\x04") << false;
        QTest::newRow("another word") << QByteArray("yesterday\n") << false;
    }
    void asksAtATerminal()
    {
        QFETCH(QByteArray, answer);
        QFETCH(bool, approved);
        const TempRepo repo;
        larger::fill(repo);
        VS_ENDS(verify(repo, larger::rightPatch), 0);
        const Terminal terminal;
        const auto process = m_person.start({"apply", "last"}, terminal.name());
        terminal.type(answer.toStdString());
        const Finished apply = finish(*process);
        for (const char *part : {"m.py", "proven", "[y/N]"})
            QVERIFY2(apply.err.find(part) != std::string::npos, apply.shown().c_str());
        VS_ENDS(apply, approved ? 0 : 4);
        // The terminal shows the answer and its end of line; here the question's line goes on with the error.
        QCOMPARE(apply.err.find("  code: ERR_NOT_APPROVED\n") == std::string::npos, approved);
        QCOMPARE(repo.read("m.py"), std::string(approved ? larger::rightModule : larger::module));
    }

    void refusesWhenATargetChangedSince()
    {
        const TempRepo repo;
        larger::fill(repo);
        VS_ENDS(verify(repo, larger::rightPatch), 0);
        repo.write("m.py", std::string(larger::module) + "# a later thought\n");
        const std::string before = repo.fingerprint();
        const Finished apply = m_person.run({"apply", "last", "--yes"});
        VS_FAILS(apply, 4, "ERR_TREE_STALE");
        QVERIFY2(apply.err.find("m.py") != std::string::npos, apply.shown().c_str());
        QCOMPARE(repo.fingerprint(), before);
    }

    void writesAllFilesOrNone()
    {
        const TempRepo repo;
        larger::fill(repo);
        repo.write("n.py", "x = 1\n");
        repo.commitAll();
        VS_ENDS(
            verify(repo, std::string(fromStart) + "--- a/n.py\n+++ b/n.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n"),
            0);
        repo.write("n.py", "x = 3\n");
        const std::string before = repo.fingerprint();
        VS_FAILS(m_person.run({"apply", "last", "--yes"}), 4, "ERR_TREE_STALE");
        QCOMPARE(repo.fingerprint(), before);
        repo.write("n.py", "x = 1\n");
        VS_ENDS(m_person.run({"apply", "last", "--yes"}), 0);
        QCOMPARE(repo.read("m.py"), std::string(larger::rightModule));
        QCOMPARE(repo.read("n.py"), "x = 2\n");
    }

    void appliesOnceAndUndoesOnce()
    {
        const TempRepo repo;
        larger::fill(repo);
        VS_ENDS(verify(repo, larger::rightPatch), 0);
        VS_FAILS(m_person.run({"undo", "last"}), 2, "ERR_USAGE");
        VS_ENDS(m_person.run({"apply", "last", "--yes"}), 0);
        VS_FAILS(m_person.run({"apply", "last", "--yes"}), 4, "ERR_TREE_STALE");
        QCOMPARE(repo.read("m.py"), std::string(larger::rightModule));
        VS_ENDS(m_person.run({"undo", "last"}), 0);
        QCOMPARE(repo.read("m.py"), std::string(larger::module));
        const Finished again = m_person.run({"undo", "last"});
        QVERIFY2(again.status != 0, again.shown().c_str());
        QCOMPARE(repo.read("m.py"), std::string(larger::module));
        VS_ENDS(m_person.run({"apply", "last", "--yes"}), 0); // and once more from the start
        VS_ENDS(m_person.run({"undo", "last"}), 0);
        QCOMPARE(repo.read("m.py"), std::string(larger::module));
    }

    void undoRefusesAfterALaterEdit()
    {
        const TempRepo repo;
        larger::fill(repo);
        VS_ENDS(verify(repo, larger::rightPatch), 0);
        VS_ENDS(m_person.run({"apply", "last", "--yes"}), 0);
        repo.write("m.py", std::string(larger::rightModule) + "# mine\n");
        const std::string before = repo.fingerprint();
        const Finished undo = m_person.run({"undo", "last"});
        VS_FAILS(undo, 4, "ERR_UNDO_CHANGED");
        QVERIFY2(undo.err.find("m.py") != std::string::npos, undo.shown().c_str());
        QCOMPARE(repo.fingerprint(), before);
    }

    void theUsersOwnEditsStay()
    {
        const TempRepo repo;
        larger::fill(repo);
        repo.write("a.py", "a = 1\n");
        repo.write("b.py", "b = 1\n");
        repo.commitAll();
        repo.write("a.py", "a = 2\n");
        repo.git({"add", "a.py"});
        repo.write("b.py", "b = 2\n");
        repo.write("c.py", "c = 2\n");
        const std::string staged = repo.git({"diff", "--cached"});
        VS_ENDS(verify(repo, larger::rightPatch), 0);
        VS_ENDS(m_person.run({"apply", "last", "--yes"}), 0);
        QCOMPARE(repo.git({"diff", "--cached"}), staged);
        QCOMPARE(repo.read("b.py"), "b = 2\n");
        QCOMPARE(repo.read("c.py"), "c = 2\n");
        VS_ENDS(m_person.run({"undo", "last"}), 0);
        QCOMPARE(repo.git({"diff", "--cached"}), staged);
        QCOMPARE(repo.read("m.py"), std::string(larger::module));
    }

    // Work that was swept away by a stash or a checkout is the classic loss of such tools.
    void aCancelledRunLeavesIndexTreeAndUntrackedFilesAsTheyWere()
    {
        const TempRepo repo;
        larger::fill(repo);
        repo.write("a.py", "a = 1\n");
        repo.git({"add", "a.py"});
        repo.write("m.py", std::string(larger::module) + "\n\n");
        repo.write("c.py", "c = 1\n");
        const std::string before = repo.fingerprint();
        const auto run = m_person.start(
            {"run", repo.path().string(), "--task", "larger is wrong", "--check", "sleep 86398.5", "--json"});
        QVERIFY(!readUntil(*run, [](const nlohmann::json &line) {
                     return line.value("kind", "") == "sandbox.attested";
                 }).empty());
        ::kill(static_cast<pid_t>(run->processId()), SIGINT);
        VS_ENDS(finish(*run), 130);
        QCOMPARE(repo.fingerprint(), before);
        QVERIFY(goneWithin(std::chrono::seconds(3), "86398.5"));
    }

    void unaskedOnlyWhatIsProvenAndTouchesNoTests_data()
    {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("applied");
        const auto row = [](const char *name, const std::string &patch, int status, bool applied) {
            QTest::newRow(name) << QByteArray::fromStdString(patch) << status << applied;
        };
        row("proven", larger::rightPatch, 0, true);
        row("not proven", larger::wrongPatch, 1, false);
        row("with a test",
            std::string(fromStart) +
                "--- /dev/null\n+++ b/test_more.py\n@@ -0,0 +1,5 @@\n+from m import larger\n+\n+\n"
                "+def test_more():\n+    assert larger(5, 3) == 5\n",
            4, false);
        row("with a build file",
            std::string(fromStart) + "--- /dev/null\n+++ b/setup.py\n@@ -0,0 +1 @@\n+import setuptools\n", 4,
            false);
    }
    void unaskedOnlyWhatIsProvenAndTouchesNoTests()
    {
        QFETCH(QByteArray, patch);
        QFETCH(int, status);
        QFETCH(bool, applied);
        const TempRepo repo;
        larger::fill(repo);
        const std::string before = repo.fingerprint();
        std::ofstream(repo.outside() / "replies")
            << scriptedReplies({"```diff\n" + patch.toStdString() + "```\n"});
        const Finished run =
            m_person.run({"run", repo.path().string(), "--task", "larger is wrong", "--apply", "--attempts",
                          "1", "--engineer", "scripted:" + (repo.outside() / "replies").string()});
        VS_ENDS(run, status);
        QCOMPARE(repo.fingerprint() != before, applied);
        if (status == 4)
            QVERIFY2(run.fails("ERR_NOT_APPROVED"), run.shown().c_str());
    }

    void aRunWithoutAPatchHasNothingToApply()
    {
        const TempRepo repo;
        larger::fill(repo);
        VS_ENDS(verify(repo, larger::misfitPatch), 1);
        VS_FAILS(m_person.run({"apply", "last", "--yes"}), 4, "ERR_NOT_VERIFIED");
    }

    void nonUtf8NamesAndBytesStay()
    {
        const TempRepo repo;
        larger::fill(repo);
        repo.write("caf\xe9.txt", "\xff\xfe\n");
        repo.write("l.py", "# caf\xe9\nVALUE = 1\n");
        repo.commitAll();
        VS_ENDS(
            verify(repo, std::string(fromStart) +
                             "--- a/l.py\n+++ b/l.py\n@@ -1,2 +1,2 @@\n # caf\xe9\n-VALUE = 1\n+VALUE = 2\n"),
            0);
        VS_ENDS(m_person.run({"apply", "last", "--yes"}), 0);
        QCOMPARE(repo.read("l.py"), "# caf\xe9\nVALUE = 2\n");
        QCOMPARE(repo.read("caf\xe9.txt"), "\xff\xfe\n");
    }

private:
    Finished verify(const TempRepo &repo, const std::string &patch) const
    {
        const fs::path path = repo.outside() / "given.diff";
        std::ofstream(path, std::ios::binary | std::ios::trunc) << patch;
        return m_person.run({"verify", repo.path().string(), path.string(), "--json"});
    }

    const CommandLine m_person;
};

QTEST_GUILESS_MAIN(ApplyCommandTest)
#include "apply_command_test.moc"
