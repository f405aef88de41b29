#include "tests/sandbox/sandbox_case.h"

#include <QTest>

#include <csignal>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
using namespace std::chrono_literals;

namespace {

/// Of this process: root's tests share one place with all that run at the same time.
int scratchFolders(const SandboxCase &box)
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

} // namespace

class BubblewrapSandboxTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void attestsWhatItSaw()
    {
        SandboxCase box;
        const auto seen = box.open()->attest({});
        QVERIFY2(seen, seen ? "" : fourLines(seen.error()).c_str());
        QCOMPARE(seen->backend, std::string("bubblewrap"));
        QCOMPARE(seen->uid, 1000U);
        QCOMPARE(seen->capabilities, std::string("0000000000000000"));
        QVERIFY(seen->noNewPrivileges);
        QCOMPARE(seen->seccomp, 2);
        QCOMPARE(seen->interfaces, std::vector<std::string>{"lo"});
        QVERIFY(!seen->kernel.empty());
        QVERIFY(seen->memoryLimit == "best effort" || seen->memoryLimit.starts_with("cgroup "));
    }

    void takesTheWorkspaceThatWasMadeAheadAndLaysThePatch()
    {
        SandboxCase box(Files{{"a.txt", "base\n"}, {"b.txt", "base\n"}});
        WorkspaceSpec spec;
        spec.base = box.base();
        box.factory().warm(spec, {});
        spec.files = {{"a.txt", "patched\n"}, {"b.txt", "", 0100644, true}};
        auto sandbox = box.open(spec);
        QCOMPARE(scratchFolders(box), 1);
        QCOMPARE(runIn(*sandbox, {"/bin/sh", "-c", "cat a.txt; ls"}).out, std::string("patched\na.txt\n"));
        // It was taken: the next one is made for itself, and sees nothing of the first.
        auto other = box.open();
        QCOMPARE(runIn(*other, {"/bin/sh", "-c", "cat a.txt b.txt"}).out, std::string("base\nbase\n"));
        QCOMPARE(scratchFolders(box), 2);
    }

    void leavesNothingOfAWorkspaceThatNobodyTook()
    {
        SandboxCase box;
        {
            BubblewrapFactory factory(box.identity());
            WorkspaceSpec spec;
            spec.base = box.base();
            factory.warm(spec, {});
            spec.plainCopy = true;
            factory.warm(spec, {});
            spec.insideRoot = "/elsewhere";
            QVERIFY(factory.open(spec, {}));
        }
        QCOMPARE(scratchFolders(box), 0);
    }

    void givesOnlyTheFixedEnvironment()
    {
        ::setenv("VOUCHSAFE_CANARY", "leaked", 1);
        SandboxCase box;
        auto sandbox = box.open();
        Command command;
        command.argv = {"/usr/bin/env"};
        command.environment = {{"MINE", "yes"}};
        Gathered output;
        QVERIFY(sandbox->run(command, {}, output));
        QStringList names;
        for (const QString &line :
             QString::fromStdString(output.out).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            names << line.section(QLatin1Char('='), 0, 0);
        names.sort();
        QCOMPARE(names.join(QLatin1Char(' ')),
                 QStringLiteral("CI HOME LANG MINE PATH PWD TERM TMPDIR XDG_CACHE_HOME"));
    }

    void keepsWritesBetweenRunsAndStartsInTheAskedFolder()
    {
        SandboxCase box(Files{{"sub/x", "x\n"}});
        auto sandbox = box.open();
        QVERIFY(runIn(*sandbox, {"/bin/sh", "-c", "echo one > kept"}).ok());
        Command command;
        command.argv = {"/bin/sh", "-c", "pwd; cat ../kept"};
        command.workdir = "sub";
        Gathered output;
        QVERIFY(sandbox->run(command, {}, output));
        QCOMPARE(output.out, std::string("/repo/sub\none\n"));
    }

    void standsAtAnotherPlaceWhenAsked()
    {
        SandboxCase box;
        WorkspaceSpec spec;
        spec.insideRoot = "/home/someone/project";
        const Ran ran = runIn(*box.open(spec), {"/bin/sh", "-c", "pwd; cat a.txt; ls /home/someone"});
        QCOMPARE(ran.out, std::string("/home/someone/project\nbase\nproject\n"));
    }

    void countsAndDropsOutputOverTheCap()
    {
        SandboxCase box;
        auto sandbox = box.open();
        Command command;
        command.argv = {"/bin/sh", "-c", "head -c 50000000 /dev/zero; echo end >&2"};
        command.outputBytes = 1'000'000;
        Gathered output;
        const auto result = sandbox->run(command, {}, output);
        QVERIFY(result);
        QCOMPARE(result->exitCode, 0);
        QCOMPARE(output.out.size() + output.err.size(), std::size_t{1'000'000});
        QCOMPARE(result->outputBytes, std::uint64_t{50'000'004});
    }

    void streamsChunksWhileTheCommandRuns()
    {
        class FirstChunk final : public OutputSink {
        public:
            void output(Stream, std::string_view) override
            {
                if (at == std::chrono::steady_clock::time_point{})
                    at = std::chrono::steady_clock::now();
            }
            std::chrono::steady_clock::time_point at;
        } sink;
        SandboxCase box;
        auto sandbox = box.open();
        Command command;
        command.argv = {"/bin/sh", "-c", "echo first; sleep 1"};
        QVERIFY(sandbox->run(command, {}, sink));
        QVERIFY(std::chrono::steady_clock::now() - sink.at > 800ms);
    }

    void cancelsAndLeavesNothingWithin500Milliseconds()
    {
        SandboxCase box;
        auto sandbox = box.open();
        std::stop_source source;
        std::chrono::steady_clock::time_point asked;
        std::thread stopper([&] {
            while (processesWith("7201").size() < 3)
                std::this_thread::sleep_for(5ms);
            asked = std::chrono::steady_clock::now();
            source.request_stop();
        });
        Command command;
        command.argv = {"/bin/sh", "-c", "trap '' TERM INT HUP; setsid sleep 7201 & sleep 7201 & sleep 7201"};
        DiscardOutput output;
        const auto result = sandbox->run(command, source.get_token(), output);
        const auto returned = std::chrono::steady_clock::now();
        stopper.join();
        QVERIFY(result);
        QCOMPARE(result->ending, Ending::Cancelled);
        QVERIFY(processesWith("7201").empty());
        const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(returned - asked);
        qInfo("cancel to nothing left: %lld ms", static_cast<long long>(took.count()));
        QVERIFY(took < 500ms);
    }

    void cancelsDuringTheStart()
    {
        SandboxCase box;
        for (int delay = 0; delay < 12; ++delay) {
            auto sandbox = box.open();
            std::stop_source source;
            std::thread stopper([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(delay));
                source.request_stop();
            });
            Command command;
            command.argv = {"/bin/sleep", "7202"};
            DiscardOutput output;
            const auto result = sandbox->run(command, source.get_token(), output);
            stopper.join();
            QVERIFY(result);
            QCOMPARE(result->ending, Ending::Cancelled);
            QVERIFY(processesWith("7202").empty());
        }
    }

    void terminatesFromAnotherThread()
    {
        SandboxCase box;
        auto sandbox = box.open();
        std::thread other([&] {
            while (processesWith("7203").empty())
                std::this_thread::sleep_for(5ms);
            sandbox->terminate();
        });
        const Ran ran = runIn(*sandbox, {"/bin/sleep", "7203"});
        other.join();
        QCOMPARE(ran.result.ending, Ending::Cancelled);
        QVERIFY(processesWith("7203").empty());
        QCOMPARE(runIn(*sandbox, {"/bin/true"}).result.ending, Ending::SetupFailed);
    }

    void talksToAProcessInside()
    {
        SandboxCase box;
        auto sandbox = box.open();
        Command command;
        command.argv = {"/bin/sh", "-c", "while read line; do echo \"got $line\"; done; echo bye >&2"};
        auto channel = sandbox->start(command);
        QVERIFY(channel);
        QVERIFY((*channel)->write("one\ntwo\n"));
        QCOMPARE((*channel)->readLine(10s, {}).value(), std::string("got one"));
        QCOMPARE((*channel)->readLine(10s, {}).value(), std::string("got two"));
        const auto silence = (*channel)->readLine(50ms, {});
        QVERIFY(!silence);
        QCOMPARE(silence.error().code, ErrorCode::Timeout);
        // A second command of the same sandbox sees the same workspace meanwhile.
        QVERIFY(runIn(*sandbox, {"/bin/sh", "-c", "echo shared > s"}).ok());
        (*channel)->closeInput();
        const auto end = (*channel)->readLine(10s, {});
        QVERIFY(!end);
        QCOMPARE(end.error().code, ErrorCode::Io);
    }

    void endsAChannelWithItsOwner()
    {
        SandboxCase box;
        auto sandbox = box.open();
        Command command;
        command.argv = {"/bin/sleep", "7204"};
        auto channel = sandbox->start(command);
        QVERIFY(channel);
        std::stop_source stopped;
        stopped.request_stop();
        const auto cancelled = (*channel)->readLine(10s, stopped.get_token());
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        channel->reset();
        QVERIFY(processesWith("7204").empty());
    }

    void refusesAnotherBackendAndWordsWithNul()
    {
        SandboxCase box;
        WorkspaceSpec spec;
        spec.base = box.base();
        SandboxPolicy docker;
        docker.backend = Backend::Docker;
        QCOMPARE(box.factory().open(spec, docker).error().code, ErrorCode::SandboxBackend);
        SandboxPolicy gvisor;
        gvisor.runtime = "runsc";
        QCOMPARE(box.factory().open(spec, gvisor).error().code, ErrorCode::SandboxBackend);
        auto sandbox = box.open();
        DiscardOutput output;
        Command command;
        QVERIFY(!sandbox->run(command, {}, output));
        command.argv = {"/bin/true", std::string("a\0b", 3)};
        QCOMPARE(sandbox->run(command, {}, output).error().code, ErrorCode::CheckInvalid);
    }

    void letsNobodyWriteWhatIsReadOnly_data()
    {
        QTest::addColumn<QString>("script");
        const auto row = [](const char *name, const char *script) {
            QTest::newRow(name) << QString::fromLatin1(script);
        };
        row("writes", "echo x > src/tests/t.py");
        row("appends", "echo x >> setup.cfg");
        row("makes another", "echo x > src/tests/new.py");
        row("removes", "rm src/tests/t.py");
        row("renames the folder", "mv -T src/tests src/old");
        row("renames the folder above", "mv -T src other");
        row("renames the file", "mv setup.cfg old.cfg");
        row("puts another in its place", "echo x > n; mv -f n setup.cfg");
        row("changes modes", "chmod 777 src/tests/t.py");
        row("mounts over it", "mount -t tmpfs tmpfs src/tests");
    }
    void letsNobodyWriteWhatIsReadOnly()
    {
        QFETCH(QString, script);
        SandboxCase box(Files{{"src/tests/t.py", "pass\n"}, {"src/a.py", "1\n"}, {"setup.cfg", "[x]\n"}});
        for (const bool plainCopy : {false, true}) {
            WorkspaceSpec spec;
            spec.plainCopy = plainCopy;
            spec.readOnly = {"src/tests", "setup.cfg", "not/there"};
            const auto sandbox = box.open(spec);
            const Ran ran = runIn(*sandbox, {"/bin/sh", "-c", script.toStdString()});
            QVERIFY2(ran.result.exitCode != 0, ran.shown().c_str());
            const Ran after =
                runIn(*sandbox, {"/bin/sh", "-c", "cat src/tests/* setup.cfg; echo y > src/a.py"});
            QCOMPARE(after.out, std::string("pass\n[x]\n"));
            QVERIFY2(after.ok(), after.shown().c_str()); // what is beside can be written
            if (script.startsWith(QStringLiteral("mount")))
                continue;
            const Ran control = runIn(*box.open(), {"/bin/sh", "-c", script.toStdString()});
            QVERIFY2(control.ok(), control.shown().c_str());
        }
    }
    void refusesALinkInThePlaceOfAReadOnlyPath()
    {
        SandboxCase box(Files{{"src/t.py", "pass\n"}});
        WorkspaceSpec spec;
        spec.files = {{"tests", "/etc", 0120000, false}};
        spec.readOnly = {"tests"};
        const auto sandbox = box.open(spec);
        const Ran ran = runIn(*sandbox, {"/bin/true"});
        QVERIFY2(ran.result.setupError.find("is a link") != std::string::npos, ran.shown().c_str());
    }

    void tellsTheLimitsApart_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("limit");
        const auto row = [](const char *limit, const char *script) {
            QTest::newRow(limit) << QString::fromLatin1(script) << QString::fromLatin1(limit);
        };
        row("file-size", "head -c 9000000 /dev/zero > big");
        row("files", "mkdir d; cd d; i=0; while [ $i -lt 400 ]; do : > f$i; i=$((i+1)); done; sleep 1");
        row("disk", "for i in 1 2 3 4 5 6; do head -c 7000000 /dev/zero > f$i; done; sleep 1");
        row("", "head -c 7000000 /dev/zero > f; exit 0");
    }
    void tellsTheLimitsApart()
    {
        QFETCH(QString, script);
        QFETCH(QString, limit);
        SandboxCase box;
        SandboxPolicy policy;
        policy.fileBytes = 8U << 20;
        policy.workspaceBytes = 32U << 20;
        policy.workspaceFiles = 300;
        const Ran ran = box.shell(script.toStdString(), policy);
        QCOMPARE(QString::fromStdString(ran.result.limit), limit);
        QCOMPARE(ran.result.ending, limit.isEmpty() ? Ending::Exited : Ending::LimitReached);
        if (limit == QStringLiteral("file-size")) {
            const Ran control = box.shell(script.toStdString());
            QVERIFY2(control.ok(), control.shown().c_str());
        }
    }

    void runsSeveralAtOnce()
    {
        SandboxCase box;
        std::vector<std::thread> threads;
        std::atomic<int> good = 0;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&, i] {
                auto sandbox = box.open();
                const Ran ran =
                    runIn(*sandbox, {"/bin/sh", "-c", "echo " + std::to_string(i) + " > own; cat own"});
                if (ran.out == std::to_string(i) + "\n")
                    ++good;
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(good.load(), 8);
    }
};

QTEST_GUILESS_MAIN(BubblewrapSandboxTest)
#include "bubblewrap_sandbox_test.moc"
