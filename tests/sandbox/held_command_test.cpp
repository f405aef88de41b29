#include "sandbox/held_command.h"

#include "sandbox/process_tree.h"
#include "tests/sandbox/sandbox_case.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
using namespace std::chrono_literals;

namespace {

/// Descendants of a process in which the helper waits: bubblewrap, its first process inside and the helper.
std::vector<pid_t> waitingBelow(pid_t above)
{
    const std::string helper("/vouchsafe/tools/inside\0hold\0003\0", 31);
    std::vector<pid_t> all = descendants(above);
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](pid_t pid) {
                                 QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid));
                                 return !file.open(QIODevice::ReadOnly) ||
                                        !file.readAll().toStdString().ends_with(helper);
                             }),
              all.end());
    return all;
}

/// Of everybody's control groups those of this process.
int ownGroups()
{
    const std::string own = "vouchsafe-" + std::to_string(::getpid()) + "-";
    int count = 0;
    for (const char *parent : {"/sys/fs/cgroup", "/sys/fs/cgroup/memory", "/sys/fs/cgroup/pids"}) {
        std::error_code none;
        for (const auto &entry :
             std::filesystem::directory_iterator(std::string(parent) + "/vouchsafe", none))
            count += entry.path().filename().string().starts_with(own) ? 1 : 0;
    }
    return count;
}

/// Likewise: root's tests share one place with all that run at the same time.
int ownScratchFolders(const SandboxCase &box)
{
    int count = 0;
    std::error_code none;
    for (const auto &entry : std::filesystem::directory_iterator(box.identity().cache / "scratch", none)) {
        pid_t owner = 0;
        std::ifstream(entry.path() / "owner") >> owner;
        count += owner == ::getpid() ? 1 : 0;
    }
    return count;
}

template <typename Condition>
bool within(std::chrono::milliseconds time, const Condition &condition)
{
    for (const auto until = std::chrono::steady_clock::now() + time; !condition();
         std::this_thread::sleep_for(2ms))
        if (std::chrono::steady_clock::now() > until)
            return false;
    return true;
}

const Files tree = {{"a.txt", "base\n"}, {"b.txt", "base\n"}, {"src/one/x", "x\n"}, {"src/two", "two\n"}};

struct Row {
    std::vector<std::string> argv = {};
    std::map<std::string, std::string> environment = {};
    std::string workdir = {};
    std::chrono::milliseconds timeout = 60s;
    SandboxPolicy policy = {};
    WorkspaceSpec spec = {};
    std::stop_token stop = {};
};

Row shell(const std::string &script)
{
    return {{"/bin/sh", "-c", script}};
}

/// One run of a sandbox that was made ahead, or of one that was not.
Ran ranAs(bool held, SandboxCase &box, const Row &row, bool *waited = nullptr)
{
    WorkspaceSpec spec = row.spec;
    spec.base = box.base();
    if (held) {
        WorkspaceSpec plain = spec;
        plain.files.clear();
        box.factory().warm(plain, row.policy);
    }
    const auto sandbox = box.open(spec, row.policy);
    if (waited != nullptr)
        *waited = within(held ? 10s : 0s, [] { return waitingBelow(::getpid()).size() == 3; });
    Command command;
    command.argv = row.argv;
    command.environment = row.environment;
    command.workdir = row.workdir;
    command.timeout = row.timeout;
    Gathered output;
    const auto result = sandbox->run(command, row.stop, output);
    Ran ran;
    if (result)
        ran.result = *result;
    else
        ran.result.setupError = "error: " + fourLines(result.error());
    ran.out = output.out;
    ran.err = output.err;
    return ran;
}

/// What a second run of the test's own program does until it is killed.
int keepOneWaiting()
{
    SandboxCase box(tree);
    WorkspaceSpec spec;
    spec.base = box.base();
    box.factory().warm(spec, {});
    if (!within(10s, [] { return waitingBelow(::getpid()).size() == 3; }))
        return 1;
    std::puts("waits");
    std::fflush(stdout);
    std::this_thread::sleep_for(60s);
    return 1;
}

} // namespace

