#include "tests/sandbox/sandbox_case.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

SandboxPolicy small()
{
    SandboxPolicy policy;
    policy.memoryBytes = 128 * mebibyte;
    policy.pids = 64;
    policy.fileBytes = 64 * mebibyte;
    policy.workspaceBytes = 96 * mebibyte;
    policy.workspaceFiles = 2000;
    policy.tmpBytes = 16 * mebibyte;
    return policy;
}

} // namespace

class ResourceTest : public QObject {
    Q_OBJECT

private:
    SandboxCase m_box{Files{{"a.txt", "base\n"}}};

private Q_SLOTS:
    void initTestCase()
    {
        if (::access("/usr/bin/python3", X_OK) != 0)
            QSKIP("the probes are written in Python and /usr/bin/python3 is not here");
    }

    void B1_stopsAForkBomb()
    {
        const std::string script = "import os,errno\n"
                                   "n=0\n"
                                   "try:\n"
                                   " while n<400:\n"
                                   "  if os.fork()==0:\n"
                                   "   import time; time.sleep(7401); os._exit(0)\n"
                                   "  n+=1\n"
                                   "except OSError as e: print(errno.errorcode[e.errno])\n"
                                   "print(n)\n";
        const Ran bomb = m_box.python(script, small());
        QVERIFY2(bomb.out.starts_with("EAGAIN\n"), bomb.shown().c_str());
        const int forks = std::stoi(bomb.out.substr(7));
        QVERIFY2(forks > 40 && forks <= 64, bomb.shown().c_str());
        QVERIFY(processesWith("7401").empty());
        SandboxPolicy wide = small();
        wide.pids = 600;
        QVERIFY2(m_box.python(script, wide).out == "400\n", "the control with a wider limit");
    }

