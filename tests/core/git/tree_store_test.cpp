// The base tree: exactly what the person has on disk, copied once, without touching their repository.

#include "core/git/tree_store.h"

#include "core/base/hash.h"
#include "tests/support/temp_repo.h"

#include <QProcess>
#include <QtTest>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace vouchsafe;
using test::TempRepo;
namespace fs = std::filesystem;

namespace {

QByteArray inWords(const Error &error)
{
    return QByteArray::fromStdString(fourLines(error));
}

std::vector<std::string> pathsOf(const BaseTree &tree)
{
    std::vector<std::string> paths;
    for (const TreeEntry &entry : tree.entries())
        paths.push_back(entry.path);
    return paths;
}

bool contains(const std::vector<std::string> &list, const std::string &part)
{
    return std::any_of(list.begin(), list.end(),
                       [&](const std::string &line) { return line.find(part) != std::string::npos; });
}

/// git in the stored copy, as a test inside a sandbox would call it.
QByteArray gitIn(const fs::path &folder, const QStringList &arguments)
{
    QProcess git;
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("GIT_CONFIG_GLOBAL"), QStringLiteral("/dev/null"));
    environment.insert(QStringLiteral("GIT_CONFIG_NOSYSTEM"), QStringLiteral("1"));
    git.setProcessEnvironment(environment);
    git.setWorkingDirectory(QString::fromStdString(folder.string()));
    git.start(QStringLiteral("/usr/bin/git"),
              QStringList{QStringLiteral("--no-optional-locks"), QStringLiteral("-c"),
                          QStringLiteral("safe.directory=*")} +
                  arguments);
    git.waitForFinished(60'000);
    return git.readAllStandardOutput() + git.readAllStandardError();
}

} // namespace

class TreeStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qputenv("HOME", m_home.path().toUtf8());
        qunsetenv("XDG_CONFIG_HOME");
        fs::remove_all(cache());
    }

    void holdsWhatIsOnDiskAndNotWhatIsCommitted()
    {
        const TempRepo repo;
        repo.write("kept.txt", "kept");
        repo.write("changed.txt", "old");
        repo.write("deleted.txt", "x");
        repo.write("sub/run.sh", "#!/bin/sh\n", 0755);
        repo.commitAll();
        repo.write("changed.txt", "new");
        fs::remove(repo.path() / "deleted.txt");
        repo.write("untracked.txt", "u");
        repo.write("private/mode.txt", "m", 0600);
        const std::string before = repo.fingerprint();

        const Snapshot snapshot = taken(repo);
        QCOMPARE(pathsOf(*snapshot.tree),
                 (std::vector<std::string>{"changed.txt", "kept.txt", "private/mode.txt", "sub/run.sh",
                                           "untracked.txt"}));
        QCOMPARE(snapshot.tree->read("changed.txt").value(), std::string("new"));
        QCOMPARE(findEntry(*snapshot.tree, "sub/run.sh")->mode, 0100755U);
        QCOMPARE(findEntry(*snapshot.tree, "private/mode.txt")->mode, 0100644U);
        QVERIFY(findEntry(*snapshot.tree, "kept.txt")->tracked);
        QVERIFY(!findEntry(*snapshot.tree, "untracked.txt")->tracked);
        QCOMPARE(snapshot.tree->read("nothing").error().code, ErrorCode::PathMissing);
        QCOMPARE(repo.fingerprint(), before);
    }

    void theIdIsTheTreeThatGitWouldWrite()
    {
        const TempRepo repo;
        repo.write("a-b", "1");
        repo.write("a/x", "2");
        repo.write("a.c", "3");
        repo.write("a/b/y", "4", 0755);
        fs::create_symlink("a/x", repo.path() / "link");
        repo.commitAll();
        const Snapshot snapshot = taken(repo);
        QCOMPARE(snapshot.tree->id() + "\n", repo.git({"rev-parse", "HEAD^{tree}"}));
    }

    void theCopyIsACleanRepositoryWithOneCommit_C03()
    {
        const TempRepo repo(TempRepo::Kind::Committed);
        const fs::path worktree = repo.outside() / "wt";
        repo.git({"worktree", "add", "-q", "-b", "side", worktree.string()});
        std::ofstream(worktree / "a.txt") << "a\r\n";
        std::ofstream(worktree / ".gitattributes") << "*.txt text eol=lf\n*.bin filter=x\n";
        std::ofstream(worktree / "b.bin") << std::string("\0\1", 2);
        TreeStore store = makeStore();
        const auto snapshot = store.snapshot(openRepository(worktree).value(), {});
        QVERIFY2(snapshot, snapshot ? "" : inWords(snapshot.error()));
        const fs::path folder = snapshot->tree->folder();
        QVERIFY(fs::is_directory(folder / ".git"));
        QCOMPARE(gitIn(folder, {QStringLiteral("status"), QStringLiteral("--porcelain")}), QByteArray());
        QCOMPARE(gitIn(folder, {QStringLiteral("log"), QStringLiteral("--format=%T %s")}),
                 QByteArray::fromStdString(snapshot->tree->id() + " Base tree\n"));
        QCOMPARE(gitIn(folder, {QStringLiteral("fsck"), QStringLiteral("--strict")}), QByteArray());
        QCOMPARE(gitIn(folder, {QStringLiteral("rev-parse"), QStringLiteral("--git-common-dir")}),
                 QByteArray(".git\n"));
        // Touched but equal files are read again, through whatever the attributes name.
        fs::last_write_time(folder / "a.txt", fs::file_time_type::clock::now());
        QCOMPARE(gitIn(folder, {QStringLiteral("status"), QStringLiteral("--porcelain")}), QByteArray());
    }

    void anEmptyRepositoryGivesTheEmptyTree_C01()
    {
        const TempRepo repo;
        const Snapshot empty = taken(repo);
        QCOMPARE(empty.tree->id(), std::string("4b825dc642cb6eb9a060e54bf8d69288fbee4904"));
        repo.write("a.txt", "x");
        const Snapshot one = taken(repo);
        QCOMPARE(pathsOf(*one.tree), std::vector<std::string>{"a.txt"});
        QVERIFY(!one.tree->entries().front().tracked);
        QCOMPARE(gitIn(one.tree->folder(), {QStringLiteral("status"), QStringLiteral("--porcelain")}),
                 QByteArray());
    }

    void keepsBytesThatAreNotUtf8_C05()
    {
        const TempRepo repo;
        const std::string bytes = "// caf\xe9\n$a = 1;\n";
        repo.write("l.php", bytes);
        repo.commitAll();
        QCOMPARE(taken(repo).tree->read("l.php").value(), bytes);
    }

    void keepsNamesThatAreNotUtf8_C06()
    {
        const TempRepo repo;
        const std::vector<std::string> names{"-rf", "b\xff.txt", "new\nline", "quote\"x"};
        for (const std::string &name : names)
            repo.write(name, name);
        repo.git({"add", "-A"});
        const Snapshot snapshot = taken(repo);
        QCOMPARE(pathsOf(*snapshot.tree), names);
        for (const std::string &name : names)
            QVERIFY(fs::exists(snapshot.tree->folder() / name));
        QCOMPARE(gitIn(snapshot.tree->folder(), {QStringLiteral("status"), QStringLiteral("--porcelain")}),
                 QByteArray());
        // QTemporaryDir cannot remove such names.
        fs::remove(repo.path() / names[1]);
        fs::remove_all(cache());
    }

    void keepsLinksAsLinks_C08()
    {
        const TempRepo repo;
        fs::create_directories(repo.path() / "pkg");
        fs::create_symlink("../..", repo.path() / "pkg" / "up");
        fs::create_symlink("loop", repo.path() / "loop");
        fs::create_symlink("/etc/passwd", repo.path() / "outside");
        const Snapshot snapshot = taken(repo);
        QCOMPARE(pathsOf(*snapshot.tree), (std::vector<std::string>{"loop", "outside", "pkg/up"}));
        for (const TreeEntry &entry : snapshot.tree->entries())
            QCOMPARE(entry.mode, 0120000U);
        QCOMPARE(fs::read_symlink(snapshot.tree->folder() / "pkg" / "up"), fs::path("../.."));
        QCOMPARE(snapshot.tree->read("outside").value(), std::string("/etc/passwd"));
    }

    void listsSubmodulesWithoutEnteringThem_C09()
    {
        const TempRepo library;
        library.write("u.py", "secret of the library");
        library.commitAll();
        const TempRepo repo(TempRepo::Kind::Committed);
        repo.git({"submodule", "--quiet", "add", library.path().string(), "lib"});
        repo.git({"commit", "-q", "-m", "lib"});
        const Snapshot snapshot = taken(repo);
        QCOMPARE(pathsOf(*snapshot.tree), (std::vector<std::string>{".gitmodules", "lib"}));
        QCOMPARE(findEntry(*snapshot.tree, "lib")->mode, 0160000U);
        QVERIFY(fs::is_empty(snapshot.tree->folder() / "lib"));
        QVERIFY(contains(snapshot.notices, "submodules are not entered: lib"));
        QCOMPARE(snapshot.tree->id() + "\n", repo.git({"rev-parse", "HEAD^{tree}"}));
        QCOMPARE(gitIn(snapshot.tree->folder(), {QStringLiteral("status"), QStringLiteral("--porcelain")}),
                 QByteArray());
    }

    void tellsOfLargeFilePointers_C10()
    {
        const TempRepo repo;
        repo.write("d.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:" + std::string(64, 'a') +
                                "\nsize 12\n");
        repo.commitAll();
        QVERIFY(contains(taken(repo).notices, "d.bin"));
        QVERIFY(contains(taken(repo).notices, "Git LFS")); // also from the cache
    }

    void takesSparseFilesFromTheObjectStore_C13()
    {
        const TempRepo repo;
        repo.write("src/a.c", "a");
        repo.write("docs/x.md", "text");
        repo.write("docs/.env", "K=v");
        repo.commitAll();
        repo.git({"sparse-checkout", "set", "src"});
        const std::string before = repo.fingerprint();
        const Snapshot snapshot = taken(repo);
        QCOMPARE(pathsOf(*snapshot.tree), (std::vector<std::string>{"docs/x.md", "src/a.c"}));
        QCOMPARE(snapshot.tree->read("docs/x.md").value(), std::string("text"));
        QCOMPARE(snapshot.sparse, std::vector<std::string>{"docs/x.md"});
        QCOMPARE(repo.fingerprint(), before);
    }

    void takesLineEndsAsTheyAreOnDisk_C14()
    {
        const TempRepo repo;
        repo.git({"config", "core.autocrlf", "true"});
        repo.write("a.c", "int a;\r\n");
        repo.commitAll();
        const Snapshot snapshot = taken(repo);
        QCOMPARE(snapshot.tree->read("a.c").value(), std::string("int a;\r\n"));
        QCOMPARE(gitIn(snapshot.tree->folder(), {QStringLiteral("status"), QStringLiteral("--porcelain")}),
                 QByteArray());
    }

    void isTheSameWhateverTheUsersGitSettings_C15()
    {
        const TempRepo repo;
        repo.write("a.c", "x");
        repo.commitAll();
        const std::string plain = taken(repo).tree->id();
        for (const char *setting :
             {"diff.noprefix", "diff.mnemonicPrefix", "core.autocrlf", "core.quotePath"})
            repo.git({"config", setting, "true"});
        repo.git({"config", "diff.external", "/bin/false"});
        QCOMPARE(taken(repo).tree->id(), plain);
    }

    void namesTheTopMostIgnoredPaths_C16()
    {
        const TempRepo repo;
        repo.write(".gitignore", "corpus/\n*.pyc\n/build\n!keep.pyc\n");
        repo.write("corpus/deep/a", "x");
        repo.write("build", "x");
        repo.write("src/b.pyc", "x");
        repo.write("src/keep.pyc", "x");
        repo.write("vendored/corpus/tracked", "x");
        repo.git({"add", "-f", "vendored/corpus/tracked"});
        repo.write("vendored/corpus/new", "x");
        repo.write(".git/info/exclude", "*.local\n");
        repo.write("x.local", "x");
        fs::create_directories(fs::path(m_home.path().toStdString()) / ".config" / "git");
        std::ofstream(fs::path(m_home.path().toStdString()) / ".config" / "git" / "ignore") << "*.mine\n";
        repo.write("x.mine", "x");
        const Snapshot snapshot = taken(repo);
        fs::remove_all(fs::path(m_home.path().toStdString()) / ".config");
        QCOMPARE(snapshot.ignored, (std::vector<std::string>{"build", "corpus/", "src/b.pyc",
                                                             "vendored/corpus/new", "x.local", "x.mine"}));
        QCOMPARE(pathsOf(*snapshot.tree),
                 (std::vector<std::string>{".gitignore", "src/keep.pyc", "vendored/corpus/tracked"}));
    }

    void leavesOutSecretsAndOddFilesAndNamesThem()
    {
        const TempRepo repo;
        repo.write(".env", "TOKEN=canary");
        repo.write("deploy/id_rsa", "canary");
        repo.write("server.pem", "-----BEGIN RSA PRIVATE KEY-----\ncanary\n");
        repo.write("ok.txt", "x");
        repo.git({"add", "-A"});
        QCOMPARE(::mkfifo((repo.path() / "pipe").c_str(), 0644), 0);
        repo.write("nested/file", "x");
        fs::create_directories(repo.path() / "nested" / ".git");
        const Snapshot snapshot = taken(repo);
        QCOMPARE(pathsOf(*snapshot.tree), std::vector<std::string>{"ok.txt"});
        QCOMPARE(snapshot.leftOut.size(), std::size_t{5});
        for (const char *name : {".env: ", "deploy/id_rsa: ", "server.pem: ", "pipe: a FIFO", "nested/: "})
            QVERIFY2(contains(snapshot.leftOut, name), name);
        for (const auto &file : fs::recursive_directory_iterator(cache()))
            QVERIFY2(file.path().filename() != ".env" && file.path().filename() != "id_rsa",
                     file.path().c_str());
    }

    void aFifoNamedLikeAnIgnoreFileDoesNotBlock()
    {
        const TempRepo repo;
        QCOMPARE(::mkfifo((repo.path() / ".gitignore").c_str(), 0644), 0);
        repo.write("a", "x");
        const Snapshot snapshot = taken(repo);
        QCOMPARE(pathsOf(*snapshot.tree), std::vector<std::string>{"a"});
    }

    void executesNothingOfAHostileRepository()
    {
        const TempRepo repo;
        const fs::path marker = repo.outside() / "executed";
        const fs::path script = repo.outside() / "script";
        std::ofstream(script) << "#!/bin/sh\ntouch " << marker.string() << "\nexit 1\n";
        ::chmod(script.c_str(), 0755);
        repo.write("a.txt", "x");
        repo.write("b.bin", "x");
        repo.commitAll();
        repo.write(".gitattributes", "* filter=evil diff=evil merge=evil text ident\n");
        for (const char *key :
             {"core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass",
              "diff.external", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process",
              "diff.evil.textconv", "diff.evil.command", "merge.evil.driver", "gpg.program",
              "credential.helper", "uploadpack.packObjectsHook"})
            repo.git({"config", key, script.string()});
        repo.git({"config", "filter.evil.required", "true"});
        repo.git({"config", "core.hooksPath", repo.outside().string()});
        for (const char *hook :
             {"post-checkout", "pre-commit", "post-index-change", "reference-transaction"}) {
            fs::copy_file(script, repo.outside() / hook);
            fs::create_directories(repo.path() / ".git" / "hooks");
            fs::copy_file(script, repo.path() / ".git" / "hooks" / hook);
        }
        repo.write("a.txt", "changed");
        const std::string before = repo.fingerprint();
        const Snapshot snapshot = taken(repo);
        QCOMPARE(snapshot.tree->read("a.txt").value(), std::string("changed"));
        QVERIFY(!fs::exists(marker));
        QCOMPARE(repo.fingerprint(), before);
        // Positive control: git itself does run it, so the marker would have been seen.
        gitIn(repo.path(), {QStringLiteral("status"), QStringLiteral("--porcelain")});
        QVERIFY(fs::exists(marker));
    }

    void copiesALargeSparseFile()
    {
        const TempRepo repo;
        repo.write("big", "");
        fs::resize_file(repo.path() / "big", std::uintmax_t{200} << 20);
        const auto began = std::chrono::steady_clock::now();
        const Snapshot snapshot = taken(repo);
        qInfo("200 MiB: %lld ms",
              static_cast<long long>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                         std::chrono::steady_clock::now() - began)
                                         .count()));
        QCOMPARE(findEntry(*snapshot.tree, "big")->size, std::uint64_t{200} << 20);
    }

    void leavesOutFilesOverTheLimit()
    {
        const TempRepo repo;
        repo.write("big", std::string(2000, 'x'));
        repo.write("small", "x");
        TreeStore store(cache(), ::geteuid(), ::getegid(), {1000, 5000, 100});
        const auto snapshot = store.snapshot(openRepository(repo.path()).value(), {});
        QVERIFY(snapshot);
        QCOMPARE(pathsOf(*snapshot->tree), std::vector<std::string>{"small"});
        QVERIFY(contains(snapshot->leftOut, "big: larger than 1000 bytes"));
    }

    void storesATreeOnceAndOpensItAgain()
    {
        const TempRepo repo;
        repo.write("a", "x");
        TreeStore store = makeStore();
        const Repository opened = openRepository(repo.path()).value();
        const std::string id = store.snapshot(opened, {}).value().tree->id();
        const fs::path file = cache() / "trees" / id / "a";
        struct stat first {};
        QCOMPARE(::stat(file.c_str(), &first), 0);
        QCOMPARE(store.snapshot(opened, {}).value().tree->id(), id);
        struct stat second {};
        QCOMPARE(::stat(file.c_str(), &second), 0);
        QCOMPARE(first.st_ino, second.st_ino);

        const auto tree = makeStore().open(id);
        QVERIFY2(tree, tree ? "" : inWords(tree.error()));
        QCOMPARE((*tree)->read("a").value(), std::string("x"));
        QCOMPARE(store.open(std::string(40, '0')).error().code, ErrorCode::PathMissing);
        QCOMPARE(store.open("../../etc").error().code, ErrorCode::PathMissing);
    }

    void seesAChangeThatKeepsSizeAndTime()
    {
        const TempRepo repo;
        repo.write("a", "one");
        const auto time = fs::last_write_time(repo.path() / "a");
        const std::string first = taken(repo).tree->id();
        repo.write("a", "two");
        fs::last_write_time(repo.path() / "a", time);
        QVERIFY(taken(repo).tree->id() != first);
    }

    void refusesACachedFileThatWasChanged()
    {
        const TempRepo repo;
        repo.write("a", "one");
        const Snapshot snapshot = taken(repo);
        std::ofstream(snapshot.tree->folder() / "a") << "two";
        QCOMPARE(snapshot.tree->read("a").error().code, ErrorCode::Io);
    }

    void makesADamagedTreeOfAnEarlierBootAgain()
    {
        const TempRepo repo;
        repo.write("a", "one");
        std::string id;
        fs::path folder;
        {
            const Snapshot snapshot = taken(repo);
            id = snapshot.tree->id();
            folder = snapshot.tree->folder();
        }
        const fs::path list = folder.parent_path().parent_path() / "entries" / id;
        std::ifstream in(list, std::ios::binary);
        std::string text((std::istreambuf_iterator<char>(in)), {});
        const std::size_t line = text.find('\n') + 1;
        text.replace(line, text.find('\n', line) - line, "earlier");
        std::ofstream(list, std::ios::binary) << text;
        QVERIFY(makeStore().open(id)); // intact: only the boot differs
        std::ofstream(list, std::ios::binary) << text;
        fs::resize_file(folder / "a", 0);
        QCOMPARE(makeStore().open(id).error().code, ErrorCode::PathMissing);
        QCOMPARE(taken(repo).tree->read("a").value(), std::string("one"));
    }

    void prunesTheOldestButNeitherTheNewestNorOneInUse()
    {
        const TempRepo repo;
        TreeStore store = makeStore();
        const auto take = [&](const std::string &bytes) {
            repo.write("a", bytes);
            return store.snapshot(openRepository(repo.path()).value(), {}).value().tree;
        };
        const auto inUse = take("1");
        const std::string old = take("2")->id();
        const std::string newest = take("3")->id();
        const fs::path trees = store.folder() / "trees";
        fs::create_directories(trees / ".new-left-behind" / "x");
        QVERIFY(store.prune(std::uint64_t{1} << 30));
        QVERIFY(fs::exists(trees / old));
        QVERIFY(!fs::exists(trees / ".new-left-behind"));
        QVERIFY(store.prune(0));
        QVERIFY(!fs::exists(trees / old));
        QVERIFY(fs::exists(trees / newest));
        QVERIFY(fs::exists(trees / inUse->id()));
        QCOMPARE(inUse->read("a").value(), std::string("1"));
    }

    void severalThreadsMayTakeTheSameTree()
    {
        const TempRepo repo;
        for (int at = 0; at < 200; ++at)
            repo.write("d" + std::to_string(at % 7) + "/f" + std::to_string(at), std::to_string(at));
        const Repository opened = openRepository(repo.path()).value();
        std::vector<std::string> ids(4);
        {
            std::vector<std::jthread> threads;
            for (std::string &id : ids)
                threads.emplace_back([&] {
                    const auto snapshot = makeStore().snapshot(opened, {});
                    id = snapshot ? snapshot->tree->id() : fourLines(snapshot.error());
                });
        }
        for (const std::string &id : ids)
            QCOMPARE(id, ids.front());
        QCOMPARE(ids.front().size(), std::size_t{40});
        QCOMPARE(std::distance(fs::directory_iterator(makeStore().folder() / "trees"), {}), 1L);
    }

    void belongsToTheUserItIsMadeFor()
    {
        if (::geteuid() != 0)
            QSKIP("giving files to another user needs root");
        const TempRepo repo;
        repo.write("s/a.sh", "x", 0700);
        fs::create_symlink("a.sh", repo.path() / "s" / "l");
        constexpr uid_t other = 12345;
        TreeStore store(cache(), other, other);
        const auto snapshot = store.snapshot(openRepository(repo.path()).value(), {});
        QVERIFY2(snapshot, snapshot ? "" : inWords(snapshot.error()));
        for (const auto &file : fs::recursive_directory_iterator(snapshot->tree->folder())) {
            struct stat info {};
            QCOMPARE(::lstat(file.path().c_str(), &info), 0);
            QCOMPARE(info.st_uid, other);
            QCOMPARE(info.st_mode & 07000U, 0U);
        }
        struct stat info {};
        QCOMPARE(::stat((snapshot->tree->folder() / "s" / "a.sh").c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0755U);
        QCOMPARE(::stat((store.folder() / "entries").c_str(), &info), 0);
        QCOMPARE(info.st_uid, 0U);
    }

    void endsWhenItIsCancelled()
    {
        const TempRepo repo;
        repo.write("a", "x");
        std::stop_source source;
        source.request_stop();
        QCOMPARE(makeStore().snapshot(openRepository(repo.path()).value(), source.get_token()).error().code,
                 ErrorCode::Cancelled);
    }

    void tenThousandFilesTakeSeconds()
    {
        const TempRepo repo;
        for (int at = 0; at < 10'000; ++at)
            repo.write("d" + std::to_string(at % 100) + "/f" + std::to_string(at), std::to_string(at));
        TreeStore store = makeStore();
        const Repository opened = openRepository(repo.path()).value();
        QElapsedTimer timer;
        timer.start();
        QVERIFY(store.snapshot(opened, {}));
        qInfo("10,000 files the first time: %lld ms", static_cast<long long>(timer.restart()));
        QTest::qWait(2100); // until no file is too fresh to be remembered
        timer.restart();
        QVERIFY(store.snapshot(opened, {}));
        qInfo("again, fresh files hashed: %lld ms", static_cast<long long>(timer.restart()));
        QVERIFY(store.snapshot(opened, {}));
        qInfo("again, from the stat cache: %lld ms", static_cast<long long>(timer.restart()));
    }

private:
    fs::path cache() const { return fs::path(m_cache.path().toStdString()) / "cache"; }
    TreeStore makeStore() const { return TreeStore(cache(), ::geteuid(), ::getegid()); }
    Snapshot taken(const TempRepo &repo) const
    {
        const auto opened = openRepository(repo.path());
        if (!opened)
            qFatal("%s", inWords(opened.error()).constData());
        auto snapshot = makeStore().snapshot(*opened, {});
        if (!snapshot)
            qFatal("%s", inWords(snapshot.error()).constData());
        return std::move(*snapshot);
    }

    QTemporaryDir m_home;
    QTemporaryDir m_cache;
};

QTEST_GUILESS_MAIN(TreeStoreTest)
#include "tree_store_test.moc"
