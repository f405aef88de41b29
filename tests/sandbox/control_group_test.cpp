#include "sandbox/cgroup_file.h"
#include "sandbox/control_group.h"
#include "sandbox/user_scope.h"
#include "tests/sandbox/sandbox_case.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <QTest>

#include <atomic>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

constexpr const char *unifiedMounts =
    "24 1 0:22 / /proc rw - proc proc rw\n"
    "31 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr const char *eachMounts =
    "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:1 - cgroup cgroup rw,cpu,cpuacct\n"
    "33 31 0:31 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
    "39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n"
    "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";
constexpr const char *desktopPath = "/user.slice/user-1000.slice/user@1000.service/app.slice";

/// A folder in place of `/`, with the files that the kernel puts into new groups.
class FakeSystem {
public:
    explicit FakeSystem(const std::string &mountinfo, const std::string &ownGroups = "0::/\n",
                        bool privileged = true)
    {
        put("proc/self/mountinfo", mountinfo);
        put("proc/self/cgroup", ownGroups);
        put("proc/meminfo", "MemTotal:        8388608 kB\nMemFree: 1 kB\n");
        put("proc/42/stat", "42 (vouch safe) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 777 20\n");
        view.root = root();
        view.self = 42;
        view.privileged = privileged;
        view.made = [](const fs::path &folder) {
            for (const char *name :
                 {"cgroup.procs", "tasks", "cgroup.subtree_control", "memory.max", "memory.swap.max",
                  "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.use_hierarchy", "pids.max",
                  "cpu.max", "cpu.weight", "cpu.shares", "cpu.cfs_quota_us", "cpu.cfs_period_us"})
                std::ofstream(folder / name).close();
        };
    }
    fs::path root() const { return m_folder.path().toStdString(); }
    void put(const std::string &path, const std::string &text) const
    {
        fs::create_directories((root() / path).parent_path());
        std::ofstream(root() / path) << text;
    }
    void unified(const std::string &folder = {}) const
    {
        put("sys/fs/cgroup" + folder + "/cgroup.controllers", "cpuset cpu io memory pids\n");
        put("sys/fs/cgroup" + folder + "/cgroup.subtree_control", "");
    }
    void each() const
    {
        for (const char *name : {"cpu,cpuacct", "memory", "pids", "unified"})
            fs::create_directories(root() / "sys/fs/cgroup" / name);
    }
    std::string text(const fs::path &file) const { return cgroupText(root() / "sys/fs/cgroup" / file); }
    /// The one sandbox's folder below `all`.
    fs::path only(const std::string &all) const
    {
        fs::path found;
        for (const auto &entry : fs::directory_iterator(root() / "sys/fs/cgroup" / all))
            if (entry.is_directory())
                found = fs::path(all) / entry.path().filename();
        return found;
    }
    CgroupView view;

private:
    QTemporaryDir m_folder;
};

/// Says what it is told, and what happens meanwhile.
class FakeManager final : public HostProgram {
public:
    Result<HostResult> run(const HostCommand &command, std::stop_token) override
    {
        asked.push_back(command);
        if (happens)
            happens(command);
        return answer;
    }
    std::vector<HostCommand> asked;
    std::function<void(const HostCommand &)> happens;
    Result<HostResult> answer = HostResult{0, "o \"/org/freedesktop/systemd1/job/9\"\n", ""};
};

const std::map<std::string, std::string> desktop = {
    {"XDG_RUNTIME_DIR", "/run/user/1000"},
    {"DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus"},
    {"OPENAI_API_KEY", "sk-secret"}};

} // namespace

class ControlGroupTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhereGroupsCanBeMade_data()
    {
        QTest::addColumn<QByteArray>("mountinfo");
        QTest::addColumn<QByteArray>("own");
        QTest::addColumn<bool>("privileged");
        QTest::addColumn<QByteArray>("expected"); // unified memory pids cpu
        const auto row = [](const char *name, const char *mounts, const std::string &own, bool privileged,
                            const char *expected) {
            QTest::newRow(name) << QByteArray(mounts) << QByteArray::fromStdString(own) << privileged
                                << QByteArray(expected);
        };
        const std::string home = desktopPath;
        row("v2, root", unifiedMounts, "0::/init.scope\n", true, "/sys/fs/cgroup - - -");
        row("v1, root", eachMounts, "4:memory:/\n0::/\n", true,
            "/sys/fs/cgroup/unified /sys/fs/cgroup/memory /sys/fs/cgroup/pids /sys/fs/cgroup/cpu,cpuacct");
        row("v1, a user", eachMounts, "4:memory:/\n0::/\n", false, "- - - -");
        row("v2, a user without scope", unifiedMounts, "0::" + home + "/app-x.scope\n", false, "- - - -");
        row("v2, a user in a scope", unifiedMounts, "0::" + home + "/vouchsafe-42-ab.scope\n", false,
            "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/vouchsafe-42-ab.scope - - "
            "-");
        row("v2, a user in the leaf of a scope", unifiedMounts,
            "0::" + home + "/vouchsafe-42-ab.scope/program\n", false,
            "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/vouchsafe-42-ab.scope - - "
            "-");
        row("v2, in the scope of the program that started this one", unifiedMounts,
            "0::" + home + "/vouchsafe-41-ab.scope/program\n", false, "- - - -");
        row("nothing", "", "", true, "- - - -");
    }
    void readsWhereGroupsCanBeMade()
    {
        QFETCH(QByteArray, mountinfo);
        QFETCH(QByteArray, own);
        QFETCH(bool, privileged);
        QFETCH(QByteArray, expected);
        const CgroupPlace place = cgroupPlace(mountinfo.toStdString(), own.toStdString(), privileged, 42);
        std::vector<std::string> words;
        for (const auto &path : {place.unified, place.memory, place.pids, place.cpu})
            words.push_back(path ? path->string() : "-");
        QCOMPARE(QByteArray::fromStdString(join(words, " ")), expected);
    }

    void limitsAllThreeInOneFolderOfV2()
    {
        const FakeSystem system(unifiedMounts);
        system.unified();
        const auto group = ControlGroup::make({1 << 30, 64, 150}, system.view);
        QVERIFY(group);
        QCOMPARE(group->version(), 2);
        QVERIFY(group->limitsProcessors());
        QCOMPARE(group->members().size(), std::size_t{1});
        const fs::path own = system.only("vouchsafe");
        QVERIFY2(own.filename().string().starts_with("vouchsafe-42-777-"), own.c_str());
        QCOMPARE(system.text(own / "memory.max"), std::string("1073741824"));
        QCOMPARE(system.text(own / "memory.swap.max"), std::string("0"));
        QCOMPARE(system.text(own / "pids.max"), std::string("66"));
        QCOMPARE(system.text(own / "cpu.max"), std::string("150000 100000"));
        QCOMPARE(system.text("vouchsafe/memory.max"), std::to_string(std::uint64_t{6} << 30));
        QCOMPARE(system.text("vouchsafe/pids.max"), std::string("4096"));
        QCOMPARE(system.text("vouchsafe/cpu.weight"), std::string("50"));
        QVERIFY(system.text("vouchsafe/cgroup.subtree_control").starts_with("+cpu")); // the last of three
    }
    void goesWithoutProcessorsWhereV2HasNone()
    {
        FakeSystem system(unifiedMounts);
        system.unified();
        const auto usual = system.view.made;
        system.view.made = [usual](const fs::path &folder) {
            usual(folder);
            fs::remove(folder / "cpu.max");
        };
        const auto group = ControlGroup::make({1 << 30, 64, 150}, system.view);
        QVERIFY(group);
        QVERIFY(!group->limitsProcessors());
    }
    void makesNoGroupThatWouldNotLimit()
    {
        FakeSystem noMemory(unifiedMounts);
        noMemory.put("sys/fs/cgroup/cgroup.controllers", "cpu pids\n");
        QVERIFY(!ControlGroup::make({1 << 30, 64, 150}, noMemory.view));
        FakeSystem refused(unifiedMounts);
        refused.unified();
        refused.view.made = [](const fs::path &folder) { std::ofstream(folder / "cgroup.procs").close(); };
        QVERIFY(!ControlGroup::make({1 << 30, 64, 150}, refused.view));
    }
    void limitsEachInAFolderOfItsOwnInV1()
    {
        const FakeSystem system(eachMounts);
        system.each();
        const auto group = ControlGroup::make({1 << 30, 64, 50}, system.view);
        QVERIFY(group);
        QCOMPARE(group->version(), 1);
        QVERIFY(group->limitsProcessors());
        QCOMPARE(group->members().size(), std::size_t{3});
        QCOMPARE(system.text(system.only("memory/vouchsafe") / "memory.limit_in_bytes"),
                 std::string("1073741824"));
        QCOMPARE(system.text(system.only("memory/vouchsafe") / "memory.memsw.limit_in_bytes"),
                 std::string("1073741824"));
        QCOMPARE(system.text(system.only("pids/vouchsafe") / "pids.max"), std::string("66"));
        const fs::path cpu = system.only("cpu,cpuacct/vouchsafe");
        QCOMPARE(system.text(cpu / "cpu.cfs_period_us"), std::string("100000"));
        QCOMPARE(system.text(cpu / "cpu.cfs_quota_us"), std::string("50000"));
        QCOMPARE(system.text("memory/vouchsafe/memory.limit_in_bytes"),
                 std::to_string(std::uint64_t{6} << 30));
        QCOMPARE(system.text("pids/vouchsafe/pids.max"), std::string("4096"));
    }

    void asksTheManagerInTheseWords()
    {
        const std::vector<std::string> expected = {"--user",
                                                   "--timeout=5",
                                                   "call",
                                                   "org.freedesktop.systemd1",
                                                   "/org/freedesktop/systemd1",
                                                   "org.freedesktop.systemd1.Manager",
                                                   "StartTransientUnit",
                                                   "ssa(sv)a(sa(sv))",
                                                   "vouchsafe-42-ab.scope",
                                                   "fail",
                                                   "4",
                                                   "Description",
                                                   "s",
                                                   "Vouchsafe and its sandboxes",
                                                   "Delegate",
                                                   "b",
                                                   "true",
                                                   "PIDs",
                                                   "au",
                                                   "1",
                                                   "42",
                                                   "CollectMode",
                                                   "s",
                                                   "inactive-or-failed",
                                                   "0"};
        QVERIFY(startScopeArguments("vouchsafe-42-ab.scope", 42) == expected);
    }
    void entersAScopeAndLimitsBelowIt()
    {
        FakeSystem system(unifiedMounts, std::string("0::") + desktopPath + "/app-x.scope\n", false);
        FakeManager manager;
        manager.happens = [&](const HostCommand &command) {
            const std::string scope = std::string(desktopPath) + "/" + command.arguments[8];
            system.unified(scope);
            system.put("proc/self/cgroup", "0::" + scope + "\n");
        };
        const Status entered = enterUserScope(manager, desktop, {}, system.view);
        QVERIFY2(entered, entered ? "" : entered.error().context.c_str());
        QCOMPARE(manager.asked.size(), std::size_t{1});
        QCOMPARE(manager.asked[0].program, std::string("/usr/bin/busctl"));
        QVERIFY(!manager.asked[0].environment.contains("OPENAI_API_KEY"));
        QCOMPARE(manager.asked[0].environment.at("XDG_RUNTIME_DIR"), std::string("/run/user/1000"));
        const std::string scope = std::string(desktopPath) + "/" + manager.asked[0].arguments[8];
        const fs::path folder = fs::path(scope).relative_path();
        QCOMPARE(system.text(folder / "program/cgroup.procs"), std::string("42"));
        system.put("proc/self/cgroup", "0::" + scope + "/program\n");
        QVERIFY(enterUserScope(manager, desktop, {}, system.view));
        QCOMPARE(manager.asked.size(), std::size_t{1}); // once is enough
        const auto group = ControlGroup::make({1 << 30, 64, 150}, system.view);
        QVERIFY(group);
        QCOMPARE(system.text(system.only((folder / "vouchsafe").string()) / "memory.max"),
                 std::string("1073741824"));
    }
    void saysWhyThereIsNoScope_data()
    {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("no user manager") << QByteArray("environment") << QByteArray("XDG_RUNTIME_DIR");
        QTest::newRow("no cgroup v2") << QByteArray("v1") << QByteArray("no cgroup v2");
        QTest::newRow("the manager refuses") << QByteArray("refused") << QByteArray("Access denied");
        QTest::newRow("no busctl") << QByteArray("absent") << QByteArray("busctl is not there");
        QTest::newRow("nothing delegated") << QByteArray("bare") << QByteArray("not delegated");
    }
    void saysWhyThereIsNoScope()
    {
        QFETCH(QByteArray, what);
        QFETCH(QByteArray, words);
        FakeSystem system(unifiedMounts,
                          what == "v1" ? "4:memory:/\n" : std::string("0::") + desktopPath + "\n", false);
        FakeManager manager;
        if (what == "refused")
            manager.answer = HostResult{1, "", "Call failed: Access denied\n"};
        if (what == "absent")
            manager.answer = fail(ErrorCode::NotAvailable, "busctl is not there", "/usr/bin/busctl");
        const Status entered = enterUserScope(
            manager, what == "environment" ? std::map<std::string, std::string>{} : desktop, {}, system.view);
        QVERIFY(!entered);
        QCOMPARE(entered.error().code, ErrorCode::NotAvailable);
        QVERIFY2(entered.error().context.find(words.toStdString()) != std::string::npos,
                 entered.error().context.c_str());
        QVERIFY(!ControlGroup::make({1 << 30, 64, 150}, system.view));
    }

    void limitsProcessorsForReal_B10()
    {
        if (::geteuid() != 0)
            QSKIP("only root may make control groups here");
        const auto busy = [](unsigned percent) {
            const auto group = ControlGroup::make({512U << 20, 64, percent});
            if (!group || !group->limitsProcessors())
                return -1.0;
            const pid_t child = ::fork();
            if (child == 0) {
                for (const int member : group->members())
                    if (::write(member, "0", 1) != 1)
                        ::_exit(3);
                ::alarm(1);
                for (std::atomic<unsigned> n = 0;;)
                    ++n;
            }
            rusage used{};
            int status = 0;
            ::wait4(child, &status, 0, &used);
            return static_cast<double>(used.ru_utime.tv_sec) +
                   static_cast<double>(used.ru_utime.tv_usec) / 1e6;
        };
        const double slow = busy(20);
        if (slow < 0)
            QSKIP("there is no controller of processors here");
        const double fast = busy(100);
        QVERIFY2(slow < 0.4, std::to_string(slow).c_str());
        // The control: the same without the quota gets more, however busy the machine is.
        QVERIFY2(fast > slow * 1.2, std::to_string(fast).c_str());
    }
    void capsAllSandboxesTogether_B13()
    {
        if (::geteuid() != 0)
            QSKIP("only root may make control groups here");
        const GroupLimits together{std::uint64_t{1} << 30, 100, 0};
        std::vector<std::unique_ptr<ControlGroup>> groups;
        for (int i = 0; i < 3; ++i)
            groups.push_back(ControlGroup::make({256U << 20, 60, 100}, CgroupView::ofSystem(), &together));
        if (!groups[0])
            QSKIP("there are no controllers of memory and processes here");
        // Each forks until it is refused and says how often it could; all stay until the last has counted.
        std::vector<int> counts;
        std::vector<pid_t> children;
        for (const auto &group : groups) {
            int ends[2];
            QVERIFY(::pipe(ends) == 0);
            const pid_t child = ::fork();
            if (child == 0) {
                for (const int member : group->members())
                    if (::write(member, "0", 1) != 1)
                        ::_exit(3);
                int forks = 0;
                while (forks < 80) {
                    const pid_t one = ::fork();
                    if (one == 0) {
                        ::pause();
                        ::_exit(0);
                    }
                    if (one < 0)
                        break;
                    ++forks;
                }
                const ssize_t said = ::write(ends[1], &forks, sizeof forks);
                ::pause();
                ::_exit(said > 0 ? 0 : 1);
            }
            children.push_back(child);
            int forks = -1;
            QVERIFY(::read(ends[0], &forks, sizeof forks) == sizeof forks);
            counts.push_back(forks);
            ::close(ends[0]);
            ::close(ends[1]);
        }
        for (const auto &group : groups)
            group->killAll();
        for (const pid_t child : children)
            ::waitpid(child, nullptr, 0);
        QCOMPARE(counts[0], 61);                  // its own limit, bubblewrap's two included, itself counted
        QCOMPARE(counts[0] + counts[1] + 2, 100); // the second met the limit of all
        QCOMPARE(counts[2], 0);
    }
    void leavesNoFolderAndReapsThoseOfTheDead()
    {
        if (::geteuid() != 0)
            QSKIP("only root may make control groups here");
        const CgroupPlace place = findCgroupPlace(CgroupView::ofSystem());
        if (!place.usable())
            QSKIP("there are no controllers of memory and processes here");
        std::string own = fs::read_symlink("/proc/self/ns/pid").string(); // pid:[4026531836]
        own = own.substr(5, own.size() - 6);
        const fs::path all = (place.unified ? *place.unified : *place.memory) / "vouchsafe";
        const fs::path dead = all / ("vouchsafe-999999999-1-" + own + "-dead");
        const fs::path strange = all / "vouchsafe-999999999-1-1-dead";
        auto live = ControlGroup::make({256U << 20, 60, 100});
        QVERIFY(live);
        QVERIFY(::mkdir(strange.c_str(), 0755) == 0);
        QVERIFY(::mkdir(dead.c_str(), 0755) == 0);
        QVERIFY(reapControlGroups() >= 1);
        QVERIFY(!fs::exists(dead));
        const bool stayed = fs::exists(strange);
        ::rmdir(strange.c_str());
        QVERIFY2(stayed, "numbers of another pid namespace");
        QVERIFY(fs::exists(all)); // the live one's
        const std::string mine = "vouchsafe-" + std::to_string(::getpid()) + "-";
        live.reset();
        std::error_code gone;
        for (const auto &entry : fs::directory_iterator(all, gone))
            QVERIFY2(!entry.path().filename().string().starts_with(mine), entry.path().c_str());
    }
};

QTEST_GUILESS_MAIN(ControlGroupTest)
#include "control_group_test.moc"
