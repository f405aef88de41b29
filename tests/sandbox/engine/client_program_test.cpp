#include "sandbox/engine/client_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace vouchsafe;
namespace fs = std::filesystem;

namespace {

void program(const fs::path &file)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "#!/bin/sh\n";
    fs::permissions(file, fs::perms(0755));
}

} // namespace

class ClientProgramTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    fs::path at(const char *name) const { return fs::path(m_folder.path().toStdString()) / name; }
    /// With the test's folder as one of the system's.
    Result<std::string> here(const std::string &path) const
    {
        return clientProgram("docker", path, {m_folder.path().toStdString()});
    }
    void onlyForRoot()
    {
        if (::geteuid() != 0)
            QSKIP("only root can make a folder that only root may write");
    }

private Q_SLOTS:
    void findsAProgramOfTheSystem()
    {
        const auto found = clientProgram("sh", "/nowhere:/usr/bin");
        QVERIFY2(found, found ? "" : found.error().what.c_str());
        QCOMPARE(*found, std::string("/usr/bin/sh"));
        QVERIFY(clientProgram("sh", "").has_value());
    }

    void namesThePackageOfWhatIsNotThere()
    {
        const auto none = clientProgram("docker", "/nowhere");
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::SandboxMissing);
        QVERIFY(none.error().remedy.find("docker.io") != std::string::npos);
    }

    void passesOverFoldersThatOthersWrite()
    {
        onlyForRoot();
        program(at("open/docker"));
        program(at("safe/docker"));
        fs::permissions(at("open"), fs::perms(0777));
        const std::string path = at("open").string() + ":" + at("safe").string();
        QCOMPARE(here(path).value(), at("safe/docker").string());
        const auto refused = here(at("open").string());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::SandboxMissing);
        QVERIFY(refused.error().context.find("open/docker") != std::string::npos);
        // The control: the same folder without the others' right.
        fs::permissions(at("open"), fs::perms(0755));
        QVERIFY(here(at("open").string()).has_value());
    }

    void passesOverAnotherOwnersFileAndFolder()
    {
        onlyForRoot();
        program(at("owned/docker"));
        QCOMPARE(::chown(at("owned/docker").c_str(), 12345, 12345), 0);
        QVERIFY(!here(at("owned").string()));
        QCOMPARE(::chown(at("owned/docker").c_str(), 0, 0), 0);
        QVERIFY(here(at("owned").string()).has_value());
        QCOMPARE(::chown(at("owned").c_str(), 12345, 12345), 0);
        QVERIFY(!here(at("owned").string()));
    }

    void looksBehindLinksAndAboveFolders()
    {
        onlyForRoot();
        program(at("theirs/bin/docker"));
        QCOMPARE(::chown(at("theirs").c_str(), 12345, 12345), 0);
        QVERIFY(!here(at("theirs/bin").string()));
        fs::create_directories(at("links"));
        fs::create_symlink(at("theirs/bin/docker"), at("links/docker"));
        QVERIFY(!here(at("links").string()));
        QCOMPARE(::chown(at("theirs").c_str(), 0, 0), 0);
        QCOMPARE(here(at("links").string()).value(), at("links/docker").string());
    }

    void startsNothingOutsideOfTheSystemsFolders()
    {
        onlyForRoot();
        program(at("clone/docker")); // as in a repository that root cloned
        QVERIFY(!clientProgram("docker", at("clone").string()));
        fs::create_symlink("/usr/bin/env", at("clone/env"));
        QVERIFY(!clientProgram("env", at("clone").string()));
        QVERIFY(here(at("clone").string()).has_value()); // the control
    }

    void takesNoRelativeFolder()
    {
        const std::string before = fs::current_path().string();
        fs::current_path("/usr/bin");
        const auto found = clientProgram("sh", ".::bin");
        fs::current_path(before);
        QVERIFY(!found);
    }
};

QTEST_GUILESS_MAIN(ClientProgramTest)
#include "client_program_test.moc"
