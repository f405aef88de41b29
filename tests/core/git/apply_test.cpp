// Applying and undoing: all or nothing, only what was approved, and never over what a person wrote.

#include "core/git/apply_transaction.h"

#include "core/base/text.h"
#include "core/git/apply_disk.h"
#include "tests/support/temp_repo.h"

#include <QtTest>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace vouchsafe;
using test::TempRepo;
namespace fs = std::filesystem;

namespace {

template <typename T>
QByteArray inWords(const Result<T> &result)
{
    return result ? QByteArray("ok") : QByteArray::fromStdString(fourLines(result.error()));
}

FileChange modify(const std::string &path, const std::string &before, const std::string &after)
{
    FileChange change;
    change.path = path;
    change.before = before;
    change.after = after;
    return change;
}

FileChange create(const std::string &path, const std::string &after, unsigned mode = 0100644)
{
    FileChange change;
    change.path = path;
    change.kind = ChangeKind::Create;
    change.after = after;
    change.modeAfter = mode;
    return change;
}

FileChange remove(const std::string &path, const std::string &before)
{
    FileChange change;
    change.path = path;
    change.kind = ChangeKind::Delete;
    change.before = before;
    return change;
}

FileChange renamed(const std::string &from, const std::string &path, const std::string &before,
                   const std::string &after)
{
    FileChange change = modify(path, before, after);
    change.kind = ChangeKind::Rename;
    change.from = from;
    return change;
}

/// Does something at one act, or makes it fail.
class At final : public ApplyObserver {
public:
    using Act = std::function<int(std::string_view act, const std::string &path)>;
    explicit At(Act act) : m_act(std::move(act)) {}
    int before(std::string_view act, const std::string &path) override { return m_act(act, path); }

private:
    Act m_act;
};

using Refusal = std::function<Patch(const TempRepo &)>;

} // namespace
Q_DECLARE_METATYPE(Refusal)

class ApplyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesAllKindsOfChangeAndTakesThemBackExactly()
    {
        const TempRepo repo;
        sample(repo);
        const std::string before = content(repo);
        const std::string metadata = gitData(repo);

        const auto applied = apply(repo, sampleChanges());
        QVERIFY2(applied, inWords(applied));
        QVERIFY(applied->notices.empty());
        QCOMPARE(repo.read("m.py"), std::string("new\n"));
        QCOMPARE(repo.read("fresh/deep/n.py"), std::string("created\n"));
        QVERIFY(!fs::exists(repo.path() / "old"));
        QVERIFY(!fs::exists(repo.path() / "r.py"));
        QCOMPARE(repo.read("s.py"), std::string("renamed\n"));
        QCOMPARE(gitData(repo), metadata);
        QVERIFY(!leftovers(repo));

        const auto undone = undo(repo);
        QVERIFY2(undone, inWords(undone));
        QCOMPARE(content(repo), before);
        QCOMPARE(gitData(repo), metadata);
        QVERIFY(!hasApplyRecord(run(repo)));
        QCOMPARE(undo(repo).error().code, ErrorCode::Usage);
        QVERIFY(apply(repo, sampleChanges())); // and again
    }

    void keepsModesLinksAndAttributes_C11()
    {
        const TempRepo repo;
        repo.write("run.sh", "a", 0755);
        repo.write("shared", "a", 0640);
        repo.write("gone", "a", 0750);
        repo.write("plain", "a", 0664);
        const bool attributes = ::setxattr((repo.path() / "shared").c_str(), "user.note", "kept", 4, 0) == 0;
        if (!attributes)
            qInfo("extended attributes cannot be checked here: %s", std::strerror(errno));
        FileChange executable = modify("plain", "a", "a");
        executable.modeAfter = 0100755;
        const mode_t mask = ::umask(077);
        const auto applied = apply(repo, {modify("run.sh", "a", "b"), modify("shared", "a", "b"),
                                          remove("gone", "a"), executable, create("tool", "x", 0100755)});
        ::umask(mask);
        QVERIFY2(applied, inWords(applied));
        QCOMPARE(modeOf(repo, "run.sh"), 0755U);
        QCOMPARE(modeOf(repo, "shared"), 0640U);
        QCOMPARE(modeOf(repo, "plain"), 0775U);
        QCOMPARE(modeOf(repo, "tool"), 0700U);
        if (attributes) {
            char value[8] = {};
            QCOMPARE(::getxattr((repo.path() / "shared").c_str(), "user.note", value, sizeof value), 4L);
        }
        QVERIFY2(undo(repo), "undo");
        QCOMPARE(modeOf(repo, "gone"), 0750U);
        QCOMPARE(modeOf(repo, "plain"), 0664U);
    }

    void changesLinksAsLinks()
    {
        const TempRepo repo;
        fs::create_symlink("a", repo.path() / "link");
        FileChange change = modify("link", "a", "b");
        change.modeBefore = change.modeAfter = 0120000;
        const auto applied = apply(repo, {change, create("sub/new", "../a", 0120000)});
        QVERIFY2(applied, inWords(applied));
        QCOMPARE(fs::read_symlink(repo.path() / "link"), fs::path("b"));
        QCOMPARE(fs::read_symlink(repo.path() / "sub" / "new"), fs::path("../a"));
        QVERIFY2(undo(repo), "undo");
        QCOMPARE(fs::read_symlink(repo.path() / "link"), fs::path("a"));
        QVERIFY(!fs::exists(repo.path() / "sub"));
    }

    void keepsUnrelatedWorkAndTheIndex_C07()
    {
        const TempRepo repo;
        sample(repo);
        repo.write("mine.txt", "staged");
        repo.git({"add", "mine.txt"});
        repo.write("mine.txt", "unstaged");
        repo.write("untracked", "u");
        const std::string metadata = gitData(repo);
        const auto time = fs::last_write_time(repo.path() / "mine.txt");
        QVERIFY(apply(repo, {modify("m.py", "old\n", "new\n")}));
        QCOMPARE(repo.read("mine.txt"), std::string("unstaged"));
        QCOMPARE(repo.read("untracked"), std::string("u"));
        QCOMPARE(fs::last_write_time(repo.path() / "mine.txt"), time);
        QCOMPARE(gitData(repo), metadata);
    }

    void keepsBytesItDoesNotChange_C05()
    {
        const TempRepo repo;
        repo.write("l.php", "// caf\xe9\n$a = 1;\n");
        QVERIFY(apply(repo, {modify("l.php", "// caf\xe9\n$a = 1;\n", "// caf\xe9\n$a = 2;\n")}));
        QCOMPARE(repo.read("l.php"), std::string("// caf\xe9\n$a = 2;\n"));
    }

    void writesUnderNamesThatAreNotUtf8_C06()
    {
        const TempRepo repo;
        repo.write("b\xff.txt", "a");
        QVERIFY(apply(repo, {modify("b\xff.txt", "a", "b"), create("d\xfe/x", "x")}));
        QVERIFY(undo(repo));
        QCOMPARE(repo.read("b\xff.txt"), std::string("a"));
        QVERIFY(!fs::exists(repo.path() / "d\xfe"));
        fs::remove(repo.path() / "b\xff.txt");
    }

    void onlyTheChangedLinesShowInGit_C14()
    {
        const TempRepo repo;
        repo.git({"config", "core.autocrlf", "true"});
        repo.write("a.c", "int a;\r\nint b;\r\n");
        repo.commitAll();
        QVERIFY(apply(repo, {modify("a.c", "int a;\r\nint b;\r\n", "int a;\r\nint c;\r\n")}));
        QCOMPARE(repo.git({"diff", "--numstat"}), std::string("1\t1\ta.c\n"));
    }

    void refusesWhenAFileChangedSinceAndNamesIt_C17()
    {
        const TempRepo repo;
        sample(repo);
        repo.write("m.py", "newer text of the person\n");
        const std::string before = repo.fingerprint();
        const auto applied = apply(repo, sampleChanges());
        QVERIFY(!applied);
        QCOMPARE(applied.error().code, ErrorCode::TreeStale);
        QVERIFY2(applied.error().context.find("m.py") != std::string::npos, inWords(applied));
        QCOMPARE(repo.fingerprint(), before);
    }

    void refusesAFileOutsideTheSparseCheckout_C13()
    {
        const TempRepo repo;
        repo.write("src/a", "a");
        repo.write("docs/x.md", "x");
        repo.commitAll();
        repo.git({"sparse-checkout", "set", "src"});
        const auto applied = apply(repo, {modify("docs/x.md", "x", "y")});
        QVERIFY(!applied);
        QVERIFY2(applied.error().context.find("docs/x.md (not on disk)") != std::string::npos,
                 inWords(applied));
    }

    void refusesAChangeInsideASubmodule_C09()
    {
        const TempRepo library;
        library.write("u.py", "a");
        library.commitAll();
        const TempRepo repo(TempRepo::Kind::Committed);
        repo.git({"submodule", "--quiet", "add", library.path().string(), "lib"});
        const auto applied = apply(repo, {modify("lib/u.py", "a", "b")});
        QVERIFY(!applied);
        QCOMPARE(applied.error().code, ErrorCode::PatchGitlink);
        QVERIFY(applied.error().what.find("lib is a submodule") != std::string::npos);
        QCOMPARE(repo.read("lib/u.py"), std::string("a"));
    }

    void refusesBeforeTheFirstByte_data()
    {
        QTest::addColumn<Refusal>("prepare");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char *name, const char *code, Refusal prepare) {
            QTest::newRow(name) << prepare << QByteArray(code);
        };
        const auto good = modify("m.py", "old\n", "new\n");
        const auto with = [good](FileChange bad) {
            return [good, bad = std::move(bad)](const TempRepo &) { return Patch{{good, bad}, {}, {}}; };
        };
        row("nothing", "ERR_PATCH_EMPTY", [](const TempRepo &) { return Patch(); });
        row("no change", "ERR_PATCH_EMPTY", [](const TempRepo &) {
            return Patch{{modify("m.py", "old\n", "old\n")}, {}, {}};
        });
        row("above the root", "ERR_PATCH_OUTSIDE", with(create("../x", "x")));
        row("from the file system's root", "ERR_PATCH_OUTSIDE", with(create("/x", "x")));
        row("dots inside", "ERR_PATCH_OUTSIDE", with(create("a/./x", "x")));
        row("git's data", "ERR_PATCH_GIT_DIR", with(create(".git/hooks/x", "x")));
        row("git's data, other case", "ERR_PATCH_GIT_DIR", with(create("a/.GIT/x", "x")));
        row("exists", "ERR_PATCH_EXISTS", with(create("r.py", "x")));
        row("a folder is there", "ERR_PATCH_EXISTS", with(create("old", "x")));
        row("a file is above", "ERR_PATCH_EXISTS", with(create("r.py/x", "x")));
        row("missing", "ERR_TREE_STALE", with(modify("absent", "x", "y")));
        row("delete, changed", "ERR_TREE_STALE", with(remove("r.py", "other")));
        row("rename onto another", "ERR_PATCH_EXISTS", with(renamed("r.py", "old/d.py", "r\n", "r\n")));
        row("a submodule's mode", "ERR_PATCH_GITLINK", with(create("x", "x", 0160000)));
        row("an odd mode", "ERR_PATCH_MODE", with(create("x", "x", 0104755)));
        row("a link that leaves", "ERR_PATCH_LINK", with(create("x", "../outside", 0120000)));
        row("a link to the system", "ERR_PATCH_LINK", with(create("x", "/etc/passwd", 0120000)));
        row("twice", "ERR_PATCH_CONTRADICTION", with(modify("m.py", "old\n", "other\n")));
        row("a file and a folder", "ERR_PATCH_CONTRADICTION", [](const TempRepo &) {
            return Patch{{create("x", "x"), create("x/y", "y")}, {}, {}};
        });
        row("through a link", "ERR_PATCH_LINK", [good](const TempRepo &repo) {
            fs::create_directory_symlink(repo.outside(), repo.path() / "door");
            return Patch{{good, create("door/x", "x")}, {}, {}};
        });
        row("the target became a link", "ERR_TREE_STALE", [](const TempRepo &repo) {
            std::ofstream(repo.outside() / "m.py") << "old\n";
            fs::remove(repo.path() / "m.py");
            fs::create_symlink(repo.outside() / "m.py", repo.path() / "m.py");
            return Patch{{modify("m.py", "old\n", "new\n")}, {}, {}};
        });
        row("the target became a folder", "ERR_TREE_STALE", [good](const TempRepo &repo) {
            fs::remove(repo.path() / "m.py");
            fs::create_directory(repo.path() / "m.py");
            return Patch{{good}, {}, {}};
        });
        row("the target became a FIFO", "ERR_TREE_STALE", [good](const TempRepo &repo) {
            fs::remove(repo.path() / "m.py");
            ::mkfifo((repo.path() / "m.py").c_str(), 0600);
            return Patch{{good}, {}, {}};
        });
        row("a read-only file", "ERR_PERMISSION", [good](const TempRepo &repo) {
            ::chmod((repo.path() / "m.py").c_str(), 0444);
            return Patch{{good}, {}, {}};
        });
        row("hard links", "ERR_NOT_APPROVED", [good](const TempRepo &repo) {
            fs::create_hard_link(repo.path() / "m.py", repo.path() / "second");
            return Patch{{good}, {}, {}};
        });
    }

    void refusesBeforeTheFirstByte()
    {
        QFETCH(Refusal, prepare);
        QFETCH(QByteArray, code);
        const TempRepo repo;
        sample(repo);
        const Patch patch = prepare(repo);
        const std::string before = repo.fingerprint();
        const auto applied = apply(repo, patch.files);
        QVERIFY(!applied);
        QVERIFY2(errorName(applied.error().code) == code.toStdString(), inWords(applied));
        QCOMPARE(repo.fingerprint(), before);
        QVERIFY(!hasApplyRecord(run(repo)));
    }

    void aFolderWithoutRightsIsRefused()
    {
        const TempRepo repo;
        sample(repo);
        fs::permissions(repo.path() / "old", fs::perms(0555));
        const std::string before = repo.fingerprint();
        // Root may write everywhere, so an ordinary user asks.
        const int status = inAChild([&] {
            if (::geteuid() == 0) {
                fs::permissions(repo.outside().parent_path(), fs::perms(0755));
                for (const auto &entry : fs::recursive_directory_iterator(repo.outside().parent_path()))
                    if (::lchown(entry.path().c_str(), 12345, 12345) != 0)
                        return 3;
                if (::setgid(12345) != 0 || ::setuid(12345) != 0)
                    return 3;
            }
            const auto applied = apply(repo, {modify("m.py", "old\n", "new\n"), remove("old/d.py", "d\n")});
            return !applied && applied.error().code == ErrorCode::Permission ? 0 : 1;
        });
        QCOMPARE(status, 0);
        QCOMPARE(repo.fingerprint(), before);
        fs::permissions(repo.path() / "old", fs::perms(0755));
    }

    void breaksHardLinksOnlyWhenAPersonAgreed()
    {
        const TempRepo repo;
        sample(repo);
        fs::create_hard_link(repo.path() / "m.py", repo.path() / "second");
        ApplyRequest request = requestFor(repo, {modify("m.py", "old\n", "new\n")});
        request.breakHardLinks = true;
        QVERIFY(applyPatch(request));
        QCOMPARE(repo.read("m.py"), std::string("new\n"));
        QCOMPARE(repo.read("second"), std::string("old\n"));
    }

    void saysWhoHoldsTheRepository()
    {
        const TempRepo repo;
        sample(repo);
        bool asked = false;
        Result<Applied> second = Applied();
        At observer([&](std::string_view act, const std::string &) {
            if (act == "exchange" && !asked) {
                asked = true;
                second = apply(repo, {modify("r.py", "r\n", "R\n")});
            }
            return 0;
        });
        ApplyRequest request = requestFor(repo, sampleChanges());
        request.observer = &observer;
        QVERIFY(applyPatch(request));
        QVERIFY(asked);
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::TreeBusy);
        QVERIFY2(second.error().context.find("held by process " + std::to_string(::getpid())) !=
                     std::string::npos,
                 inWords(second));
    }

    void keepsAnEditThatAPersonMakesMeanwhile_data()
    {
        QTest::addColumn<QByteArray>("act");
        for (const char *act : {"write", "sync folder", "exchange", "move"})
            QTest::newRow(act) << QByteArray(act);
    }

    void keepsAnEditThatAPersonMakesMeanwhile()
    {
        QFETCH(QByteArray, act);
        const TempRepo repo;
        sample(repo);
        bool edited = false;
        At observer([&](std::string_view now, const std::string &path) {
            // "exchange" and "move" are seen at the last file, when the others are in place already.
            const bool last = act != "exchange" || path == "x.py";
            if (now == act.toStdString() && last && !edited) {
                edited = true;
                repo.write("x.py", "the person's\n");
            }
            return 0;
        });
        ApplyRequest request = requestFor(repo, sampleChanges());
        request.observer = &observer;
        const std::string before = content(repo);
        const auto applied = applyPatch(request);
        QVERIFY(edited);
        QVERIFY2(!applied, "applied over an edit");
        QCOMPARE(applied.error().code, ErrorCode::TreeStale);
        QVERIFY2(applied.error().context.find("x.py") != std::string::npos, inWords(applied));
        QCOMPARE(repo.read("x.py"), std::string("the person's\n"));
        repo.write("x.py", "x\n");
        QCOMPARE(content(repo), before);
    }

    void undoRefusesFilesThatChangedSinceAndCanLeaveThem()
    {
        const TempRepo repo;
        sample(repo);
        QVERIFY(apply(repo, sampleChanges()));
        repo.write("m.py", "more\n");
        const std::string before = repo.fingerprint();
        const auto refused = undo(repo);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::UndoChanged);
        QCOMPARE(refused.error().context, std::string("m.py"));
        QCOMPARE(repo.fingerprint(), before);

        UndoRequest request{repo.path(), run(repo), locks(repo), true, nullptr};
        const auto undone = undoApply(request);
        QVERIFY2(undone, inWords(undone));
        QCOMPARE(undone->notices.size(), std::size_t{1});
        QCOMPARE(repo.read("m.py"), std::string("more\n"));
        QCOMPARE(repo.read("r.py"), std::string("r\n"));
        QVERIFY(!fs::exists(repo.path() / "fresh"));
    }

    void undoKeepsAModeThatWasChangedSince()
    {
        const TempRepo repo;
        repo.write("a", "1", 0644);
        QVERIFY(apply(repo, {modify("a", "1", "2")}));
        ::chmod((repo.path() / "a").c_str(), 0600);
        QVERIFY(undo(repo));
        QCOMPARE(repo.read("a"), std::string("1"));
        QCOMPARE(modeOf(repo, "a"), 0600U);
    }

    void refusesADamagedRecord()
    {
        const TempRepo repo;
        sample(repo);
        QVERIFY(apply(repo, sampleChanges()));
        std::fstream record(run(repo) / "apply.record", std::ios::in | std::ios::out | std::ios::binary);
        record.seekp(60);
        record.put('!');
        record.close();
        QCOMPARE(undo(repo).error().code, ErrorCode::Evidence);
    }

    void worksInALinkedWorktreeAndWithAnUnbornBranch()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        const fs::path worktree = repo.outside() / "wt";
        repo.git({"worktree", "add", "-q", "-b", "side", worktree.string()});
        ApplyRequest request = requestFor(repo, {create("new", "x")});
        request.root = worktree;
        QVERIFY(applyPatch(request));
        QVERIFY(fs::exists(worktree / "new"));
    }

    void fiftyFilesTakeNoLongerThanABlink()
    {
        const TempRepo repo;
        std::vector<FileChange> changes;
        for (int at = 0; at < 50; ++at) {
            const std::string name = "d" + std::to_string(at % 5) + "/f" + std::to_string(at);
            repo.write(name, "old");
            changes.push_back(modify(name, "old", "new"));
        }
        QElapsedTimer timer;
        timer.start();
        QVERIFY(apply(repo, changes));
        qInfo("50 files: %lld ms", static_cast<long long>(timer.elapsed()));
    }

