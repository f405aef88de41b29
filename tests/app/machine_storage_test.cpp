// Cleaning frees what nobody uses, says what went, and leaves to living runs all that they stand on.
#include "app/machine_storage.h"
#include "app/prepared_layers.h"
#include "core/base/ids.h"
#include "core/git/store_lock.h"
#include "sandbox/scratch.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace vouchsafe;
namespace fs = std::filesystem;

namespace {

const std::string ended(40, 'a'); // trees by their ids
/// No client is found there.
const std::map<std::string, std::string> noEngine = {{"PATH", "/nonexistent"}};
const std::string running(40, 'b');

bool says(const MachineCleaned &cleaned, const std::string &words)
{
    return std::find(cleaned.words.begin(), cleaned.words.end(), words) != cleaned.words.end();
}

std::uint64_t countOf(const std::vector<Holding> &holdings, const std::string &what)
{
    for (const Holding &holding : holdings)
        if (holding.what == what)
            return holding.count;
    return 999;
}

} // namespace

class MachineStorageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        const fs::path place = m_folder->path().toStdString();
        m_directories.cache = place / "cache";
        m_directories.data = place / "data";
        m_identity = {::geteuid(), ::getegid(), false, place / "cache"};
        for (const char *name : {"trees", "entries", "locks", "layers", "scratch", "index"})
            fs::create_directories(m_identity.cache / name);
    }

    void removesLayersOfEndedRunsAndNotThoseOfLivingOnes()
    {
        layer(ended + "-0001", 5 << 20);
        layer(running + "-0002", 1);
        const auto run = lockStore(m_identity.cache / "locks" / running, LockKind::Shared, LockWait::Never);
        QVERIFY(run && run->valid());
        const MachineCleaned cleaned = clean();
        QVERIFY(!fs::exists(at(ended + "-0001")));
        QVERIFY(fs::exists(at(running + "-0002")));
        QVERIFY(says(cleaned, "1 layer"));
        QVERIFY(cleaned.bytes >= 5U << 20);
        QVERIFY2(fs::is_empty(m_identity.cache / "locks") == false, "the living run's lock");
        QVERIFY(!fs::exists(m_identity.cache / "locks" / ended));
    }

    void removesInstallationsThatNoRunUses()
    {
        PreparePlan used;
        used.digest = std::string(64, '1');
        used.steps.emplace_back();
        PreparePlan unused = used;
        unused.digest = std::string(64, '2');
        prepared(used);
        prepared(unused);
        const auto held = preparedFor(used, m_identity);
        QVERIFY(held);
        clean();
        QVERIFY(fs::exists(at("prepared-" + used.digest + "-1")));
        QVERIFY(!fs::exists(at("prepared-" + unused.digest + "-1")));
    }

    void leavesWhatIsBeingMade()
    {
        layer(".in-making", 1);
        layer("installed-0003", 1);
        clean();
        QVERIFY(fs::exists(at(".in-making")));
        QVERIFY(fs::exists(at("installed-0003")));
    }

    void removesWorkspacesOfDeadProcessesOnly()
    {
        const auto living = ScratchFolder::make(m_identity);
        QVERIFY(living);
        const fs::path dead = m_identity.cache / "scratch" / "dead";
        fs::create_directories(dead);
        std::ofstream(dead / "owner") << "1 1\n";
        layer("stood-on", 1);
        fs::create_directory_symlink(at("stood-on"), living->path() / "lower0");
        const MachineCleaned cleaned = clean();
        QVERIFY(fs::exists(living->path()));
        QVERIFY(!fs::exists(dead));
        QVERIFY(fs::exists(at("stood-on")));
        QVERIFY(says(cleaned, "1 workspace of a program that is gone"));
    }

    void removesTheIndexAndKeepsRuns()
    {
        std::ofstream(m_identity.cache / "index" / "symbols") << std::string(3 << 20, 'x');
        fs::create_directories(m_directories.data / "runs" / "R1");
        std::ofstream(m_directories.data / "runs" / "R1" / "journal") << "precious";
        const MachineCleaned cleaned = clean();
        QVERIFY(says(cleaned, "the symbol index"));
        QCOMPARE(cleaned.bytes >> 20, std::uint64_t{3});
        QVERIFY(fs::exists(m_directories.data / "runs" / "R1" / "journal"));
        QVERIFY2(clean().words.empty(), "nothing is left to go");
    }

    void listsWhatItHolds()
    {
        layer(ended + "-0001", 1000);
        fs::create_directories(m_identity.cache / "trees" / ended);
        fs::create_directories(m_directories.data / "runs" / "R1");
        const auto holdings = machineHoldings(m_identity, m_directories, m_directories.data, noEngine, {});
        QCOMPARE(countOf(holdings, "base trees"), std::uint64_t{1});
        QCOMPARE(countOf(holdings, "layers"), std::uint64_t{1});
        QCOMPARE(countOf(holdings, "runs"), std::uint64_t{1});
        for (const Holding &holding : holdings)
            QCOMPARE(holding.cleans, holding.what != "runs");
    }

    void followsNoLinkOutOfTheCache()
    {
        const fs::path outside = fs::path(m_folder->path().toStdString()) / "outside";
        fs::create_directories(outside);
        std::ofstream(outside / "precious") << "x";
        fs::create_directory_symlink(outside, at(ended + "-0004"));
        layer(ended + "-0005", 1);
        fs::create_directory_symlink(outside, at(ended + "-0005") / "link");
        clean();
        QVERIFY(fs::exists(outside / "precious"));
        QVERIFY(!fs::exists(fs::symlink_status(at(ended + "-0004"))));
        QVERIFY(!fs::exists(at(ended + "-0005")));
    }

private:
    fs::path at(const std::string &name) const { return m_identity.cache / "layers" / name; }
    void layer(const std::string &name, std::size_t bytes) const
    {
        fs::create_directories(at(name));
        std::ofstream(at(name) / "built") << std::string(bytes, 'x');
    }
    void prepared(const PreparePlan &plan) const
    {
        const std::string name = "prepared-" + plan.digest + "-1";
        layer(name, 1);
        std::ofstream(at(name) / "prepared.json")
            << "{\"places\": [], \"contentSha256\": \"" + std::string(64, '0') + "\"}";
    }
    MachineCleaned clean() const
    {
        auto cleaned = cleanMachine(m_identity, m_directories, noEngine, {});
        if (!cleaned)
            qFatal("%s", fourLines(cleaned.error()).c_str());
        return *cleaned;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    Identity m_identity;
    Directories m_directories;
};

QTEST_GUILESS_MAIN(MachineStorageTest)
#include "machine_storage_test.moc"
