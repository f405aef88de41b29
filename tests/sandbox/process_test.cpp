#include "sandbox/host_program.h"
#include "sandbox/process.h"
#include "tests/sandbox/sandbox_case.h"

#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

using namespace vouchsafe;
using namespace std::chrono_literals;

class ProcessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesAProgramItsInputAndNothingElse()
    {
        ::setenv("VOUCHSAFE_CANARY", "leaked", 1);
        HostCommand command{
            "/bin/sh", {"-c", "cat; env; pwd; echo oops >&2; exit 3"}, {{"A", "b"}}, "hello\n", 10s};
        const auto result = SystemProgram().run(command, {});
        QVERIFY(result);
        QCOMPARE(result->exitCode, 3);
        QVERIFY(result->output.starts_with("hello\n"));
        QVERIFY(result->output.find("A=b\n") != std::string::npos);
        QVERIFY(result->output.ends_with("\n/\n"));
        QVERIFY(result->output.find("leaked") == std::string::npos);
        QCOMPARE(result->errors, std::string("oops\n"));
    }

    void leavesNoOtherDescriptorOpen()
    {
        const int leak = ::open("/", O_RDONLY | O_DIRECTORY);
        // A glob over /proc/self/fd would see the folder that it reads itself.
        HostCommand command{
            "/bin/sh",
            {"-c", "for n in 3 4 5 6 7 8 9 10 11 12; do [ -e /proc/$$/fd/$n ] && echo $n; done; true"},
            {},
            {},
            10s};
        const auto result = SystemProgram().run(command, {});
        ::close(leak);
        QVERIFY(leak >= 3);
        QVERIFY(result);
        QCOMPARE(result->output, std::string());
    }

    void tellsASignalFromAnExitCode()
    {
        const auto result = SystemProgram().run({"/bin/sh", {"-c", "kill -SEGV $$"}, {}, {}, 10s}, {});
        QVERIFY(result);
        QCOMPARE(result->exitCode, -SIGSEGV);
    }

    void saysThatAProgramIsNotThere()
    {
        const auto missing = SystemProgram().run({"/nonexistent/git", {}, {}, {}, 10s}, {});
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotAvailable);
        const auto relative = SystemProgram().run({"sh", {}, {}, {}, 10s}, {});
        QVERIFY(!relative);
    }

    void endsInTimeWithAllThatWasStarted()
    {
        const auto before = std::chrono::steady_clock::now();
        const auto result =
            SystemProgram().run({"/bin/sh", {"-c", "sleep 7101 & sleep 7101"}, {}, {}, 200ms}, {});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Timeout);
        QVERIFY(std::chrono::steady_clock::now() - before < 3s);
        QVERIFY(test::goneWithin(500ms, "7101"));
    }

    void doesNotWaitForAGrandchildThatKeepsThePipe()
    {
        const auto before = std::chrono::steady_clock::now();
        const auto result =
            SystemProgram().run({"/bin/sh", {"-c", "sleep 7102 & printf up"}, {}, {}, 20s}, {});
        QVERIFY(result);
        QCOMPARE(result->output, std::string("up"));
        QVERIFY(std::chrono::steady_clock::now() - before < 5s);
        QVERIFY(test::goneWithin(500ms, "7102"));
    }

    void cancelsAtOnce()
    {
        std::stop_source source;
        std::thread stopper([&] {
            std::this_thread::sleep_for(100ms);
            source.request_stop();
        });
        const auto before = std::chrono::steady_clock::now();
        const auto result = SystemProgram().run({"/bin/sleep", {"7103"}, {}, {}, 60s}, source.get_token());
        stopper.join();
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
        QVERIFY(std::chrono::steady_clock::now() - before < 2s);
    }

    void keepsAChildWhenTheThreadThatAskedForItEnds()
    {
        std::optional<Process> process;
        std::thread([&] {
            ProcessSpec spec{"/bin/sleep", {"sleep", "7104"}, {}, {}};
            const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
            spec.setup.descriptors = {{null, 0}, {null, 1}, {null, 2}};
            auto started = startProcess(spec);
            ::close(null);
            if (started)
                process.emplace(std::move(*started));
        }).join();
        QVERIFY(process);
        std::this_thread::sleep_for(100ms);
        QCOMPARE(test::processesWith("7104").size(), std::size_t{1});
        process.reset();
        QVERIFY(test::goneWithin(500ms, "7104"));
    }

    void takesInputThatNobodyReads()
    {
        HostCommand command{"/bin/true", {}, {}, std::string(std::size_t{4} << 20, 'x'), 10s};
        const auto result = SystemProgram().run(command, {});
        QVERIFY(result);
        QCOMPARE(result->exitCode, 0);
    }
};

QTEST_GUILESS_MAIN(ProcessTest)
#include "process_test.moc"
