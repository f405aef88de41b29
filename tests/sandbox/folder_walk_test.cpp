// What a run leaves may be deep, wide and odd: results are taken within bounds, and what is left out is told.
#include "sandbox/collect.h"

#include "core/base/descriptor.h"
#include "sandbox/scratch.h"

#include <QElapsedTimer>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace vouchsafe;
namespace fs = std::filesystem;

namespace {

/// Folders of one name in each other, with a file in the last; never by a whole path, which would be too
/// long.
void makeDeep(const fs::path &at, const std::string &name, int levels)
{
    Descriptor here(::open(at.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (int level = 0; level < levels; ++level) {
        QCOMPARE(::mkdirat(here.get(), name.c_str(), 0755), 0);
        here = Descriptor(::openat(here.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    const Descriptor file(::openat(here.get(), "end", O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    QCOMPARE(::write(file.get(), "deep", 4), ssize_t{4});
}

bool skipped(const FileSet &set, const std::string &part)
{
    return std::any_of(set.skipped.begin(), set.skipped.end(),
                       [&](const std::string &line) { return line.find(part) != std::string::npos; });
}

} // namespace

class FolderWalkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        fs::create_directory(root());
    }
    void cleanup()
    {
        const Descriptor parent(::open(m_folder->path().toLocal8Bit().constData(), O_RDONLY | O_CLOEXEC));
        QVERIFY(removeTree(parent.get(), "root"));
    }

    void takesWhatLies500FoldersDeep_B11()
    {
        makeDeep(root(), "d", 500);
        // Fewer descriptors than folders: one that holds a folder open for each would find no end.
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        const rlimit few{64, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
        const auto back = qScopeGuard([&] { ::setrlimit(RLIMIT_NOFILE, &before); });
        const auto set = collectFolder(root(), {});
        QVERIFY(set);
        QCOMPARE(set->files.size(), std::size_t{1});
        QCOMPARE(set->files[0].bytes, std::string("deep"));
        QCOMPARE(set->files[0].path.size(), std::size_t{500 * 2 + 3});
        QVERIFY(set->skipped.empty());
    }

    void saysAtWhichDepthItEnded_B11()
    {
        makeDeep(root(), "d", 600);
        std::ofstream(root() / "beside") << "x";
        const auto set = collectFolder(root(), {});
        QCOMPARE(set->files.size(), std::size_t{1});
        QCOMPARE(set->skipped.size(), std::size_t{1});
        QVERIFY2(skipped(*set, "more than 512 folders deep, left out with all that is in it"),
                 set->skipped[0].c_str());
    }

    void bearsNamesOf255BytesAndSaysWhichPathIsTooLong_B11()
    {
        makeDeep(root(), std::string(255, 'n'), 30);
        std::ofstream(root() / std::string(255, 'f')) << "x";
        const auto set = collectFolder(root(), {});
        QCOMPARE(set->files.size(), std::size_t{1});
        QCOMPARE(set->files[0].path.size(), std::size_t{255});
        QVERIFY(skipped(*set, "its path is longer than 4095 bytes"));
    }

    void followsNoChainOfLinks_B11()
    {
        std::ofstream(root() / "l0") << "real";
        for (int i = 1; i <= 100; ++i)
            fs::create_symlink("l" + std::to_string(i - 1), root() / ("l" + std::to_string(i)));
        fs::create_symlink("loop-b", root() / "loop-a");
        fs::create_symlink("loop-a", root() / "loop-b");
        fs::create_directory_symlink("..", root() / "up");
        const auto set = collectFolder(root(), {});
        QCOMPARE(set->files.size(), std::size_t{1});
        QCOMPARE(set->skipped.size(), std::size_t{103});
    }

    void endsAtItsBoundsInAHundredThousandFiles_B11()
    {
        const int count = qEnvironmentVariableIsSet("VOUCHSAFE_LONG") ? 100'000 : 10'000;
        qInfo("%d files; 100,000 with VOUCHSAFE_LONG", count);
        for (int i = 0; i < count; ++i) {
            const Descriptor file(
                ::open((root() / std::to_string(i)).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
            QVERIFY(file.valid());
        }
        QElapsedTimer timer;
        timer.start();
        const auto set = collectFolder(root(), {"", 1'000'000, 2'000});
        qInfo("collected in %lld ms", static_cast<long long>(timer.elapsed()));
        QCOMPARE(set->files.size(), std::size_t{2'000});
        QCOMPARE(set->skipped.size(), std::size_t{2'001}); // bounded too
        QVERIFY(skipped(*set, "more than 2000 files"));
        QCOMPARE(set->skipped.back(), "and " + std::to_string(count - 4'000) + " more");
        QVERIFY(timer.elapsed() < 30'000);
    }

    void goesOnBesideAFolderThatMayNotBeSearched()
    {
        fs::create_directories(root() / "closed" / "in");
        fs::create_directories(root() / "open");
        std::ofstream(root() / "open" / "file") << "x";
        ::chmod((root() / "closed").c_str(), 0400);
        ::chmod(root().c_str(), 0755);
        ::chmod(m_folder->path().toLocal8Bit().constData(), 0755);
        const bool privileged = ::geteuid() == 0;
        if (privileged)
            QCOMPARE(::seteuid(65534), 0);
        const auto set = collectFolder(root(), {});
        if (privileged)
            QCOMPARE(::seteuid(0), 0);
        ::chmod((root() / "closed").c_str(), 0700);
        QCOMPARE(set->files.size(), std::size_t{1});
        QVERIFY(skipped(*set, "closed: cannot be read"));
    }

    void countsTheDiskHoweverDeepItLies()
    {
        makeDeep(root(), std::string(200, 'n'), 700);
        const DiskUse use = diskUse({root()}, {UINT64_MAX, UINT64_MAX});
        QCOMPARE(use.files, std::uint64_t{701});
    }

    void doesNotCallGoneWhatItDidNotSee()
    {
        makeDeep(root(), "d", 600);
        std::string path = "d";
        for (int i = 1; i < 600; ++i)
            path += "/d";
        const auto set = collectCopy(root(), {{path + "/end", {}}, {"really-gone", {}}}, {}, {});
        QCOMPARE(set->files.size(), std::size_t{1});
        QCOMPARE(set->files[0].path, std::string("really-gone"));
        QVERIFY(set->files[0].deleted);
    }

private:
    fs::path root() const { return fs::path(m_folder->path().toStdString()) / "root"; }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(FolderWalkTest)
#include "folder_walk_test.moc"
