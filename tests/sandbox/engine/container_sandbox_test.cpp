#include "sandbox/engine/container_owner.h"
#include "tests/sandbox/engine/container_case.h"

#include <QTest>

#include <csignal>
#include <fstream>
#include <functional>
#include <thread>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(vouchsafe::test::EngineRow)

// A test with a row for each engine begins with this: what is absent is skipped with the reason.
#define ON_ENGINE(...)                                                                                       \
    QFETCH(EngineRow, engine);                                                                               \
    ContainerCase box(engine __VA_OPT__(, ) __VA_ARGS__);                                                    \
    if (!box.absent().empty())                                                                               \
        QSKIP(box.absent().c_str());

namespace {

long long milliseconds(std::chrono::steady_clock::duration time)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

/// `+path=bytes` and `-path`, in order.
QString changes(const FileSet &set)
{
    QString text;
    for (const CollectedFile &file : set.files)
        text += QString::fromStdString(file.deleted ? "-" + file.path + "\n"
                                                    : "+" + file.path + "=" + file.bytes + "\n");
    return text;
}

} // namespace

class ContainerSandboxTest : public QObject {
    Q_OBJECT

private:
    static void engines()
    {
        QTest::addColumn<EngineRow>("engine");
        QTest::newRow("docker") << EngineRow{Backend::Docker, "runc"};
        QTest::newRow("docker with runsc") << EngineRow{Backend::Docker, "runsc"};
        QTest::newRow("podman") << EngineRow{Backend::Podman, "runc"};
    }

    static void places()
    {
        QTest::addColumn<EngineRow>("engine");
        QTest::addColumn<QString>("place");
        for (const char *place : {"overlay", "copy", "volume"}) {
            QTest::addRow("docker %s", place)
                << EngineRow{Backend::Docker, "runc"} << QString::fromLatin1(place);
            QTest::addRow("podman %s", place)
                << EngineRow{Backend::Podman, "runc"} << QString::fromLatin1(place);
        }
    }

    /// Makes the box use that way, and the spec ask for it.
    static WorkspaceSpec at(ContainerCase &box, const QString &place)
    {
        WorkspaceSpec spec;
        spec.plainCopy = place == QStringLiteral("copy");
        if (place == QStringLiteral("volume")) {
            Engine far = box.engine();
            far.remote = true;
            box.newFactory(far);
        }
        return spec;
    }

private Q_SLOTS:
    void runsACommandAndLeavesNothing_data() { engines(); }
    void runsACommandAndLeavesNothing()
    {
        ON_ENGINE()
        {
            auto sandbox = box.open();
            const auto start = std::chrono::steady_clock::now();
            Ran ran = runIn(*sandbox, {"/bin/sh", "-c", "cat a.txt; echo err >&2; exit 7"});
            qInfo("cold run: %lld ms", milliseconds(std::chrono::steady_clock::now() - start));
            QVERIFY2(ran.result.ending == Ending::Exited, ran.shown().c_str());
            QCOMPARE(ran.result.exitCode, 7);
            QCOMPARE(ran.out, std::string("base\n"));
            QCOMPARE(ran.err, std::string("err\n"));
            QVERIFY(box.left().size() == 1); // the overlay's volume: the control of what follows
        }
        QCOMPARE(box.left(), std::vector<std::string>());
    }

    void attestsWhatItSaw_data() { engines(); }
    void attestsWhatItSaw()
    {
        ON_ENGINE()
        const auto seen = box.open()->attest({});
        QVERIFY2(seen, seen ? "" : fourLines(seen.error()).c_str());
        QCOMPARE(seen->backend, std::string(engine.kind == Backend::Docker ? "docker" : "podman"));
        QCOMPARE(seen->runtime, engine.runtime);
        QVERIFY(seen->image.starts_with("sha256:"));
        QVERIFY(seen->engine.starts_with(seen->backend + " " + box.engine().version));
        QCOMPARE(seen->memoryLimit,
                 std::string(engine.runtime == "runsc" ? "set by the engine, not observable"
                                                       : "cgroup 2147483648"));
        QCOMPARE(seen->workspace, std::string("overlay"));
        QCOMPARE(seen->capabilities, std::string("0000000000000000"));
        QCOMPARE(seen->interfaces, std::vector<std::string>{"lo"});
    }

