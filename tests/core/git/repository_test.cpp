// Opening a repository: every shape that people have works or is refused in words, and nothing is written.

#include "core/git/repository.h"

#include "tests/support/temp_repo.h"

#include <QtTest>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sys/stat.h>
#include <unistd.h>

using namespace vouchsafe;
using test::TempRepo;

namespace {

/// Which error, in words that a failed comparison shows.
QByteArray codeOf(const Result<Repository> &result)
{
    return result ? QByteArray("opened")
                  : QByteArray::fromStdString(std::string(errorName(result.error().code)) + " " +
                                              result.error().what + " | " + result.error().context);
}

void append(const std::filesystem::path &file, const std::string &text)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary | std::ios::app) << text;
}

} // namespace

// libgit2 1.5 forgets the match data of a pcre2 pattern that matches nothing; only a sanitizer build asks.
extern "C" const char *__lsan_default_suppressions(); // NOLINT(bugprone-reserved-identifier)
extern "C" const char *__lsan_default_suppressions()  // NOLINT(bugprone-reserved-identifier)
{
    return "leak:libpcre2-8";
}

namespace {

using Prepare = std::function<void(const TempRepo &)>;

} // namespace
Q_DECLARE_METATYPE(Prepare)

class RepositoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The user of this test has no git settings unless a test gives some.
        qputenv("HOME", m_home.path().toUtf8());
        qunsetenv("XDG_CONFIG_HOME");
        QFile::remove(m_home.filePath(QStringLiteral(".gitconfig")));
    }

    void opensTheRootAndSaysWhatIsCheckedOut()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        const auto opened = openRepository(repo.path());
        QVERIFY2(opened, codeOf(opened));
        QCOMPARE(opened->root, repo.path());
        QCOMPARE(opened->gitDir, repo.path() / ".git");
        QCOMPARE(opened->commonDir, opened->gitDir);
        QCOMPARE(opened->commit + "\n", repo.git({"rev-parse", "HEAD"}));
        QCOMPARE(opened->branch, std::string("main"));
        QVERIFY(opened->subfolder.empty());
        QVERIFY(opened->notices.empty());
    }

    void opensARepositoryWithoutCommits_C01()
    {
        const TempRepo repo;
        const auto opened = openRepository(repo.path());
        QVERIFY2(opened, codeOf(opened));
        QVERIFY(opened->commit.empty());
        QCOMPARE(opened->branch, std::string("main"));
    }

    void opensADetachedHead_C02()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        repo.commitAll("second");
        repo.git({"checkout", "-q", "--detach", "HEAD~1"});
        const auto opened = openRepository(repo.path());
        QVERIFY2(opened, codeOf(opened));
        QVERIFY(opened->branch.empty());
        QCOMPARE(opened->commit + "\n", repo.git({"rev-parse", "HEAD"}));
    }

    void opensALinkedWorktree_C03()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        const auto worktree = repo.outside() / "wt";
        repo.git({"worktree", "add", "-q", "-b", "side", worktree.string()});
        const auto opened = openRepository(worktree);
        QVERIFY2(opened, codeOf(opened));
        QCOMPARE(opened->root, worktree);
        QCOMPARE(opened->gitDir, repo.path() / ".git" / "worktrees" / "wt");
        QCOMPARE(opened->commonDir, repo.path() / ".git");
        QCOMPARE(opened->branch, std::string("side"));
        QCOMPARE(opened->notices.size(), std::size_t{1});
    }

    void opensALinkedWorktreeOfABareRepository()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        const auto bare = repo.outside() / "bare.git";
        const auto worktree = repo.outside() / "wt";
        repo.git({"clone", "-q", "--bare", repo.path().string(), bare.string()});
        repo.git({"--git-dir", bare.string(), "worktree", "add", "-q", "-b", "side", worktree.string()});
        const auto opened = openRepository(worktree);
        QVERIFY2(opened, codeOf(opened));
        QCOMPARE(opened->branch, std::string("side"));
    }

    void refusesAWorktreeThatTheMainRepositoryDoesNotName()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        const auto worktree = repo.outside() / "wt";
        repo.git({"worktree", "add", "-q", "-b", "side", worktree.string()});
        const auto forged = repo.outside() / "forged";
        std::filesystem::create_directories(forged);
        std::filesystem::copy_file(worktree / ".git", forged / ".git");
        QVERIFY(codeOf(openRepository(forged)).startsWith("ERR_REPOSITORY_UNSAFE"));
    }

    void opensASubfolder()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        repo.write("a/b/c.txt", "x");
        const auto opened = openRepository(repo.path() / "a" / "b");
        QVERIFY2(opened, codeOf(opened));
        QCOMPARE(opened->root, repo.path());
        QCOMPARE(opened->subfolder, std::string("a/b"));
    }

    void opensThroughALinkToTheRoot()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        std::filesystem::create_directory_symlink(repo.path(), repo.outside() / "link");
        const auto opened = openRepository(repo.outside() / "link");
        QVERIFY2(opened, codeOf(opened));
        QCOMPARE(opened->root, repo.path());
    }

    void opensASubmoduleAndItsSuperproject_C09()
    {
        const TempRepo library(TempRepo::Kind::Committed);
        const TempRepo repo(TempRepo::Kind::Committed);
        repo.git({"submodule", "--quiet", "add", library.path().string(), "lib"});
        const auto outer = openRepository(repo.path());
        QVERIFY2(outer, codeOf(outer));
        QVERIFY(outer->notices.front().find("lib") != std::string::npos);
        const auto inner = openRepository(repo.path() / "lib");
        QVERIFY2(inner, codeOf(inner));
        QCOMPARE(inner->root, repo.path() / "lib");
    }

    void saysThatTheCheckoutIsSparse_C13()
    {
        const TempRepo repo;
        repo.write("src/a.c", "a");
        repo.write("docs/x.md", "x");
        repo.commitAll();
        repo.git({"sparse-checkout", "set", "src"});
        QVERIFY(!std::filesystem::exists(repo.path() / "docs"));
        const auto opened = openRepository(repo.path());
        QVERIFY2(opened, codeOf(opened));
        QCOMPARE(opened->notices.size(), std::size_t{1});
        QVERIFY(opened->notices.front().starts_with("sparse checkout: 1 "));
    }

    void saysThatAMergeIsInProgress()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        append(repo.path() / ".git" / "MERGE_HEAD", repo.git({"rev-parse", "HEAD"}));
        const auto opened = openRepository(repo.path());
        QVERIFY2(opened, codeOf(opened));
        QCOMPARE(opened->notices, std::vector<std::string>{"a merge is in progress"});
    }

    void refusesWhatIsNoUsableRepository_data()
    {
        QTest::addColumn<Prepare>("prepare");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *name, const char *expected, Prepare prepare) {
            QTest::newRow(name) << prepare << QByteArray(expected);
        };
        row("missing path", "ERR_PATH_MISSING",
            [](const TempRepo &repo) { std::filesystem::remove_all(repo.path()); });
        row("no repository", "ERR_NOT_A_REPOSITORY",
            [](const TempRepo &repo) { std::filesystem::remove_all(repo.path() / ".git"); });
        row("a file", "ERR_NOT_A_REPOSITORY", [](const TempRepo &repo) {
            std::filesystem::remove_all(repo.path());
            append(repo.path(), "text");
        });
        row("an empty .git", "ERR_REPOSITORY_BROKEN", [](const TempRepo &repo) {
            std::filesystem::remove_all(repo.path() / ".git");
            std::filesystem::create_directory(repo.path() / ".git");
        });
        row("a .git file to nowhere", "ERR_REPOSITORY_BROKEN", [](const TempRepo &repo) {
            std::filesystem::remove_all(repo.path() / ".git");
            append(repo.path() / ".git", "gitdir: /nowhere/at/all\n");
        });
        row("garbage in the .git file", "ERR_REPOSITORY_BROKEN", [](const TempRepo &repo) {
            std::filesystem::remove_all(repo.path() / ".git");
            append(repo.path() / ".git", "garbage");
        });
        row("garbage in HEAD", "ERR_REPOSITORY_BROKEN",
            [](const TempRepo &repo) { std::ofstream(repo.path() / ".git" / "HEAD") << "garbage\n"; });
        row("HEAD's commit is missing", "ERR_REPOSITORY_BROKEN", [](const TempRepo &repo) {
            std::ofstream(repo.path() / ".git" / "refs" / "heads" / "main") << std::string(40, '1') << "\n";
        });
        row("a loop of references", "ERR_REPOSITORY_BROKEN", [](const TempRepo &repo) {
            std::ofstream(repo.path() / ".git" / "refs" / "heads" / "main") << "ref: refs/heads/other\n";
            std::ofstream(repo.path() / ".git" / "refs" / "heads" / "other") << "ref: refs/heads/main\n";
        });
        row("a corrupt index", "ERR_REPOSITORY_BROKEN",
            [](const TempRepo &repo) { std::ofstream(repo.path() / ".git" / "index") << "DIRC garbage"; });
        row("garbage in config", "ERR_REPOSITORY_BROKEN", [](const TempRepo &repo) {
            std::ofstream(repo.path() / ".git" / "config") << "[core\nrepositoryformatversion = 0\n";
        });
        row("SHA-256", "ERR_REPOSITORY_BROKEN", [](const TempRepo &repo) {
            std::filesystem::remove_all(repo.path() / ".git");
            repo.git({"init", "-q", "--object-format=sha256"});
        });
        row("core.bare", "ERR_REPOSITORY_BARE", [](const TempRepo &repo) {
            repo.git({"config", "core.bare", "true"});
        });
        row("core.worktree elsewhere", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            repo.git({"config", "core.worktree", repo.outside().string()});
        });
        row("include elsewhere", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            repo.git({"config", "include.path", "/etc/hostname"});
        });
        row("conditional include of home", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            append(repo.path() / ".git" / "config", "[IncludeIf \"gitdir:/\"] path = \"~/.netrc\"\n");
        });
        row("include of an include", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            repo.git({"config", "include.path", "../first"});
            repo.write("first", "[include]\n\tpath = ../outside/second\n");
        });
        row("an include loop", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            repo.git({"config", "include.path", "config"});
        });
        row("alternates elsewhere", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            append(repo.path() / ".git" / "objects" / "info" / "alternates",
                   (repo.outside() / "objects").string() + "\n");
        });
        row("a .git file to another repository", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            std::filesystem::rename(repo.path() / ".git", repo.outside() / "real.git");
            append(repo.path() / ".git", "gitdir: " + (repo.outside() / "real.git").string() + "\n");
        });
        row("a .git link to another repository", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            std::filesystem::rename(repo.path() / ".git", repo.outside() / "real.git");
            std::filesystem::create_directory_symlink(repo.outside() / "real.git", repo.path() / ".git");
        });
        row("a commondir elsewhere", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            append(repo.path() / ".git" / "commondir", repo.outside().string() + "\n");
        });
        row("a config that is a FIFO", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            std::filesystem::remove(repo.path() / ".git" / "config");
            QCOMPARE(::mkfifo((repo.path() / ".git" / "config").c_str(), 0600), 0);
        });
        row("an index that is a link to elsewhere", "ERR_REPOSITORY_UNSAFE", [](const TempRepo &repo) {
            append(repo.outside() / "index", "x");
            std::filesystem::remove(repo.path() / ".git" / "index");
            std::filesystem::create_symlink(repo.outside() / "index", repo.path() / ".git" / "index");
        });
    }

    void refusesWhatIsNoUsableRepository()
    {
        QFETCH(Prepare, prepare);
        QFETCH(QByteArray, expected);
        const TempRepo repo(TempRepo::Kind::Committed);
        prepare(repo);
        const auto opened = openRepository(repo.path());
        QVERIFY2(codeOf(opened).startsWith(expected), codeOf(opened));
        QVERIFY(!opened.error().context.empty());
    }

    void refusesABareRepositoryAndTellsItFromGitsOwnFolder()
    {
        const TempRepo bare(TempRepo::Kind::Bare);
        QVERIFY(codeOf(openRepository(bare.path())).startsWith("ERR_REPOSITORY_BARE"));
        QVERIFY(codeOf(openRepository(bare.path() / "refs")).startsWith("ERR_REPOSITORY_BARE"));
        const TempRepo repo(TempRepo::Kind::Committed);
        QVERIFY(codeOf(openRepository(repo.path() / ".git" / "refs")).startsWith("ERR_NOT_A_REPOSITORY"));
    }

    void ignoresGitVariablesOfTheEnvironment()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        const TempRepo other;
        qputenv("GIT_DIR", (other.path() / ".git").c_str());
        qputenv("GIT_WORK_TREE", other.path().c_str());
        qputenv("GIT_INDEX_FILE", "/nowhere/index");
        const auto opened = openRepository(repo.path());
        for (const char *name : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"})
            qunsetenv(name);
        QVERIFY2(opened, codeOf(opened));
        QCOMPARE(opened->root, repo.path());
    }

    void opensARepositoryWithWorktreeConfigAndLocalIncludes()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        repo.git({"config", "core.repositoryformatversion", "1"});
        repo.git({"config", "extensions.worktreeConfig", "true"});
        repo.git({"config", "include.path", "../.gitconfig"});
        repo.write(".gitconfig", "[alias]\n\tx = status\n");
        const auto opened = openRepository(repo.path());
        QVERIFY2(opened, codeOf(opened));
    }

    void namesAnotherOwnerAndHonoursTheUsersOwnSafeDirectory_C04()
    {
        if (::geteuid() != 0)
            QSKIP("giving a file to another user needs root");
        const TempRepo repo(TempRepo::Kind::Committed);
        constexpr uid_t stranger = 12345;
        QCOMPARE(::lchown(repo.path().c_str(), stranger, stranger), 0);
        const std::string before = repo.fingerprint();
        const auto refused = openRepository(repo.path());
        QVERIFY2(codeOf(refused).startsWith("ERR_REPOSITORY_OWNER"), codeOf(refused));
        QVERIFY(refused.error().what.find("12345") != std::string::npos);
        QVERIFY(refused.error().remedy.find(repo.path().string()) != std::string::npos);
        QVERIFY(!QFile::exists(m_home.filePath(QStringLiteral(".gitconfig"))));

        append(m_home.filePath(QStringLiteral(".gitconfig")).toStdString(),
               "[safe]\n\tdirectory = /elsewhere\n");
        QVERIFY(!openRepository(repo.path()));
        append(m_home.filePath(QStringLiteral(".gitconfig")).toStdString(),
               "[safe]\n\tdirectory = " + repo.path().string() + "\n");
        const auto trusted = openRepository(repo.path());
        QVERIFY2(trusted, codeOf(trusted));
        QVERIFY(trusted->ownerTrusted);
        QCOMPARE(repo.fingerprint(), before);

        qputenv("SUDO_UID", "12345");
        QFile::remove(m_home.filePath(QStringLiteral(".gitconfig")));
        const auto throughSudo = openRepository(repo.path());
        qunsetenv("SUDO_UID");
        QVERIFY2(throughSudo, codeOf(throughSudo));
    }

    void neverWritesToTheRepository()
    {
        const TempRepo repo;
        repo.write("a.txt", "one");
        repo.commitAll();
        repo.git({"update-index", "--really-refresh"});
        repo.write("a.txt", "two");
        const std::string before = repo.fingerprint();
        QVERIFY(openRepository(repo.path()));
        QCOMPARE(repo.fingerprint(), before);
    }

private:
    QTemporaryDir m_home;
};

QTEST_GUILESS_MAIN(RepositoryTest)
#include "repository_test.moc"
