// Which folders of the host the checks see, what is hidden in them, and that no patch writes below them.
#include "app/dependency_folders.h"
#include "app/mounted_patches.h"
#include "core/base/descriptor.h"
#include "core/patch/patch_doctor.h"
#include "tests/support/fake_tree.h"
#include "tests/support/temp_repo.h"

#include <QtTest>

#include <algorithm>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

Identity myself()
{
    return {::geteuid(), ::getegid(), false, {}};
}

Snapshot ignoring(std::vector<std::string> paths)
{
    Snapshot snapshot;
    snapshot.ignored = std::move(paths);
    return snapshot;
}

std::string created(const std::string &path)
{
    return "--- /dev/null\n+++ b/" + path + "\n@@ -0,0 +1 @@\n+X=2\n";
}

void listenOn(const fs::path &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    QCOMPARE(::bind(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
}

} // namespace

class DependencyFoldersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesPatchesThatAMountWouldCover_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("refused");
        QTest::newRow("below") << "vendor/lib/__init__.py" << true;
        QTest::newRow("below a deep mount") << "web/node_modules/a.js" << true;
        QTest::newRow("in its place") << "vendor" << true;
        QTest::newRow("a file in place of a folder above") << "web" << true;
        QTest::newRow("beside") << "vendor2/lib.py" << false;
        QTest::newRow("beside a deep one") << "web/a.js" << false;
        QTest::newRow("elsewhere by the same name") << "src/vendor/lib.py" << false;
    }
    void refusesPatchesThatAMountWouldCover()
    {
        QFETCH(QString, path);
        QFETCH(bool, refused);
        const FakeTree tree;
        const PatchDoctor doctor;
        const std::string text = created(path.toStdString());
        QVERIFY(doctor.read(text, tree, {}));
        const MountAwarePatches patches(doctor, {"vendor", "web/node_modules"});
        const auto patch = patches.read(text, tree, {});
        QCOMPARE(!patch, refused);
        if (refused) {
            QCOMPARE(patch.error().error.code, ErrorCode::PatchOutside);
            QVERIFY(patch.error().error.what.find("ignored by git and shown from the host") !=
                    std::string::npos);
        }
    }

    void knowsWhichPathsMountsCover()
    {
        const std::vector<HostMount> mounts{{"/h/p/vendor", "vendor"},
                                            {"/h/p/.nvm/v20", "/h/p/.nvm/v20"},
                                            {"/h/.cargo", "/h/.cargo"},
                                            {"/h/p2", "/h/p2"}};
        using Paths = std::vector<std::string>;
        QCOMPARE(coveredPaths(mounts, "/repo"), Paths{"vendor"});
        QCOMPARE(coveredPaths(mounts, "/h/p"), (Paths{"vendor", ".nvm/v20"}));
    }

    void refusesRenamesOutOfAMount()
    {
        FakeTree tree;
        tree.add("vendor/a.py", "a\n");
        const PatchDoctor doctor;
        const std::string text = "diff --git a/vendor/a.py b/a.py\nsimilarity index 100%\n"
                                 "rename from vendor/a.py\nrename to a.py\n";
        QVERIFY(doctor.read(text, tree, {}));
        QVERIFY(!MountAwarePatches(doctor, {"vendor"}).read(text, tree, {}));
    }

    void includesOnlyFoldersThatGitIgnores_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("taken");
        QTest::newRow("ignored") << "corpus" << true;
        QTest::newRow("with a slash") << "corpus/" << true;
        QTest::newRow("below an ignored one") << "corpus/deep" << true;
        QTest::newRow("tracked") << "src" << false;
        QTest::newRow("above an ignored one") << "." << false;
        QTest::newRow("absent") << "absent" << false;
        QTest::newRow("a file") << "corpus/x.txt" << false;
        QTest::newRow("git's data") << ".git" << false;
        QTest::newRow("below git's data") << ".git/objects" << false;
        QTest::newRow("git's data of a dependency") << "corpus/.git/objects" << false;
        QTest::newRow("keys") << "corpus/.ssh" << false;
        QTest::newRow("below an environment") << "corpus/.env/sub" << false;
        QTest::newRow("a link to the outside") << "corpus/out" << false;
        QTest::newRow("below a link") << "corpus/out/in" << false;
        QTest::newRow("outside") << "../outside" << false;
        QTest::newRow("absolute") << "/usr" << false;
    }
    void includesOnlyFoldersThatGitIgnores()
    {
        QFETCH(QString, path);
        QFETCH(bool, taken);
        const TempRepo repo;
        for (const char *file : {"src/a.py", "corpus/x.txt", "corpus/deep/y", "corpus/.git/objects/o",
                                 "corpus/.ssh/config", "corpus/.env/sub/x"})
            repo.write(file, "x");
        fs::create_directories(repo.outside() / "in");
        fs::create_directory_symlink(repo.outside(), repo.path() / "corpus/out");
        const auto found =
            dependencyFolders(repo.path(), ignoring({"corpus/"}), {path.toStdString()}, myself());
        QCOMPARE(found.has_value(), taken);
        if (taken)
            QCOMPARE(found->mounts.size(), std::size_t{1});
        else
            QCOMPARE(found.error().code, ErrorCode::PathMissing);
    }

    void showsNoLinkThatHasADependencyFoldersName()
    {
        const TempRepo repo;
        fs::create_directory_symlink(repo.outside(), repo.path() / "node_modules");
        const Snapshot snapshot = ignoring({"node_modules"});
        QVERIFY(dependencyFolders(repo.path(), snapshot, {}, myself()).value().mounts.empty());
        const auto asked = dependencyFolders(repo.path(), snapshot, {"node_modules"}, myself());
        QVERIFY(!asked);
        QVERIFY(asked.error().what.find("symbolic link") != std::string::npos);
    }

    void hidesSecretsInTheFoldersItShows()
    {
        const TempRepo repo;
        for (const char *file : {"vendor/p/.env", "vendor/id_rsa", "vendor/p/.git/config", "vendor/q/.git",
                                 "vendor/p/.aws/config", "vendor/p/code.py", "vendor/p/.env.example"})
            repo.write(file, "x\n");
        repo.write("vendor/p/cert.pem", "-----BEGIN CERTIFICATE-----\n");
        repo.write("vendor/p/private.pem", "-----BEGIN RSA PRIVATE KEY-----\n");
        listenOn(repo.path() / "vendor/agent");
        const auto found = dependencyFolders(repo.path(), ignoring({"vendor/"}), {}, myself());
        QVERIFY(found);
        QCOMPARE(found->mounts.size(), std::size_t{1});
        using Names = std::vector<std::string>;
        QCOMPARE(found->mounts[0].hiddenFiles,
                 (Names{"agent", "id_rsa", "p/.env", "p/private.pem", "q/.git"}));
        QCOMPARE(found->mounts[0].hiddenFolders, (Names{"p/.aws", "p/.git"}));
        QCOMPARE(found->notices.size(), std::size_t{1});
        QVERIFY(found->notices[0].find("vendor/id_rsa: a private key") != std::string::npos);
        QVERIFY(found->notices[0].find("and 2 more") != std::string::npos);
        // The notice names some, the evidence all.
        QCOMPARE(found->leftOut.size(), std::size_t{7});
        QCOMPARE(found->leftOut.back(), std::string("vendor/q/.git: git's own data"));
    }

    void leavesOutAFolderOfTooManySecrets()
    {
        const TempRepo repo;
        for (int i = 0; i < 501; ++i)
            repo.write("vendor/" + std::to_string(i) + "/.env", "x");
        const auto found = dependencyFolders(repo.path(), ignoring({"vendor/"}), {}, myself());
        QVERIFY(found && found->mounts.empty());
        QCOMPARE(found->leftOut, std::vector<std::string>{"vendor/"});
        QVERIFY(found->notices.at(0).find("501 files") != std::string::npos);
    }

    void leavesOutWhatTheSandboxesUserMayNotRead_data()
    {
        QTest::addColumn<QString>("closed");
        QTest::addColumn<int>("mounts");
        QTest::addColumn<QString>("notice");
        QTest::newRow("the folder") << "web/vendor" << 0 << "web/vendor is not shown";
        QTest::newRow("a folder above it") << "web" << 0 << "web/vendor is not shown";
        QTest::newRow("the repository") << "." << 0 << "web/vendor is not shown";
        QTest::newRow("a folder deep in it") << "web/vendor/a/b" << 1 << "may not read web/vendor/a/b";
    }
    void leavesOutWhatTheSandboxesUserMayNotRead()
    {
        if (::geteuid() != 0)
            QSKIP("only root can act for another user");
        QFETCH(QString, closed);
        QFETCH(int, mounts);
        QFETCH(QString, notice);
        const TempRepo repo;
        repo.write("web/vendor/a/b/c.py", "x");
        ::chmod(repo.path().parent_path().c_str(), 0755);
        const Identity other{65'534, 65'534, true, {}};
        const Snapshot snapshot = ignoring({"web/vendor/"});
        QCOMPARE(dependencyFolders(repo.path(), snapshot, {}, other).value().notices.size(), std::size_t{0});
        ::chmod((repo.path() / closed.toStdString()).c_str(), 0700);
        const auto found = dependencyFolders(repo.path(), snapshot, {"web/vendor"}, other);
        QVERIFY2(found, found ? "" : fourLines(found.error()).c_str());
        QCOMPARE(static_cast<int>(found->mounts.size()), mounts);
        QCOMPARE(found->notices.size(), std::size_t{1});
        QVERIFY2(found->notices[0].find(notice.toStdString()) != std::string::npos,
                 found->notices[0].c_str());
    }

    void coversNoFileOfTheTree()
    {
        const TempRepo repo;
        repo.write("vendor/a.py", "x");
        repo.write("venv/b.py", "x");
        Snapshot snapshot = ignoring({"vendor/", "venv/"});
        snapshot.tree =
            std::make_shared<FakeTree>(std::map<std::string, std::string>{{"vendor/a.py", "a\n"}});
        const auto found = dependencyFolders(repo.path(), snapshot, {}, myself());
        QVERIFY(found);
        QCOMPARE(found->mounts.size(), std::size_t{1});
        QCOMPARE(found->mounts[0].inside, std::string("venv"));
        QVERIFY(found->notices.at(0).find("files of its own") != std::string::npos);
    }

    void showsAFolderOnceWhereAnotherHoldsIt()
    {
        const TempRepo repo;
        repo.write("vendor/p/a.py", "x");
        const auto found = dependencyFolders(repo.path(), ignoring({"vendor/"}), {"vendor/p"}, myself());
        QVERIFY(found);
        QCOMPARE(found->mounts.size(), std::size_t{1});
        QCOMPARE(found->mounts[0].inside, std::string("vendor"));
    }
};

QTEST_GUILESS_MAIN(DependencyFoldersTest)
#include "dependency_folders_test.moc"
