// Ignored folders that the checks see: no verdict speaks of a patch below them, no secret in them is read.
#include "tests/app/command_line.h"

#include <QtTest>

#include <fstream>
#include <sys/stat.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

/// Mends m.py and makes another file.
std::string mendingWith(const std::string &other)
{
    return std::string(larger::rightPatch) + "--- /dev/null\n+++ b/" + other + "\n@@ -0,0 +1 @@\n+X = 2\n";
}

} // namespace

class MountedFoldersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!fs::exists("/usr/bin/bwrap") || !fs::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
        // Root's sandboxes run as another user, who reads the folder only where everybody may.
        ::chmod(m_repo.path().parent_path().c_str(), 0755);
        m_repo.write(".gitignore", "vendor/\n");
        larger::fill(m_repo);
        m_repo.write("vendor/lib.py", "X = 1\n");
        m_repo.write("vendor/p/.env", "TOKEN=1\n");
        m_repo.write("vendor/id_rsa", "key\n");
        m_repo.write("vendor/p/.git/config", "url\n");
        m_patch = m_repo.outside() / "given.diff";
    }

    void refusesAPatchThatTheFolderWouldCover_data()
    {
        QTest::addColumn<QString>("other");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("outcome");
        QTest::newRow("below it") << "vendor/lib/__init__.py" << 4 << "refused";
        QTest::newRow("control: beside it") << "vendored/lib/__init__.py" << 0 << "proven";
    }
    void refusesAPatchThatTheFolderWouldCover()
    {
        QFETCH(QString, other);
        QFETCH(int, status);
        QFETCH(QString, outcome);
        std::ofstream(m_patch) << mendingWith(other.toStdString());
        const Finished judged = verify({});
        VS_ENDS(judged, status);
        QCOMPARE(QString::fromStdString(judged.last().value("outcome", "")), outcome);
    }

    void showsNoTrackedFolderOfTheHost()
    {
        std::ofstream(m_patch) << larger::rightPatch;
        m_repo.write("src/a.py", "x\n");
        VS_FAILS(verify({"--include", "src"}), 2, "ERR_PATH_MISSING");
    }

    void readsNoSecretInTheFolder_data()
    {
        QTest::addColumn<QString>("check");
        QTest::addColumn<int>("status");
        QTest::newRow("the code is there") << "grep -q X vendor/lib.py" << 0;
        QTest::newRow(".env") << "grep -q . vendor/p/.env" << 1;
        QTest::newRow("a key") << "grep -q . vendor/id_rsa" << 1;
        QTest::newRow("git's data") << "grep -q . vendor/p/.git/config" << 1;
    }
    void readsNoSecretInTheFolder()
    {
        QFETCH(QString, check);
        QFETCH(int, status);
        std::ofstream(m_patch) << "";
        const Finished judged = verify({"--check", check.toStdString()});
        VS_ENDS(judged, status);
        QVERIFY2(judged.err.find("vendor/id_rsa: a private key") != std::string::npos,
                 judged.shown().c_str());
    }

private:
    Finished verify(std::vector<std::string> options) const
    {
        options.insert(options.begin(), {"verify", m_repo.path().string(), m_patch.string(), "--json"});
        return m_person.run(options);
    }

    TempRepo m_repo;
    CommandLine m_person;
    fs::path m_patch;
};

QTEST_GUILESS_MAIN(MountedFoldersTest)
#include "mounted_folders_test.moc"