private:
    static void sample(const TempRepo &repo)
    {
        repo.write("m.py", "old\n");
        repo.write("old/d.py", "d\n", 0640);
        repo.write("r.py", "r\n", 0755);
        repo.write("x.py", "x\n");
        repo.write("other.py", "other\n");
        repo.commitAll();
    }
    static std::vector<FileChange> sampleChanges()
    {
        return {modify("m.py", "old\n", "new\n"), remove("old/d.py", "d\n"),
                create("fresh/deep/n.py", "created\n"), renamed("r.py", "s.py", "r\n", "renamed\n"),
                modify("x.py", "x\n", "X\n")};
    }
    static fs::path run(const TempRepo &repo) { return repo.outside() / "run"; }
    static fs::path locks(const TempRepo &repo) { return repo.outside() / "locks"; }
    static ApplyRequest requestFor(const TempRepo &repo, std::vector<FileChange> changes)
    {
        fs::create_directories(run(repo));
        return {repo.path(), run(repo), locks(repo), Patch{std::move(changes), {}, {}}, false, nullptr};
    }
    static Result<Applied> apply(const TempRepo &repo, std::vector<FileChange> changes)
    {
        return applyPatch(requestFor(repo, std::move(changes)));
    }
    static Result<Applied> undo(const TempRepo &repo)
    {
        return undoApply({repo.path(), run(repo), locks(repo), false, nullptr});
    }
    static unsigned modeOf(const TempRepo &repo, const char *name)
    {
        struct stat info {};
        ::lstat((repo.path() / name).c_str(), &info);
        return info.st_mode & 07777U;
    }
    /// Paths, modes and bytes of the working tree; times of what was rewritten may differ.
    static std::string content(const TempRepo &repo)
    {
        std::vector<std::string> rows;
        for (auto at = fs::recursive_directory_iterator(repo.path());
             at != fs::recursive_directory_iterator(); ++at) {
            if (at->path().filename() == ".git") {
                at.disable_recursion_pending();
                continue;
            }
            const std::string name = at->path().lexically_relative(repo.path()).string();
            rows.push_back(name + " " + std::to_string(modeOf(repo, name.c_str())) + " " +
                           (at->is_regular_file() ? repo.read(name) : ""));
        }
        std::sort(rows.begin(), rows.end());
        return join(rows, "\n");
    }
    static std::string gitData(const TempRepo &repo)
    {
        const std::string all = repo.fingerprint();
        std::string rows;
        for (const std::string_view row : splitLines(all))
            if (row.starts_with(".git"))
                rows += std::string(row) + "\n";
        return rows;
    }
    static bool leftovers(const TempRepo &repo)
    {
        return content(repo).find(".vouchsafe-") != std::string::npos;
    }
    template <typename Work>
    static int inAChild(Work work)
    {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(work());
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
};

QTEST_GUILESS_MAIN(ApplyTest)
#include "apply_test.moc"