    void runsChecksOfPodmanInGvisor()
    {
        ContainerCase box(EngineRow{Backend::Podman, "runsc"});
        if (!box.absent().empty())
            QSKIP(box.absent().c_str());
        const auto sandbox = box.open();
        Ran ran = runIn(*sandbox, {"/bin/sh", "-c", "cat a.txt && printf new > b.txt"});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        QCOMPARE(ran.out, std::string("base\n"));
        QCOMPARE(changes(sandbox->collect({}).value()), QStringLiteral("+b.txt=new\n"));
    }

    void stopsWherePodmansSettingsAddToThePlan_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("context");
        const auto added = QStringLiteral("the engine puts into containers what was not asked for");
        QTest::newRow("nothing") << ""
                                 << ""
                                 << "";
        // podman's inspection leaves these out; the probe inside sees them.
        QTest::newRow("a folder") << "volumes=[\"/usr/share:/host:rw\"]"
                                  << "something of the host stands inside: /host"
                                  << "looking around inside the sandbox";
        QTest::newRow("a variable") << "env=[\"LEAK=1\"]" << added << "the variable LEAK";
        QTest::newRow("a device") << "devices=[\"/dev/full:/dev/more:rwm\"]" << added
                                  << "the device /dev/more";
        QTest::newRow("an annotation") << "annotations=[\"x.y=z\"]" << added << "the annotation x.y";
    }
    void stopsWherePodmansSettingsAddToThePlan()
    {
        QFETCH(QString, setting);
        QFETCH(QString, what);
        QFETCH(QString, context);
        ContainerCase box(EngineRow{Backend::Podman, "runc"});
        if (!box.absent().empty())
            QSKIP(box.absent().c_str());
        const char *usual = std::getenv("CONTAINERS_CONF");
        std::ifstream file(usual != nullptr ? usual : "/etc/containers/containers.conf");
        const std::string text(std::istreambuf_iterator<char>(file), {});
        if (text.find("[containers]") != std::string::npos)
            QSKIP("podman's settings have such a section of their own here");
        const fs::path settings = box.folderBeside() / "containers.conf";
        std::ofstream(settings) << text << "\n[containers]\n" << setting.toStdString() << "\n";
        Engine engine = box.engine();
        engine.environment["CONTAINERS_CONF"] = settings;
        box.newFactory(engine);
        const auto seen = box.open()->attest({});
        QCOMPARE(QString::fromStdString(seen ? "" : seen.error().what), what);
        QCOMPARE(QString::fromStdString(seen ? "" : seen.error().context), context);
        if (!seen)
            QCOMPARE(seen.error().code, ErrorCode::SandboxSetup);
    }

    void givesTheImagesEnvironmentAndOurs_data() { engines(); }
    void givesTheImagesEnvironmentAndOurs()
    {
        ON_ENGINE()
        ::setenv("VOUCHSAFE_CANARY", "leaked", 1);
        box.newFactory();
        WorkspaceSpec spec;
        spec.path = {"/opt/first"};
        SandboxPolicy policy = box.policy();
        policy.environment = {"SETTING=of=policy"};
        auto sandbox = box.open(spec, policy);
        Command command;
        command.argv = {"env"};
        command.environment = {{"MINE", "yes"}};
        Gathered output;
        QVERIFY(sandbox->run(command, {}, output));
        QVERIFY(output.out.find("PATH=/opt/first:/usr/local/sbin:") != std::string::npos);
        QVERIFY(output.out.find("\nSETTING=of=policy\n") != std::string::npos);
        QVERIFY(output.out.find("MINE=yes\n") != std::string::npos);
        QVERIFY(output.out.find("HOME=/home/vs\n") != std::string::npos);
        QVERIFY(output.out.find("CANARY") == std::string::npos);
    }

    void tellsHowACommandEnds_data() { engines(); }
    void tellsHowACommandEnds()
    {
        ON_ENGINE()
        auto sandbox = box.open();
        QCOMPARE(runIn(*sandbox, {"/bin/true"}).result.ending, Ending::Exited);
        QCOMPARE(runIn(*sandbox, {"/bin/sh", "-c", "exit 125"}).result.exitCode, 125);
        const Ran killed = runIn(*sandbox, {"/bin/sh", "-c", "kill -SEGV $$"});
        QVERIFY2(killed.result.ending == Ending::Signalled, killed.shown().c_str());
        QCOMPARE(killed.result.signal, SIGSEGV);
        const Ran absent = runIn(*sandbox, {"/no/such/program"});
        QCOMPARE(absent.result.ending, Ending::SetupFailed);
        QCOMPARE(absent.result.setupError, std::string("the command cannot be started: start ENOENT"));
        const Ran left = runIn(*sandbox, {"/bin/sh", "-c", "setsid sleep 7311 & exit 4"});
        QCOMPARE(left.result.exitCode, 4);
        QVERIFY(processesWith("7311").empty());
        QCOMPARE(box.left().size(), std::size_t{1});
    }

    void keepsWritesBetweenRunsAndStartsInTheAskedFolder_data() { places(); }
    void keepsWritesBetweenRunsAndStartsInTheAskedFolder()
    {
        QFETCH(QString, place);
        ON_ENGINE(Files{{"sub/x", "x\n"}})
        WorkspaceSpec spec = at(box, place);
        spec.insideRoot = "/home/someone/project";
        auto sandbox = box.open(spec);
        const Ran first = runIn(*sandbox, {"/bin/sh", "-c", "echo one > kept; stat -c '%u %a' . sub"});
        QVERIFY2(first.ok(), first.shown().c_str());
        Command command;
        command.argv = {"/bin/sh", "-c", "pwd; cat ../kept"};
        command.workdir = "sub";
        Gathered output;
        QVERIFY(sandbox->run(command, {}, output));
        QCOMPARE(output.out, std::string("/home/someone/project/sub\none\n"));
    }

    void laysThePatchAndCollectsWhatChanged_data() { places(); }
    void laysThePatchAndCollectsWhatChanged()
    {
        QFETCH(QString, place);
        ON_ENGINE(Files{{"a.txt", "base\n"},
                        {"sub/b.txt", "b\n"},
                        {"sub/c.txt", "c\n"},
                        {"moved/d.txt", "d\n"},
                        {"only/one", "1\n"},
                        {".git/HEAD", "ref\n"}})
        WorkspaceSpec spec = at(box, place);
        spec.files = {{"a.txt", "patched\n"},
                      {"new/n.sh", "echo n\n", 0100755},
                      {"only/one", {}, 0100644, true},
                      {"link", "a.txt", 0120000}};
        spec.tools = {{"tool.txt", "tool\n"}};
        auto sandbox = box.open(spec);
        const Ran ran = runIn(
            *sandbox, {"/bin/sh", "-c",
                       "set -e; cat a.txt link /vouchsafe/tools/tool.txt; sh new/n.sh; test ! -e only; "
                       "echo ran > r.txt; rm sub/b.txt; echo x > .git/index; mkfifo fifo; "
                       "echo '<xml/>' > /vouchsafe/reports/r.xml; ln -s /etc/passwd /vouchsafe/reports/l; "
                       "! touch /vouchsafe/tools/t 2>/dev/null; ! touch /x 2>/dev/null"});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        QCOMPARE(ran.out, std::string("patched\npatched\ntool\nn\n"));
        const auto set = sandbox->collect({});
        QVERIFY2(set, set ? "" : fourLines(set.error()).c_str());
        QCOMPARE(changes(*set),
                 QStringLiteral("+a.txt=patched\n\n+new/n.sh=echo n\n\n-only/one\n+r.txt=ran\n\n"
                                "-sub/b.txt\n"));
        QCOMPARE(set->files[1].mode, 0100755U);
        QCOMPARE(set->skipped.size(), std::size_t{2});
        const auto reports = sandbox->collect({std::string(insideReports)});
        QVERIFY(reports);
        QCOMPARE(changes(*reports), QStringLiteral("+r.xml=<xml/>\n\n"));
        QCOMPARE(reports->skipped, std::vector<std::string>{"l: symbolic link"});
        CollectRequest below;
        below.folder = "sub";
        QCOMPARE(changes(sandbox->collect(below).value()), QStringLiteral("-b.txt\n"));
        if (place == QStringLiteral("overlay"))
            return; // EXDEV: what the copy is for
        QVERIFY(runIn(*sandbox, {"/bin/sh", "-c", "mv moved there"}).ok());
        const QString after = changes(sandbox->collect({}).value());
        QVERIFY(after.contains(QStringLiteral("-moved/d.txt\n")));
        QVERIFY(after.contains(QStringLiteral("+there/d.txt=d\n\n")));
        sandbox.reset();
        QCOMPARE(box.left(), std::vector<std::string>());
    }

    void tellsWhatIsInTheWayOfThePatch_data() { places(); }
    void tellsWhatIsInTheWayOfThePatch()
    {
        QFETCH(QString, place);
        ON_ENGINE()
        fs::create_directory_symlink("/tmp", box.base() / "way");
        WorkspaceSpec spec = at(box, place);
        spec.files = {{"way/file", "x"}};
        const Ran ran = runIn(*box.open(spec), {"/bin/true"});
        QCOMPARE(ran.result.ending, Ending::SetupFailed);
        QVERIFY2(ran.result.setupError.find("the workspace cannot be filled: file") != std::string::npos,
                 ran.shown().c_str());
    }

    void showsDependencyFoldersAsAsked_data() { places(); }
    void showsDependencyFoldersAsAsked()
    {
        QFETCH(QString, place);
        ON_ENGINE()
        const fs::path beside = box.folderBeside();
        for (const char *name : {"read,only: 1", "discard"}) {
            fs::create_directories(beside / name / "secret");
            std::ofstream(beside / name / "lib.txt") << "lib\n";
            std::ofstream(beside / name / ".env") << "KEY=1\n";
            std::ofstream(beside / name / "secret/key") << "key\n";
        }
        box.giveAway();
        WorkspaceSpec spec = at(box, place);
        spec.mounts = {{beside / "read,only: 1", "deep/node_modules", false, {".env"}, {"secret"}},
                       {beside / "discard", "/opt/discard", true, {".env"}, {"secret"}}};
        if (engine.kind == Backend::Podman)
            spec.mounts[0].host = beside / "discard"; // its syntax has no way to write both signs
        auto sandbox = box.open(spec);
        const char *look =
            "cd deep/node_modules && cat lib.txt .env && ls secret && ! touch x 2>/dev/null && "
            "cd /opt/discard && cat lib.txt .env && ls secret";
        const Ran ran = runIn(*sandbox, {"/bin/sh", "-c", look});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        QCOMPARE(ran.out, std::string("lib\nlib\n"));
        const Ran wrote = runIn(*sandbox, {"/bin/sh", "-c", "echo mine > /opt/discard/lib.txt"});
        QCOMPARE(wrote.ok(), place != QStringLiteral("copy"));
        sandbox.reset();
        std::ifstream file(beside / "discard/lib.txt");
        std::string line;
        std::getline(file, line);
        QCOMPARE(line, std::string("lib"));
    }

    void refusesALinkInTheWayOfAMount_data() { engines(); }
    void refusesALinkInTheWayOfAMount()
    {
        ON_ENGINE()
        WorkspaceSpec spec;
        spec.mounts = {{box.folderBeside(), "deps/lib"}};
        auto sandbox = box.open(spec);
        QVERIFY(runIn(*sandbox, {"/bin/sh", "-c", "mv deps away && ln -s /vouchsafe deps"}).ok());
        const Ran ran = runIn(*sandbox, {"/bin/true"});
        QCOMPARE(ran.result.ending, Ending::SetupFailed);
        QVERIFY2(ran.result.setupError.find("in the way of a mount") != std::string::npos,
                 ran.shown().c_str());
    }

    void keepsNamedPathsReadOnly_data() { engines(); }
    void keepsNamedPathsReadOnly()
    {
        ON_ENGINE(
            Files{{"tests/t.py", "t\n"}, {"sub/tests/u.py", "u\n"}, {"conf.ini", "c\n"}, {"a.txt", "a\n"}})
        for (const bool patched : {false, true}) {
            for (const bool nested : {false, true}) {
                WorkspaceSpec spec;
                spec.readOnly = {"tests", "conf.ini", "absent"};
                if (nested)
                    spec.readOnly.push_back("sub/tests");
                if (patched)
                    spec.files = {{"tests/t.py", "new\n"}, {"tests/v.py", "v\n"}, {"a.txt", "b\n"}};
                auto sandbox = box.open(spec);
                const Ran ran =
                    runIn(*sandbox, {"/bin/sh", "-c",
                                     "cat tests/* conf.ini a.txt; for f in tests/t.py tests/x conf.ini; do "
                                     "(echo x > $f) 2>/dev/null && echo wrote $f; done; "
                                     "mv tests t2 2>/dev/null && echo moved; rm -rf conf.ini 2>/dev/null; "
                                     "cat conf.ini; echo y > a.txt; cat a.txt"});
                QCOMPARE(ran.out, std::string(patched ? "new\nv\nc\nb\nc\ny\n" : "t\nc\na\nc\ny\n"));
                const Ran way = runIn(*sandbox, {"/bin/sh", "-c", "mv sub away 2>/dev/null && echo moved"});
                QCOMPARE(way.out, std::string(nested ? "" : "moved\n"));
                if (patched)
                    QVERIFY(
                        changes(sandbox->collect({}).value()).contains(QStringLiteral("+tests/v.py=v\n")));
            }
        }
    }

    void countsAndDropsOutputOverTheCap_data() { engines(); }
    void countsAndDropsOutputOverTheCap()
    {
        ON_ENGINE()
        auto sandbox = box.open();
        Command command;
        command.argv = {"/bin/sh", "-c", "head -c 20000000 /dev/zero; echo end >&2; exit 3"};
        command.outputBytes = 1'000'000;
        Gathered output;
        const auto result = sandbox->run(command, {}, output);
        QVERIFY(result);
        QCOMPARE(result->exitCode, 3);
        QCOMPARE(output.out.size() + output.err.size(), std::size_t{1'000'000});
        QCOMPARE(result->outputBytes, std::uint64_t{20'000'004});
    }

    void namesTheLimitThatWasReached_data() { engines(); }
    void namesTheLimitThatWasReached()
    {
        ON_ENGINE()
        SandboxPolicy policy = box.policy();
        policy.memoryBytes = std::uint64_t{256} << 20;
        policy.workspaceBytes = std::uint64_t{8} << 20;
        policy.pids = 64;
        const Ran memory = runIn(*box.open({}, policy), {"python3", "-c", "x = b'x' * (1 << 30)"});
        QVERIFY2(memory.result.ending == Ending::LimitReached, memory.shown().c_str());
        QCOMPARE(memory.result.limit, std::string("memory"));
        const Ran disk =
            runIn(*box.open({}, policy), {"/bin/sh", "-c", "head -c 64M /dev/zero > big; sleep 20"});
        QVERIFY2(disk.result.ending == Ending::LimitReached, disk.shown().c_str());
        QCOMPARE(disk.result.limit, std::string("disk"));
        QVERIFY(disk.result.duration < 15s);
        const Ran pids = runIn(
            *box.open({}, policy),
            {"python3", "-c", "import os,time\nfor i in range(200):\n  if os.fork() == 0: time.sleep(30)"});
        QVERIFY2(pids.result.ending != Ending::Exited || pids.result.exitCode != 0, pids.shown().c_str());
        if (engine.runtime != "runsc") // counts guest processes by a limit that leaves no trace
            QCOMPARE(pids.result.limit, std::string("pids"));
        QCOMPARE(box.left(), std::vector<std::string>());
    }

    void endsAtItsTimeWithAWarning_data() { engines(); }
    void endsAtItsTimeWithAWarning()
    {
        ON_ENGINE()
        auto sandbox = box.open();
        const Ran polite =
            runIn(*sandbox, {"/bin/sh", "-c", "trap 'echo bye; exit 0' TERM; sleep 7321 & wait"}, 1s);
        QVERIFY2(polite.result.ending == Ending::TimedOut, polite.shown().c_str());
        QCOMPARE(polite.out, std::string("bye\n"));
        const Ran deaf = runIn(*sandbox, {"/bin/sh", "-c", "trap '' TERM; while :; do sleep 7322; done"}, 1s);
        QCOMPARE(deaf.result.ending, Ending::TimedOut);
        QVERIFY2(deaf.result.duration >= 3s && deaf.result.duration < 6s, deaf.shown().c_str());
        QVERIFY(processesWith("7321").empty() && processesWith("7322").empty());
    }

    void cancelsAndLeavesNothingWithin500Milliseconds_data() { engines(); }
    void cancelsAndLeavesNothingWithin500Milliseconds()
    {
        ON_ENGINE()
        auto sandbox = box.open();
        std::stop_source source;
        std::chrono::steady_clock::time_point asked;
        class Started final : public OutputSink {
        public:
            explicit Started(std::function<void()> then) : m_then(std::move(then)) {}
            void output(Stream, std::string_view) override { m_then(); }

        private:
            std::function<void()> m_then;
        } output([&] {
            asked = std::chrono::steady_clock::now();
            source.request_stop();
        });
        Command command;
        command.argv = {"/bin/sh", "-c",
                        "trap '' TERM INT HUP; setsid sleep 7331 & sleep 7331 & echo on; sleep 7331"};
        const auto result = sandbox->run(command, source.get_token(), output);
        const auto took = std::chrono::steady_clock::now() - asked;
        QVERIFY(result);
        QCOMPARE(result->ending, Ending::Cancelled);
        QVERIFY(processesWith("7331").empty());
        QCOMPARE(box.left().size(), std::size_t{1});
        qInfo("cancel to nothing left: %lld ms", milliseconds(took));
        QVERIFY(took < 500ms);
    }

    void cancelsDuringTheStart_data() { engines(); }
    void cancelsDuringTheStart()
    {
        ON_ENGINE()
        auto sandbox = box.open();
        for (int delay = 0; delay < 400; delay += 57) {
            std::stop_source source;
            std::thread stopper([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(delay));
                source.request_stop();
            });
            Command command;
            command.argv = {"/bin/sleep", "7341"};
            DiscardOutput output;
            const auto result = sandbox->run(command, source.get_token(), output);
            stopper.join();
            QVERIFY(result);
            QCOMPARE(result->ending, Ending::Cancelled);
            QVERIFY(processesWith("7341").empty());
        }
        // What an engine had begun to make may come after its removal: the sandbox' end takes it.
        sandbox.reset();
        QVERIFY(QTest::qWaitFor([&] { return box.left().empty(); }, 10'000));
    }

    void terminatesFromAnotherThread_data() { engines(); }
    void terminatesFromAnotherThread()
    {
        ON_ENGINE()
        auto sandbox = box.open();
        std::thread other([&] {
            std::this_thread::sleep_for(1500ms);
            sandbox->terminate();
        });
        const Ran ran = runIn(*sandbox, {"/bin/sleep", "7351"});
        other.join();
        QCOMPARE(ran.result.ending, Ending::Cancelled);
        QVERIFY(processesWith("7351").empty());
        QCOMPARE(runIn(*sandbox, {"/bin/true"}).result.ending, Ending::SetupFailed);
        sandbox.reset();
        QCOMPARE(box.left(), std::vector<std::string>());
    }

    void talksToAProcessInside_data() { engines(); }
    void talksToAProcessInside()
    {
        ON_ENGINE()
        auto sandbox = box.open();
        Command command;
        command.argv = {"/bin/sh", "-c", "while read -r line; do echo \"got $line\"; done; echo bye >&2"};
        auto channel = sandbox->start(command);
        QVERIFY2(channel, channel ? "" : fourLines(channel.error()).c_str());
        // podman's detach keys among them.
        QVERIFY((*channel)->write("one\n\x10\x11two\n"));
        QCOMPARE((*channel)->readLine(10s, {}).value(), std::string("got one"));
        QCOMPARE((*channel)->readLine(10s, {}).value(), std::string("got \x10\x11two"));
        const auto silence = (*channel)->readLine(50ms, {});
        QVERIFY(!silence);
        QCOMPARE(silence.error().code, ErrorCode::Timeout);
        // A second command of the same sandbox sees the same workspace meanwhile.
        QVERIFY(runIn(*sandbox, {"/bin/sh", "-c", "echo shared > s"}).ok());
        (*channel)->closeInput();
        const auto end = (*channel)->readLine(10s, {});
        QVERIFY(!end);
        QCOMPARE(end.error().code, ErrorCode::Io);
        QVERIFY2(end.error().context.find("bye") != std::string::npos, end.error().context.c_str());
        channel->reset();
        command.argv = {"/bin/sleep", "7361"};
        channel = sandbox->start(command);
        QVERIFY(channel);
        channel->reset();
        QVERIFY(processesWith("7361").empty());
        QCOMPARE(box.left().size(), std::size_t{1});
        command.argv = {"/no/such/program"};
        QVERIFY(sandbox->start(command));
    }

    void standsOnWhatABaselineLeft_data() { places(); }
    void standsOnWhatABaselineLeft()
    {
        QFETCH(QString, place);
        ON_ENGINE(Files{{"a.txt", "base\n"}, {"gone.txt", "g\n"}, {"tree/x", "x\n"}})
        WorkspaceSpec spec = at(box, place);
        auto sandbox = box.open(spec);
        const Ran built =
            runIn(*sandbox, {"/bin/sh", "-c",
                             "mkdir out && echo built > out/o; rm gone.txt; rm -r tree; mkdir tree; "
                             "echo y > tree/y"});
        QVERIFY2(built.ok(), built.shown().c_str());
        const auto layer = box.factory().keepAsLayer(std::move(sandbox), "container-test-layer");
        QVERIFY2(layer, layer ? "" : fourLines(layer.error()).c_str());
        spec.layers = {*layer};
        const Ran ran = runIn(*box.open(spec), {"/bin/sh", "-c", "cat a.txt out/o; ls gone.txt; ls tree"});
        std::error_code ignored;
        fs::remove_all(*layer, ignored);
        QCOMPARE(ran.out, std::string("base\nbuilt\ny\n"));
        QCOMPARE(box.left(), std::vector<std::string>());
    }

    void handsOutWhatWaitsWarm_data() { engines(); }
    void handsOutWhatWaitsWarm()
    {
        ON_ENGINE()
        WorkspaceSpec spec;
        spec.base = box.base();
        const auto timed = [&](const char *name) {
            spec.files = {{"p.txt", "patched\n"}};
            const auto start = std::chrono::steady_clock::now();
            auto sandbox = box.open(spec);
            const Ran ran = runIn(*sandbox, {"/bin/sh", "-c", "cat p.txt"});
            qInfo("%s: %lld ms", name, milliseconds(std::chrono::steady_clock::now() - start));
            QVERIFY2(ran.out == "patched\n", ran.shown().c_str());
            QVERIFY(runIn(*sandbox, {"/bin/true"}).ok());
        };
        timed("cold");
        box.factory().warm(spec, box.policy());
        QTRY_COMPARE_WITH_TIMEOUT(box.left().size(), std::size_t{2}, 10'000);
        std::this_thread::sleep_for(1s);
        timed("warm");
        QCOMPARE(box.left(), std::vector<std::string>());
        // Another workspace is not given it, and nothing of it stays.
        box.factory().warm(spec, box.policy());
        WorkspaceSpec other = spec;
        other.insideRoot = "/elsewhere";
        QVERIFY(runIn(*box.open(other), {"/bin/true"}).ok());
        QVERIFY(!box.left().empty());
        box.factory().warm(other, box.policy());
        box.endFactory();
        QCOMPARE(box.left(), std::vector<std::string>());
    }

    void refusesWhatCannotBeHad_data() { engines(); }
    void refusesWhatCannotBeHad()
    {
        ON_ENGINE()
        WorkspaceSpec spec;
        spec.base = box.base();
        SandboxPolicy policy = box.policy();
        policy.runtime = "no-such-runtime";
        QCOMPARE(box.factory().open(spec, policy).error().code, ErrorCode::SandboxBackend);
        policy = box.policy();
        policy.image = "vouchsafe-test/no-such-image";
        QCOMPARE(box.factory().open(spec, policy).error().code, ErrorCode::SandboxBackend);
        policy.image.clear();
        QCOMPARE(box.factory().open(spec, policy).error().code, ErrorCode::SandboxBackend);
        policy = box.policy();
        policy.backend = Backend::Bubblewrap;
        QCOMPARE(box.factory().open(spec, policy).error().code, ErrorCode::SandboxBackend);
        spec.base = "/no/such/folder";
        QCOMPARE(box.factory().open(spec, box.policy()).error().code, ErrorCode::SandboxSetup);
        auto sandbox = box.open();
        DiscardOutput output;
        Command command;
        QVERIFY(!sandbox->run(command, {}, output));
        command.argv = {"/bin/true", std::string("a\0b", 3)};
        QCOMPARE(sandbox->run(command, {}, output).error().code, ErrorCode::CheckInvalid);
    }

    void runsInAnImageThatHasNothing_data() { engines(); }
    void runsInAnImageThatHasNothing()
    {
        ON_ENGINE()
        QTemporaryDir temporary;
        const std::string tar = temporary.filePath(QStringLiteral("empty.tar")).toStdString();
        QCOMPARE(onHost({"/usr/bin/tar", "-cf", tar, "-T", "/dev/null"}).result.exitCode, 0);
        const std::string image = "vouchsafe-test/hostile-" + std::to_string(::getpid());
        box.client({"import", "--change", "ENTRYPOINT [\"/bin/sleep\",\"1000\"]", "--change", "USER root",
                    "--change", "VOLUME /data", "--change", "WORKDIR /data", tar, image});
        SandboxPolicy policy = box.policy();
        policy.image = image;
        {
            auto sandbox = box.open({}, policy);
            const Ran ran = runIn(*sandbox, {"/vouchsafe/tools/inside", "probe"});
            QVERIFY2(ran.ok() && !ran.out.empty(), ran.shown().c_str());
            const Ran absent = runIn(*sandbox, {"/bin/sh", "-c", "true"});
            QCOMPARE(absent.result.ending, Ending::SetupFailed);
        }
        box.endFactory();
        QCOMPARE(box.left(), std::vector<std::string>());
        box.client({"rmi", image});
    }

    void removesWhatTheDeadLeftBehind_data() { engines(); }
    void removesWhatTheDeadLeftBehind()
    {
        ON_ENGINE()
        const OwnerMark self = ownerMark();
        OwnerMark dead = self;
        dead.start = "1";
        OwnerMark strange = dead;
        strange.machine = "another";
        const auto volume = [&](const OwnerMark &owner) {
            std::string name = box.client({"volume", "create", "--label", "vouchsafe.run=reap-test",
                                           "--label", std::string("vouchsafe.owner=") + ownerText(owner)});
            name.erase(name.find('\n'));
            return name;
        };
        const std::string gone = volume(dead);
        const std::string stays = volume(strange);
        const std::string mine = volume(self);
        // The factory's own round in the background may be the one that takes it.
        const auto reaped = reapContainers(box.engine(), m_programs, {});
        QVERIFY2(reaped, reaped ? "" : fourLines(reaped.error()).c_str());
        const std::string all = box.client({"volume", "ls", "--quiet"});
        box.client({"volume", "rm", stays, mine});
        QVERIFY(all.find(gone) == std::string::npos);
        QVERIFY(all.find(stays) != std::string::npos);
        QVERIFY(all.find(mine) != std::string::npos);
    }

    void costsNoMoreForALargeTree_data() { engines(); }
    void costsNoMoreForALargeTree()
    {
        ON_ENGINE()
        for (int folder = 0; folder < 200; ++folder) {
            const fs::path at = box.base() / ("f" + std::to_string(folder));
            fs::create_directories(at);
            for (int file = 0; file < 100; ++file)
                std::ofstream(at / std::to_string(file)) << file;
        }
        box.giveAway();
        auto warmUp = runIn(*box.open(), {"/bin/true"});
        const auto start = std::chrono::steady_clock::now();
        const Ran ran = runIn(*box.open(), {"/bin/true"});
        const auto took = std::chrono::steady_clock::now() - start;
        QVERIFY2(ran.ok(), ran.shown().c_str());
        qInfo("20,000 files, open to result: %lld ms", milliseconds(took));
        QVERIFY(took < 5s);
    }

private:
    SystemProgram m_programs;
};

QTEST_GUILESS_MAIN(ContainerSandboxTest)
#include "container_sandbox_test.moc"
