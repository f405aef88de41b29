// What must never enter a copy of the tree: none of it does, each is listed, nothing hangs, a full disk is
// told.
#include "core/base/descriptor.h"
#include "core/git/tree_store.h"
#include "tests/support/temp_repo.h"

#include <QElapsedTimer>
#include <QScopeGuard>
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

using namespace vouchsafe;
using test::TempRepo;
namespace fs = std::filesystem;

namespace {

bool contains(const std::vector<std::string> &list, const std::string &part)
{
    return std::any_of(list.begin(), list.end(),
                       [&](const std::string &line) { return line.find(part) != std::string::npos; });
}

void listenOn(const fs::path &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    QCOMPARE(::bind(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
}

/// The small run on CI; with VOUCHSAFE_LONG all of them.
int manyFiles()
{
    return qEnvironmentVariableIsSet("VOUCHSAFE_LONG") ? 100'000 : 10'000;
}

} // namespace

class TreeEntryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qputenv("HOME", m_home.path().toUtf8());
        qunsetenv("XDG_CONFIG_HOME");
        fs::remove_all(cache());
    }

    void secretsStayOutWhetherTrackedOrNot_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("bytes");
        const auto name = [](const char *path) {
            QTest::newRow(path) << QString::fromUtf8(path) << "canary";
        };
        for (const char *path : {".env",
                                 "web/.env.production",
                                 ".envrc",
                                 "id_ed25519",
                                 "deploy/ID_RSA",
                                 ".netrc",
                                 ".pgpass",
                                 ".pypirc",
                                 ".git-credentials",
                                 ".aws/credentials",
                                 "home/.ssh/config",
                                 ".gnupg/secring.gpg",
                                 ".docker/config.json",
                                 ".kube/config",
                                 ".cargo/credentials.toml",
                                 "store.jks",
                                 "app.keystore",
                                 "cert.p12",
                                 "cert.pfx",
                                 "passwords.kdbx",
                                 "key.ppk",
                                 ".htpasswd",
                                 ".gem/credentials"})
            name(path);
        const auto content = [](const char *path, const char *bytes) {
            QTest::newRow(path) << QString::fromUtf8(path) << QString::fromUtf8(bytes);
        };
        content("any-name", "-----BEGIN OPENSSH PRIVATE KEY-----\ncanary\n");
        content("server.pem", "Bag Attributes\n-----BEGIN ENCRYPTED PRIVATE KEY-----\ncanary\n");
        content("client.ovpn", "remote example.org\n<key>\n-----BEGIN PRIVATE KEY-----\ncanary\n");
        content("service.json", "{\"private_key\": \"-----BEGIN PRIVATE KEY-----canary\"}");
        content(".npmrc", "//registry.example/:_authToken=canary\n");
    }
    void secretsStayOutWhetherTrackedOrNot()
    {
        QFETCH(QString, path);
        QFETCH(QString, bytes);
        for (const bool tracked : {false, true}) {
            const TempRepo repo;
            repo.write(path.toStdString(), bytes.toStdString());
            repo.write("ok.txt", "x");
            if (tracked)
                repo.git({"add", "-A", "--force"});
            const auto snapshot = taken(repo);
            QVERIFY(snapshot);
            QCOMPARE(snapshot->tree->entries().size(), std::size_t{1});
            QVERIFY(contains(snapshot->leftOut, path.toStdString() + ": "));
            QVERIFY(!storeHolds("canary"));
        }
    }

    void theCanaryWouldBeFound()
    {
        const TempRepo repo;
        repo.write(".env.example", "canary");
        QVERIFY(taken(repo));
        QVERIFY(storeHolds("canary"));
    }

    void oddFilesStayOutAndNothingHangs()
    {
        const TempRepo repo;
        repo.write("ok.txt", "x");
        QCOMPARE(::mkfifo((repo.path() / "pipe").c_str(), 0644), 0);
        listenOn(repo.path() / "s");
        fs::create_symlink("loop-b", repo.path() / "loop-a");
        fs::create_symlink("loop-a", repo.path() / "loop-b");
        fs::create_directory_symlink("..", repo.path() / "up");
        fs::create_symlink("/etc/shadow", repo.path() / "away");
        const bool device = ::mknod((repo.path() / "zero").c_str(), S_IFCHR | 0666, makedev(1, 5)) == 0;
        const auto snapshot = taken(repo);
        QVERIFY(snapshot);
        // Links enter as links, whatever they name.
        QCOMPARE(snapshot->tree->entries().size(), std::size_t{5});
        for (const TreeEntry &entry : snapshot->tree->entries())
            QVERIFY(entry.path == "ok.txt" || entry.mode == 0120000U);
        QVERIFY(contains(snapshot->leftOut, "pipe: a FIFO"));
        QVERIFY(contains(snapshot->leftOut, "s: a socket"));
        if (!device)
            QSKIP("a device cannot be made here");
        QVERIFY(contains(snapshot->leftOut, "zero: a device"));
    }

    void nestedRepositoriesStayOut()
    {
        const TempRepo repo;
        repo.write("ok.txt", "x");
        repo.write("inner/.git/config", "[core]\n");
        repo.write("inner/file", "x");
        repo.write("worktree/.git", "gitdir: /elsewhere\n");
        repo.write("worktree/file", "x");
        repo.write("odd/.GIT/config", "x");
        const auto snapshot = taken(repo);
        QVERIFY(snapshot);
        QCOMPARE(snapshot->tree->entries().size(), std::size_t{1});
        for (const char *name : {"inner/: ", "worktree/: ", "odd/: "})
            QVERIFY2(contains(snapshot->leftOut, name), name);
    }

    void unreadableFilesAndFoldersAreListed()
    {
        const TempRepo repo;
        repo.write("ok.txt", "x");
        repo.write("secret.txt", "x", 0000);
        repo.write("closed/in", "x");
        ::chmod((repo.path() / "closed").c_str(), 0000);
        const auto back = qScopeGuard([&] { ::chmod((repo.path() / "closed").c_str(), 0755); });
        const bool privileged = ::geteuid() == 0;
        if (privileged) {
            for (const fs::path &open :
                 {repo.path(), repo.path().parent_path(), fs::path(m_home.path().toStdString())})
                ::chmod(open.c_str(), 0777);
            ::chmod(m_cache.path().toLocal8Bit().constData(), 0777);
            const std::string all = "chown -R 65534:65534 '" + repo.path().string() + "'";
            QCOMPARE(std::system(all.c_str()), 0);
            QCOMPARE(::seteuid(65534), 0);
        }
        const auto snapshot = taken(repo);
        if (privileged)
            QCOMPARE(::seteuid(0), 0);
        QVERIFY2(snapshot, snapshot ? "" : fourLines(snapshot.error()).c_str());
        QCOMPARE(snapshot->tree->entries().size(), std::size_t{1});
        QVERIFY(contains(snapshot->leftOut, "secret.txt: "));
        QVERIFY(contains(snapshot->leftOut, "closed/: "));
    }

    void aSparseFileOf10GbIsLeftOutAtOnce()
    {
        const TempRepo repo;
        repo.write("ok.txt", "x");
        repo.write("disk.img", "");
        fs::resize_file(repo.path() / "disk.img", std::uintmax_t{10} << 30);
        QElapsedTimer timer;
        timer.start();
        const auto snapshot = taken(repo);
        QVERIFY(snapshot);
        QCOMPARE(snapshot->tree->entries().size(), std::size_t{1});
        QVERIFY(contains(snapshot->leftOut, "disk.img: larger than"));
        QVERIFY2(timer.elapsed() < 10'000, "it was read");
    }

    void aHundredThousandFilesEnter()
    {
        const int count = manyFiles();
        qInfo("%d files; 100,000 with VOUCHSAFE_LONG", count);
        const TempRepo repo;
        for (int at = 0; at < count; ++at) {
            if (at % 1000 == 0)
                fs::create_directories(repo.path() / std::to_string(at / 1000));
            std::ofstream(repo.path() / std::to_string(at / 1000) / std::to_string(at)) << at;
        }
        QElapsedTimer timer;
        timer.start();
        const auto snapshot = taken(repo);
        QVERIFY(snapshot);
        qInfo("taken in %lld ms", static_cast<long long>(timer.elapsed()));
        QCOMPARE(snapshot->tree->entries().size(), static_cast<std::size_t>(count));
    }

    void aFullDiskIsToldAndLeavesNothing()
    {
        QTemporaryDir small;
        const fs::path place = small.path().toStdString();
        if (::mount("tmpfs", place.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "size=2m") != 0)
            QSKIP("a small file system cannot be mounted here");
        const auto gone = qScopeGuard([&] { ::umount2(place.c_str(), MNT_DETACH); });
        const TempRepo repo;
        repo.write("fits.txt", "x");
        for (int at = 0; at < 8; ++at)
            repo.write("big" + std::to_string(at), std::string(1 << 20, static_cast<char>('a' + at)));
        TreeStore store(place / "cache", ::geteuid(), ::getegid());
        const auto snapshot = store.snapshot(openRepository(repo.path()).value(), {});
        QVERIFY(!snapshot);
        QCOMPARE(snapshot.error().code, ErrorCode::DiskFull);
        QVERIFY(!errorEntry(ErrorCode::DiskFull).remedy.empty());
        QVERIFY2(fs::is_empty(place / "cache" / "trees"), "a part of a tree stays");
    }

private:
    fs::path cache() const { return fs::path(m_cache.path().toStdString()) / "cache"; }
    Result<Snapshot> taken(const TempRepo &repo) const
    {
        const auto opened = openRepository(repo.path());
        if (!opened)
            return Failure(opened.error());
        return TreeStore(cache(), ::geteuid(), ::getegid()).snapshot(*opened, {});
    }
    /// Whether any file of the cache has it.
    bool storeHolds(const std::string &bytes) const
    {
        for (const auto &file : fs::recursive_directory_iterator(cache())) {
            if (!file.is_regular_file())
                continue;
            std::ifstream stream(file.path(), std::ios::binary);
            const std::string all{std::istreambuf_iterator<char>(stream), {}};
            if (all.find(bytes) != std::string::npos)
                return true;
        }
        return false;
    }

    QTemporaryDir m_home;
    QTemporaryDir m_cache;
};

QTEST_GUILESS_MAIN(TreeEntryTest)
#include "tree_entry_test.moc"