Q_DECLARE_METATYPE(Row)

class HeldCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QCOMPARE(waitingBelow(::getpid()).size(), std::size_t{0}); }

    void endsAsACommandThatDidNotWait_data()
    {
        QTest::addColumn<Row>("row");
        const auto add = [](const char *name, const Row &row) { QTest::newRow(name) << row; };
        add("good", {{"/bin/true"}});
        add("status", shell("echo out; echo err >&2; exit 3"));
        add("the helper's own status", shell("exit 127"));
        add("a signal", shell("kill -SEGV $$"));
        add("not there", {{"/no/such/program"}});
        add("not found on the way", {{"no-such-program", "x"}});
        add("no right to it", {{"/repo/a.txt"}});
        add("found in the command's own path", {{"two"}, {{"PATH", "/repo/src"}}});
        add("a folder that is not there", {{"/bin/true"}, {}, "no/such"});
        add("no input", shell("wc -c; readlink /proc/self/fd/0"));
        add("no descriptors", shell("ls /proc/self/fd; ulimit -a; umask"));
        add("its environment", {{"/usr/bin/env"}, {{"MINE", "a=b c"}, {"LANG", "C"}}, "src/one"});
        add("a name that is none", {{"/usr/bin/env"}, {{"A=B", "c"}}});
        add("its folder", {{"/bin/pwd"}, {}, "src/one"});
        add("its place",
            shell("echo $$; cat /proc/self/stat | cut -d' ' -f4-8; cat /proc/self/status | grep Sig"));
        add("long words", {{"/bin/echo", std::string(60'000, 'x')}});
        add("longer words", {{"/bin/echo", std::string(100'000, 'x')}});
        add("no word at all", {{}});
        Row late = shell("sleep 7211; echo no");
        late.timeout = 300ms;
        add("too late", late);
        Row stopped = shell("sleep 7212");
        std::stop_source source;
        source.request_stop();
        stopped.stop = source.get_token();
        add("cancelled", stopped);
        Row memory = {{"/usr/bin/python3", "-c", "import time\nx = bytearray(200 << 20)\ntime.sleep(5)"}};
        memory.policy.memoryBytes = 64U << 20;
        add("memory", memory);
        Row processes = shell("for i in 1 2 3 4 5 6 7 8 9; do sleep 1 & done; wait");
        processes.policy.pids = 5;
        add("processes", processes);
        Row files = shell("head -c 9000000 /dev/zero > big");
        files.policy.fileBytes = 8U << 20;
        add("file size", files);
        Row patched = shell("cat a.txt src/one/y src/two; ls . src/one; stat -c %a src/one/y");
        patched.spec.files = {{"a.txt", "patched\n"},
                              {"b.txt", "", 0100644, true},
                              {"src/one/x", "", 0100644, true},
                              {"src/one/y", "y\n", 0100755},
                              {"src/two", "../a.txt", 0120000}};
        add("a patch", patched);
        add("renames", shell("mv src/one src/other; echo $?; mv src/two three; mkdir d; mv d e; ls . src"));
        Row copied = patched;
        copied.spec.plainCopy = true;
        add("a patch on a copy", copied);
        Row fixed = patched;
        fixed.argv = {"/bin/sh", "-c", "cat src/one/y; echo n > src/one/y; echo n > src/one/x; ls src/one"};
        fixed.spec.readOnly = {"src/one"};
        add("a patch of what is read-only", fixed);
        Row beside = patched;
        beside.spec.readOnly = {"src/one"};
        beside.spec.files = {{"a.txt", "patched\n"}};
        beside.argv = {"/bin/sh", "-c", "cat a.txt; echo n > src/one/x; echo y > src/z; cat src/z"};
        add("a patch beside what is read-only", beside);
    }
    void endsAsACommandThatDidNotWait()
    {
        QFETCH(Row, row);
        SandboxCase box(tree);
        const auto mode = std::filesystem::perms::owner_all;
        std::filesystem::permissions(box.base() / "src/two", mode | std::filesystem::perms::others_exec);
        bool waited = true;
        const Ran cold = ranAs(false, box, row, &waited);
        QVERIFY(!waited);
        const Ran held = ranAs(true, box, row, &waited);
        QCOMPARE(waited, QTest::currentDataTag() != std::string("a patch of what is read-only"));
        const auto same = [](const Ran &ran) {
            // Whether a limit is seen before its victim's end is chance.
            const bool ended = ran.result.limit.empty();
            return "ending " + std::to_string(static_cast<int>(ran.result.ending)) + ", exit code " +
                   std::to_string(ended ? ran.result.exitCode : 0) + ", signal " +
                   std::to_string(ended ? ran.result.signal : 0) + ", limit " + ran.result.limit +
                   ", bytes " + std::to_string(ran.result.outputBytes) + "\n" + ran.result.setupError +
                   "\nout: " + ran.out + "\nerr: " + ran.err;
        };
        QCOMPARE(QString::fromStdString(same(held)), QString::fromStdString(same(cold)));
        QVERIFY(processesWith("721").empty());
    }

    void servesTheFirstRunAlone()
    {
        SandboxCase box(tree);
        WorkspaceSpec spec;
        spec.base = box.base();
        box.factory().warm(spec, {});
        const auto sandbox = box.open(spec);
        const std::vector<std::string> script = {"/bin/sh", "-c",
                                                 "echo 1 >> kept; cat kept; tr '\\0' ' ' < /proc/1/cmdline"};
        const std::string first = runIn(*sandbox, script).out;
        QVERIFY2(first.starts_with("1\n") && first.ends_with("/inside hold 3 "), first.c_str());
        QVERIFY(waitingBelow(::getpid()).empty());
        const std::string second = runIn(*sandbox, script).out;
        QVERIFY2(second.starts_with("1\n1\n") && second.find("hold") == std::string::npos, second.c_str());
    }

    void countsTimeFromTheCommandOnly()
    {
        SandboxCase box(tree);
        WorkspaceSpec spec;
        spec.base = box.base();
        box.factory().warm(spec, {});
        const auto sandbox = box.open(spec);
        std::this_thread::sleep_for(1200ms);
        const Ran ran = runIn(*sandbox, {"/bin/sh", "-c", "sleep 0.2; tail -c 20 /proc/1/cmdline"}, 1s);
        QVERIFY2(ran.ok() && ran.out.find("hold") != std::string::npos, ran.shown().c_str());
        QVERIFY2(ran.result.duration < 1s, ran.shown().c_str());
    }

    void doesNotServeAnotherPolicy()
    {
        SandboxCase box(tree);
        WorkspaceSpec spec;
        spec.base = box.base();
        box.factory().warm(spec, {});
        SandboxPolicy small;
        small.tmpBytes = 1U << 20;
        const auto sandbox = box.open(spec, small);
        QVERIFY(waitingBelow(::getpid()).empty());
        const std::vector<std::string> script = {"/bin/sh", "-c", "head -c 2000000 /dev/zero > /tmp/x"};
        QVERIFY(!runIn(*sandbox, script).ok());
        QVERIFY(runIn(*box.open(), script).ok());
    }

    void showsTheFolderThatIsThereNow_data()
    {
        QTest::addColumn<bool>("discardWrites");
        QTest::newRow("read-only") << false;
        QTest::newRow("writes discarded") << true;
    }
    void showsTheFolderThatIsThereNow()
    {
        QFETCH(bool, discardWrites);
        SandboxCase box(tree);
        const std::filesystem::path folder = box.folderBeside();
        std::ofstream(folder / "name") << "old\n";
        WorkspaceSpec spec;
        spec.base = box.base();
        spec.mounts = {{folder, "deps", discardWrites, {"secret"}, {}}};
        const auto seen = [&] {
            return runIn(*box.open(spec), {"/bin/cat", "deps/name", "deps/secret"}).out;
        };
        box.factory().warm(spec, {});
        QVERIFY(within(10s, [] { return waitingBelow(::getpid()).size() == 3; }));
        QCOMPARE(seen(), std::string("old\n"));
        box.factory().warm(spec, {});
        QVERIFY(within(10s, [] { return waitingBelow(::getpid()).size() == 3; }));
        std::ofstream(folder / "secret") << "hidden\n";
        QCOMPARE(seen(), std::string("old\n"));
        box.factory().warm(spec, {});
        QVERIFY(within(10s, [] { return waitingBelow(::getpid()).size() == 3; }));
        std::filesystem::rename(folder, folder.string() + ".old");
        std::filesystem::create_directory(folder);
        std::ofstream(folder / "name") << "new\n";
        QCOMPARE(seen(), std::string("new\n"));
    }

    void leavesNothingWhereItIsNotUsed_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("nobody took it") << 0;
        QTest::newRow("taken and closed") << 1;
        QTest::newRow("terminated") << 2;
        QTest::newRow("replaced") << 3;
        QTest::newRow("talked to instead") << 4;
        QTest::newRow("kept as a layer") << 5;
    }
    void leavesNothingWhereItIsNotUsed()
    {
        QFETCH(int, how);
        SandboxCase box(tree);
        const int groups = ownGroups();
        {
            BubblewrapFactory factory(box.identity());
            WorkspaceSpec spec;
            spec.base = box.base();
            factory.warm(spec, {});
            QVERIFY(within(10s, [] { return waitingBelow(::getpid()).size() == 3; }));
            QCOMPARE(ownScratchFolders(box), 1);
            std::unique_ptr<Sandbox> sandbox;
            if (how == 3) {
                spec.insideRoot = "/elsewhere";
                factory.warm(spec, {});
            }
            if (how != 0)
                sandbox = std::move(*factory.open(spec, {}));
            if (how == 2) {
                sandbox->terminate();
                QVERIFY(waitingBelow(::getpid()).empty());
            }
            if (how == 4) {
                Command command;
                command.argv = {"/bin/cat"};
                const auto channel = sandbox->start(command);
                QVERIFY(channel && (*channel)->write("x\n"));
                QCOMPARE((*channel)->readLine(10s, {}).value(), std::string("x"));
                QVERIFY(waitingBelow(::getpid()).empty());
            }
            if (how == 5)
                QVERIFY(factory.keepAsLayer(std::move(sandbox), "kept"));
        }
        QCOMPARE(waitingBelow(::getpid()).size(), std::size_t{0});
        QCOMPARE(ownScratchFolders(box), 0);
        QCOMPARE(ownGroups(), groups);
    }

    void startsAnotherWhereTheWaitingOneWasKilled()
    {
        SandboxCase box(tree);
        WorkspaceSpec spec;
        spec.base = box.base();
        box.factory().warm(spec, {});
        const auto sandbox = box.open(spec);
        QVERIFY(within(10s, [] { return waitingBelow(::getpid()).size() == 3; }));
        for (const pid_t pid : waitingBelow(::getpid()))
            ::kill(pid, SIGKILL);
        QVERIFY(within(10s, [] { return waitingBelow(::getpid()).empty(); }));
        QCOMPARE(runIn(*sandbox, {"/bin/cat", "a.txt"}).out, std::string("base\n"));
    }

    void diesWithTheProgram()
    {
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(), {QStringLiteral("keep-one-waiting")});
        QVERIFY(program.waitForReadyRead(20'000));
        const std::vector<pid_t> waiting = waitingBelow(static_cast<pid_t>(program.processId()));
        QCOMPARE(waiting.size(), std::size_t{3});
        program.kill();
        QVERIFY(program.waitForFinished());
        QVERIFY(within(5s, [&] {
            return std::all_of(waiting.begin(), waiting.end(), [](pid_t pid) { return ::kill(pid, 0) != 0; });
        }));
    }
};

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    if (argc > 1 && std::string_view(argv[1]) == "keep-one-waiting")
        return keepOneWaiting();
    HeldCommandTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "held_command_test.moc"
