#include "core/base/files.h"

#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace vouchsafe;
namespace fs = std::filesystem;

class FilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path in(const char *name) const { return fs::path(m_folder.path().toStdString()) / name; }

    static unsigned modeOf(const fs::path &path)
    {
        struct stat info {};
        ::stat(path.c_str(), &info);
        return info.st_mode & 07777U;
    }
    static int entries(const fs::path &folder)
    {
        return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }

private Q_SLOTS:
    void cleanupTestCase()
    {
        // QTemporaryDir cannot remove names that are not UTF-8.
        std::filesystem::remove_all(m_folder.path().toStdString());
    }

    void readsBackWhatWasWritten()
    {
        const std::string bytes("a\0b\r\n\xff", 6);
        QVERIFY(writeFileAtomic(in("plain"), bytes).has_value());
        QCOMPARE(readFile(in("plain")).value_or("?"), bytes);
        QCOMPARE(modeOf(in("plain")), 0600U);
    }

    void replacesAFileAndLeavesNothingBeside()
    {
        fs::create_directory(in("one"));
        QVERIFY(writeFileAtomic(in("one/file"), "first").has_value());
        QVERIFY(writeFileAtomic(in("one/file"), "second").has_value());
        QCOMPARE(readFile(in("one/file")).value_or("?"), std::string("second"));
        QCOMPARE(entries(in("one")), 1);
    }

    void givesTheModeWhateverTheMask()
    {
        const mode_t mask = ::umask(0077);
        const bool written = writeFileAtomic(in("tool"), "#!/bin/sh\n", 0755).has_value();
        ::umask(mask);
        QVERIFY(written);
        QCOMPARE(modeOf(in("tool")), 0755U);
    }

    void replacesALinkInsteadOfFollowingIt()
    {
        std::ofstream(in("target")) << "kept";
        fs::create_symlink("target", in("link"));
        QVERIFY(writeFileAtomic(in("link"), "new").has_value());
        QVERIFY(!fs::is_symlink(in("link")));
        QCOMPARE(readFile(in("target")).value_or("?"), std::string("kept"));
    }

    void takesTheLongestNameThatTheSystemHas()
    {
        const std::string name(255, 'n');
        QVERIFY(writeFileAtomic(in(name.c_str()), "x").has_value());
        QCOMPARE(readFile(in(name.c_str())).value_or("?"), std::string("x"));
    }

    void readsAFileWhoseNameIsNotUtf8()
    {
        QVERIFY(writeFileAtomic(in("caf\xe9"), "x").has_value());
        QCOMPARE(readFile(in("caf\xe9")).value_or("?"), std::string("x"));
        const auto missing = readFile(in("th\xe9"));
        QVERIFY(missing.error().context.ends_with("th\\xe9: No such file or directory"));
    }

    void refusesWhatIsNoRegularFile()
    {
        fs::create_directory(in("folder"));
        QCOMPARE(::mkfifo(in("fifo").c_str(), 0600), 0);
        for (const char *name : {"folder", "fifo"}) { // the FIFO has no writer: a blocking open would hang
            const auto result = readFile(in(name));
            QVERIFY(!result.has_value());
            QCOMPARE(result.error().code, ErrorCode::Io);
        }
    }

    void refusesAFileOverItsLimitBeforeReadingIt()
    {
        std::ofstream(in("huge")).close();
        fs::resize_file(in("huge"), std::uint64_t{8} << 30); // sparse
        const auto result = readFile(in("huge"), 100);
        QVERIFY(!result.has_value());
        QVERIFY(result.error().context.ends_with("8589934592 bytes, the limit is 100"));
        fs::remove(in("huge"));
    }

    void namesTheReasonOfAFailure_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<int>("code");
        QTest::newRow("full") << ENOSPC << static_cast<int>(ErrorCode::DiskFull);
        QTest::newRow("quota") << EDQUOT << static_cast<int>(ErrorCode::DiskFull);
        QTest::newRow("denied") << EACCES << static_cast<int>(ErrorCode::Permission);
        QTest::newRow("read-only") << EROFS << static_cast<int>(ErrorCode::Permission);
        QTest::newRow("absent") << ENOENT << static_cast<int>(ErrorCode::Io);
    }
    void namesTheReasonOfAFailure()
    {
        QFETCH(int, number);
        QTEST(static_cast<int>(systemError(number, "what", "path").code), "code");
    }

    void aFileTooLargeForTheSystemLeavesTheOldOne()
    {
        // The nearest to a full disk that an ordinary user can have: writes past the limit answer EFBIG.
        QVERIFY(writeFileAtomic(in("old"), "old").has_value());
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit small{4096, before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const Status status = writeFileAtomic(in("old"), std::string(1 << 20, 'x'));
        ::setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!status.has_value());
        QCOMPARE(readFile(in("old")).value_or("?"), std::string("old"));
    }

    void aFullDiskLeavesTheOldFileAndNothingElse()
    {
        if (::geteuid() != 0)
            QSKIP("mounting a small tmpfs needs root");
        const fs::path disk = in("disk");
        fs::create_directory(disk);
        if (::mount("tmpfs", disk.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "size=64k") != 0)
            QSKIP("no tmpfs can be mounted here");
        const bool first = writeFileAtomic(disk / "file", "old").has_value();
        const Status status = writeFileAtomic(disk / "file", std::string(1 << 20, 'x'));
        const std::string kept = readFile(disk / "file").value_or("?");
        const int left = entries(disk);
        ::umount(disk.c_str());
        QVERIFY(first);
        QVERIFY(!status.has_value());
        QCOMPARE(status.error().code, ErrorCode::DiskFull);
        QCOMPARE(kept, std::string("old"));
        QCOMPARE(left, 1);
    }

    void makesPrivateFolders()
    {
        QVERIFY(makePrivateFolder(in("a/b/c")).has_value());
        QVERIFY(makePrivateFolder(in("a/b/c")).has_value());
        QVERIFY(makePrivateFolder(in("a/b/d/")).has_value());
        for (const char *name : {"a", "a/b", "a/b/c", "a/b/d"})
            QCOMPARE(modeOf(in(name)), 0700U);
    }

    void leavesTheModeOfFoldersThatExist()
    {
        fs::create_directory(in("open"));
        ::chmod(in("open").c_str(), 0755);
        QVERIFY(makePrivateFolder(in("open/sub")).has_value());
        QCOMPARE(modeOf(in("open")), 0755U);
    }

    void saysThatAFileIsInTheWay()
    {
        std::ofstream(in("file")) << "x";
        QVERIFY(!makePrivateFolder(in("file")).has_value());
        QVERIFY(!makePrivateFolder(in("file/sub")).has_value());
    }
};

QTEST_GUILESS_MAIN(FilesTest)
#include "files_test.moc"