    void B2_stopsAMemoryHog_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("heap") << QStringLiteral("b=[bytearray(1<<20) for i in range(256)]");
        QTest::newRow("shared memory") << QStringLiteral(
            "import mmap\nm=mmap.mmap(-1,256<<20)\nfor i in range(256): m.write(b'x'*(1<<20))");
        QTest::newRow("memfd") << QStringLiteral(
            "import os\nf=os.memfd_create('x')\nfor i in range(60): os.write(f,b'x'*(1<<20))\n"
            "g=os.memfd_create('y')\nfor i in range(60): os.write(g,b'x'*(1<<20))\n"
            "h=os.memfd_create('z')\nfor i in range(60): os.write(h,b'x'*(1<<20))");
    }
    void B2_stopsAMemoryHog()
    {
        QFETCH(QString, script);
        const bool group = m_box.open({}, small())->attest({}).value().memoryLimit.starts_with("cgroup");
        const QString row = QString::fromUtf8(QTest::currentDataTag());
        if (!group && row == QStringLiteral("memfd"))
            QSKIP("memory that no process maps is seen by a control group only, and there is none here");
        // The watchdog looks four times a second, so the hog has to stay for a while.
        const std::string lasting = script.toStdString() + "\nimport time; time.sleep(2); print('survived')";
        const Ran hog = m_box.python(lasting, small());
        QCOMPARE(hog.result.ending, Ending::LimitReached);
        QCOMPARE(hog.result.limit, std::string("memory"));
        QVERIFY(hog.out.find("survived") == std::string::npos);
        SandboxPolicy wide = small();
        wide.memoryBytes = 1024 * mebibyte;
        wide.fileBytes = 1024 * mebibyte;
        QCOMPARE(m_box.python(lasting, wide).out, std::string("survived\n"));
    }

    void B3_stopsAnInodeBombInTheWorkspace()
    {
        const Ran bomb = m_box.python(
            "import time\nfor i in range(4000): open('f%d'%i,'w').close()\ntime.sleep(3)", small());
        QCOMPARE(bomb.result.ending, Ending::LimitReached);
        QCOMPARE(bomb.result.limit, std::string("files"));
    }

    void B4_letsNoPlaceBeFilled()
    {
        const std::string script =
            "import os,errno\n"
            "def fill(path):\n"
            " n=0\n"
            " try:\n"
            "  f=os.open(path,os.O_CREAT|os.O_WRONLY)\n"
            "  while n<100: n+=1; os.write(f,b'x'*(1<<20))\n"
            "  os.close(f); return 'all'\n"
            " except OSError as e:\n"
            "  if n: os.unlink(path)\n"
            "  return errno.errorcode[e.errno]\n"
            "import signal; signal.signal(signal.SIGXFSZ,signal.SIG_IGN)\n"
            "print([fill(p) for p in ('/x','/dev/x','/run/x','/tmp/x','/dev/shm/x','/repo/x')])\n";
        SandboxPolicy policy = small();
        policy.memoryBytes = 1024 * mebibyte;
        policy.fileBytes = 80 * mebibyte;
        const Ran ran = m_box.python(script, policy);
        QVERIFY2(ran.ok(), ran.shown().c_str());
        QCOMPARE(QString::fromStdString(ran.out),
                 QStringLiteral("['EROFS', 'EROFS', 'EROFS', 'ENOSPC', 'ENOSPC', 'EFBIG']\n"));
        SandboxPolicy wide;
        QCOMPARE(QString::fromStdString(m_box.python(script, wide).out),
                 QStringLiteral("['EROFS', 'EROFS', 'EROFS', 'all', 'ENOSPC', 'all']\n"));
    }

    void B4_stopsAFullWorkspace()
    {
        const std::string script =
            "for i in 1 2 3 4; do head -c 40000000 /dev/zero > f$i; done; sleep 3; echo survived";
        const Ran full = m_box.shell(script, small());
        QCOMPARE(full.result.ending, Ending::LimitReached);
        QCOMPARE(full.result.limit, std::string("disk"));
        QVERIFY(full.result.duration < 2500ms);
        QCOMPARE(m_box.shell(script).out, std::string("survived\n"));
    }

    void B5_isNotBlockedByAFlood()
    {
        auto sandbox = m_box.open();
        Command command;
        command.argv = {"/bin/sh", "-c", "head -c 400000000 /dev/zero; echo done >&2"};
        command.outputBytes = mebibyte;
        Gathered output;
        const auto result = sandbox->run(command, {}, output);
        QVERIFY(result);
        QCOMPARE(result->exitCode, 0);
        QCOMPARE(output.out.size() + output.err.size(), std::size_t{mebibyte});
        QCOMPARE(result->outputBytes, std::uint64_t{400'000'005});
    }

    void B6_endsWhatDoesNotWantToEnd_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("sleeps") << QStringLiteral("import time; time.sleep(7402)");
        QTest::newRow("ignores signals")
            << QStringLiteral("import signal,time\nfor s in (1,2,15): signal.signal(s,signal.SIG_IGN)\nwhile "
                              "1: time.sleep(7402)");
        QTest::newRow("stops itself") << QStringLiteral("import os; os.kill(os.getpid(),19) # 7402");
    }
    void B6_endsWhatDoesNotWantToEnd()
    {
        QFETCH(QString, script);
        const auto before = std::chrono::steady_clock::now();
        const Ran ran = m_box.run({"/usr/bin/python3", "-c", script.toStdString()}, {}, 700ms);
        const auto took = std::chrono::steady_clock::now() - before;
        QCOMPARE(ran.result.ending, Ending::TimedOut);
        QVERIFY(took < 700ms + 2s + 500ms);
        QVERIFY(processesWith("7402").empty());
    }

    void B6_letsACommandEndByItselfWhenItsTimeIsUp()
    {
        const Ran ran = m_box.run({"/usr/bin/python3", "-c",
                                   "import signal,time,sys\n"
                                   "def end(*_): print('tidy'); sys.exit(0)\n"
                                   "signal.signal(15,end)\nprint('ready',flush=True)\ntime.sleep(60)"},
                                  {}, 1500ms);
        QCOMPARE(ran.result.ending, Ending::TimedOut);
        QCOMPARE(ran.out, std::string("ready\ntidy\n"));
    }

    void B7_endsDaemonsWithTheCommand()
    {
        const std::string script =
            "setsid sh -c 'nohup sleep 7403 & sleep 7403' & (sleep 7403 &) ; echo done";
        const auto before = std::chrono::steady_clock::now();
        const Ran ran = m_box.shell(script);
        QCOMPARE(ran.out, std::string("done\n"));
        QVERIFY(std::chrono::steady_clock::now() - before < 3s);
        QVERIFY(processesWith("7403").empty());
        const Ran control =
            onHost({"/bin/sh", "-c", "setsid sleep 7404 >/dev/null 2>&1 & sleep 0.3; echo done"});
        QCOMPARE(control.out, std::string("done\n"));
        const std::vector<int> left = processesWith("7404");
        QVERIFY2(!left.empty(), "outside a sandbox a daemon stays");
        for (const int pid : left)
            ::kill(pid, SIGKILL);
    }

    void B8_leavesNothingWhenTheApplicationIsKilled()
    {
        QProcess victim;
        victim.start(QStringLiteral(SANDBOX_VICTIM), {QStringLiteral("7405")});
        QVERIFY(victim.waitForStarted());
        QVERIFY(victim.waitForReadyRead(10'000));
        const fs::path place = QString::fromUtf8(victim.readLine()).trimmed().toStdString();
        QTRY_VERIFY_WITH_TIMEOUT(processesWith("7405").size() >= 5, 10'000);
        const std::string owner = std::to_string(victim.processId()) + " ";
        victim.kill();
        QVERIFY(victim.waitForFinished());
        QVERIFY(goneWithin(500ms, "7405"));
        const auto scratchOf = [&] {
            for (const auto &entry : fs::directory_iterator(m_box.identity().cache / "scratch")) {
                std::ifstream file(entry.path() / "owner");
                const std::string text{std::istreambuf_iterator<char>(file), {}};
                if (text.starts_with(owner))
                    return entry.path();
            }
            return fs::path();
        };
        std::error_code ignored;
        if (::geteuid() == 0) {
            // An ordinary user's victim had a cache of its own, which went with its temporary folder's name.
            QVERIFY(!scratchOf().empty());
            BubblewrapFactory next(m_box.identity());
            QVERIFY(scratchOf().empty());
        }
        fs::remove_all(place, ignored);
        std::ifstream mounts("/proc/self/mountinfo");
        const std::string text{std::istreambuf_iterator<char>(mounts), {}};
        QVERIFY(text.find("/scratch/") == std::string::npos);
    }

    void B8_noticesThatBubblewrapWasKilled()
    {
        auto sandbox = m_box.open();
        std::thread killer([&] {
            std::vector<int> pids;
            while (pids.size() < 3) {
                std::this_thread::sleep_for(5ms);
                pids = processesWith("7406");
            }
            ::kill(*std::min_element(pids.begin(), pids.end()), SIGKILL);
        });
        const Ran ran = runIn(*sandbox, {"/bin/sleep", "7406"});
        killer.join();
        QCOMPARE(ran.result.ending, Ending::SetupFailed);
        QCOMPARE(ran.result.setupError, std::string("bubblewrap was ended by signal 9"));
        QVERIFY(processesWith("7406").empty());
    }

    void B9_outlivesTheThreadThatAskedForIt()
    {
        auto sandbox = m_box.open();
        std::unique_ptr<Channel> channel;
        std::thread([&] {
            Command command;
            command.argv = {"/bin/cat"};
            auto started = sandbox->start(command);
            if (started && (*started)->write("before\n") && (*started)->readLine(10s, {}))
                channel = std::move(*started);
        }).join();
        QVERIFY(channel);
        std::this_thread::sleep_for(200ms);
        QVERIFY(channel->write("after\n"));
        QCOMPARE(channel->readLine(10s, {}).value(), std::string("after"));
        // The control is bubblewrap itself: started by a thread that ends, it dies.
    }

    void E12_reapsShortChildren()
    {
        const Ran ran = m_box.python("import os\n"
                                     "for i in range(200):\n"
                                     " p=os.fork()\n"
                                     " if p==0:\n"
                                     "  if os.fork()==0: os._exit(0)\n"
                                     "  os._exit(0)\n"
                                     " os.waitpid(p,0)\n"
                                     "print('ok')\n",
                                     small());
        QCOMPARE(ran.out, std::string("ok\n"));
    }
};

QTEST_GUILESS_MAIN(ResourceTest)
#include "resource_test.moc"
