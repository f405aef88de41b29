// Group B: resource abuse. What takes too much is ended and named, and nothing of it is left.

#include "tests/gauntlet/box.h"
#include "tests/gauntlet/ledger.h"

#include "core/base/text.h"
#include "sandbox/host_program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::gauntlet;
using namespace std::chrono_literals;
using test::Ran;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

SandboxPolicy small()
{
    SandboxPolicy policy;
    policy.memoryBytes = 256 * mebibyte;
    policy.pids = 64;
    policy.fileBytes = 64 * mebibyte;
    policy.workspaceBytes = 96 * mebibyte;
    policy.workspaceFiles = 2000;
    policy.tmpBytes = 16 * mebibyte;
    return policy;
}

/// How it ended, as one word or two.
std::string told(const Ran &ran)
{
    switch (ran.result.ending) {
    case Ending::Exited:
        return "exit " + std::to_string(ran.result.exitCode);
    case Ending::Signalled:
        return "signal " + std::to_string(ran.result.signal);
    case Ending::TimedOut:
        return "timeout";
    case Ending::LimitReached:
        return "limit " + ran.result.limit;
    case Ending::Cancelled:
        return "cancelled";
    case Ending::SetupFailed:
        break;
    }
    return "setup failed: " + ran.result.setupError;
}

/// A number that no other command line of this machine holds.
std::string mark(int number)
{
    return std::to_string(7'000'000'000LL + 100LL * ::getpid() + number);
}

std::uint64_t residentPeak()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stoull(line.substr(6)) * 1024;
    return 0;
}

/// Whether a control group's name says that process. Groups come and go meanwhile.
bool groupOf(const std::string &pid, const QString &folder, int depth)
{
    for (const QString &name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const std::string text = name.toStdString();
        if (text.starts_with("vouchsafe-" + pid) || text.starts_with(pid + "-") ||
            (depth > 0 && groupOf(pid, folder + QLatin1Char('/') + name, depth - 1)))
            return true;
    }
    return false;
}

/// The small run on CI; with VOUCHSAFE_LONG the size of the threat model's table.
bool isLong()
{
    return qEnvironmentVariableIsSet("VOUCHSAFE_LONG");
}

} // namespace

class ResourceTest : public QObject {
    Q_OBJECT

public:
    explicit ResourceTest(const TestedBackend &backend) : m_ledger("B", backend), m_box(backend) {}

private:
    Ledger m_ledger;
    Box m_box;
    bool m_group = true; ///< a control group bounds memory, so that each byte is counted as it is taken

    Row row(const char *id, const char *act, const char *where = "wider limits") const
    {
        Row made;
        made.id = id;
        made.act = act;
        made.where = where;
        return made;
    }

    /// What is ended by a limit and not by a wider one.
    void endsByLimit(Row row, const std::string &script, const SandboxPolicy &policy,
                     const SandboxPolicy &wide, const char *limit)
    {
        const Ran ran = m_box.python(script, policy);
        row.seen = told(ran) + (ran.out.find("survived") == std::string::npos ? "" : " survived");
        row.expected = std::string("limit ") + limit;
        const Ran control = m_box.python(script, wide);
        row.control = told(control) + " " + control.out + control.err;
        row.controlShows = "survived";
        VS_HOLDS(m_ledger, row);
    }

    std::string engine(const std::vector<std::string> &words) const
    {
        SystemProgram programs;
        const auto result = callEngine(*m_box.backend().engine, programs, words, {});
        return result ? result->output : fourLines(result.error());
    }

    /// The same, a line at a time.
    std::vector<std::string> engineLines(const std::vector<std::string> &words) const
    {
        const std::string text = engine(words);
        std::vector<std::string> lines;
        for (const std::string_view line : splitLines(text))
            if (!line.empty())
                lines.emplace_back(line);
        return lines;
    }

    /// Ids of the running containers that are labelled with the text: gVisor's processes are none of the
    /// host's.
    std::vector<std::string> containersWith(const std::string &text) const
    {
        return engineLines({"ps", "-q", "--no-trunc", "--filter", "label=vouchsafe.run=" + text});
    }

    /// Whether something with the mark runs: a process of the host, or under gVisor the container's.
    bool runs(const std::string &text) const
    {
        if (!m_box.backend().container())
            return test::processesWith(text).size() >= 2;
        return !containersWith(text).empty();
    }

    /// What a process of that id and mark has left on this machine, in words.
    std::string left(const std::string &text, qint64 pid) const
    {
        std::string found;
        if (!test::processesWith(text).empty() && !m_box.backend().container())
            found += "process ";
        const std::string owner = std::to_string(pid);
        std::error_code none;
        for (const auto &entry : fs::directory_iterator(m_box.identity().cache / "scratch", none)) {
            std::ifstream file(entry.path() / "owner");
            std::string first;
            file >> first;
            if (first == owner)
                found += "scratch ";
        }
        if (groupOf(owner, QStringLiteral("/sys/fs/cgroup"), 4))
            found += "cgroup ";
        if (m_box.backend().container()) {
            if (!engineLines({"ps", "-a", "-q", "--filter", "label=vouchsafe.run=" + text}).empty())
                found += "container ";
            if (!engineLines({"volume", "ls", "-q", "--filter", "label=vouchsafe.run=" + text}).empty())
                found += "volume ";
        }
        return found;
    }

    bool goneSoon(const std::string &text) const { return test::goneWithin(1500ms, text); }

private Q_SLOTS:
    void initTestCase()
    {
        if (m_box.backend().container())
            return; // an engine's containers have one always
        const auto attested = m_box.open({}, small())->attest({});
        QVERIFY2(attested, attested ? "" : fourLines(attested.error()).c_str());
        m_group = attested->memoryLimit.starts_with("cgroup");
    }

    void B1_stopsAForkBomb()
    {
        const std::string script = "import os,errno\n"
                                   "n=0\n"
                                   "try:\n"
                                   " while n<400:\n"
                                   "  if os.fork()==0:\n"
                                   "   os.execv('/bin/sleep',['sleep','" +
                                   mark(1) +
                                   "'])\n"
                                   "  n+=1\n"
                                   "except OSError as e: print(errno.errorcode[e.errno])\n"
                                   "print(n if n<40 or n>64 else 'about 60')\n";
        Row bomb = row("B1", "fork without end");
        const Ran ran = m_box.python(script, small());
        bomb.seen = ran.out + (goneSoon(mark(1)) ? "none left" : "some left");
        bomb.expected = "EAGAIN\nabout 60\nnone left";
        SandboxPolicy wide = small();
        wide.pids = 600;
        wide.memoryBytes = 1024 * mebibyte;
        bomb.control = m_box.python(script, wide).out;
        bomb.controlShows = "400";
        VS_HOLDS(m_ledger, bomb);
    }

    void B2_stopsAMemoryHog_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("take memory: heap") << QStringLiteral("b=[bytearray(1<<20) for i in range(512)]");
        QTest::newRow("take memory: shared mapping") << QStringLiteral(
            "import mmap\nm=mmap.mmap(-1,512<<20)\nfor i in range(512): m.write(b'x'*(1<<20))");
        QTest::newRow("take memory: memfd")
            << QStringLiteral("import os\nfs=[os.memfd_create('x') for i in range(9)]\n"
                              "for f in fs:\n for i in range(60): os.write(f,b'x'*(1<<20))");
        QTest::newRow("take memory: files on /tmp")
            << QStringLiteral("import os\nfor n in range(9):\n"
                              " f=os.open('/tmp/%d'%n,os.O_CREAT|os.O_WRONLY)\n"
                              " for i in range(60): os.write(f,b'x'*(1<<20))");
    }
    void B2_stopsAMemoryHog()
    {
        QFETCH(QString, script);
        const QByteArray act = QTest::currentDataTag();
        if (!m_group && (act.endsWith("memfd") || act.endsWith("/tmp")))
            QSKIP("memory that no process maps is seen by a control group only, and there is none here");
        SandboxPolicy policy = small();
        policy.tmpBytes = 1024 * mebibyte;
        SandboxPolicy wide = policy;
        wide.memoryBytes = 1536 * mebibyte;
        // Without a control group a watchdog looks four times a second, so the hog has to stay for a while.
        endsByLimit(row("B2", act.constData()),
                    script.toStdString() + "\nimport time; time.sleep(" + (m_group ? "0.1" : "2") +
                        "); print('survived')",
                    policy, wide, "memory");
    }

    void B3_stopsAnInodeBombInTheWorkspace()
    {
        endsByLimit(row("B3", "make files without end in the workspace"),
                    "import time\nfor i in range(3000): open('f%d'%i,'w').close()\ntime.sleep(3); "
                    "print('survived')",
                    small(), {}, "files");
    }

    void B3_stopsAnInodeBombInMemory()
    {
        if (!m_group)
            QSKIP("what the kernel takes for empty files is counted by a control group only");
        SandboxPolicy policy = small();
        policy.memoryBytes = 64 * mebibyte;
        policy.tmpBytes = 1024 * mebibyte;
        Row bomb = row("B3", "make empty files without end on /tmp", "a thousand files");
        const auto files = [](int count) {
            return "import errno\ntry:\n for n in range(" + std::to_string(count) +
                   "): open('/tmp/f%d'%n,'w').close()\n print('survived')\n"
                   "except OSError as e: print(errno.errorcode[e.errno])";
        };
        // An engine's own file systems in memory have a bound for files too.
        const Ran ran = m_box.python(files(80'000), policy);
        const bool stopped = told(ran) == "limit memory" || ran.out == "ENOSPC\n";
        bomb.seen = stopped ? "stopped" : told(ran) + " " + ran.out;
        bomb.expected = "stopped";
        bomb.control = m_box.python(files(1000), policy).out;
        bomb.controlShows = "survived";
        VS_HOLDS(m_ledger, bomb);
    }

    void B4_letsNoPlaceBeFilled()
    {
        Row fill = row("B4", "fill /, /dev, /run, /tmp, /dev/shm; one huge file");
        const std::string script =
            "import os,errno\n"
            "def fill(path):\n"
            " n=0\n"
            " try:\n"
            "  f=os.open(path,os.O_CREAT|os.O_WRONLY)\n"
            "  while n<100: n+=1; os.write(f,b'x'*(1<<20))\n"
            "  os.close(f); os.unlink(path); return 'all'\n"
            " except OSError as e:\n"
            "  if n: os.unlink(path)\n"
            "  return errno.errorcode[e.errno]\n"
            "import signal; signal.signal(signal.SIGXFSZ,signal.SIG_IGN)\n"
            "print(*[fill(p) for p in ('/x','/dev/x','/run/x','/tmp/x','/dev/shm/x','/repo/x')])\n";
        SandboxPolicy policy = small();
        policy.memoryBytes = 1024 * mebibyte;
        policy.fileBytes = 80 * mebibyte;
        policy.workspaceBytes = 1024 * mebibyte;
        const Ran ran = m_box.python(script, policy);
        fill.seen = ran.ok() ? ran.out : ran.shown();
        // A container's /dev is a small file system of root's.
        fill.expected = m_box.backend().gvisor()      ? "EACCES EACCES EACCES ENOSPC ENOSPC EFBIG\n"
                        : m_box.backend().container() ? "EROFS EACCES EROFS ENOSPC ENOSPC EFBIG\n"
                                                      : "EROFS EROFS EROFS ENOSPC ENOSPC EFBIG\n";
        fill.control = m_box.python(script).out;
        fill.controlShows = " all ";
        VS_HOLDS(m_ledger, fill);
    }

    void B4_stopsAFullWorkspace()
    {
        endsByLimit(row("B4", "fill the workspace"),
                    "import time\nfor n in range(4):\n open('f%d'%n,'wb').write(bytes(40_000_000))\n"
                    "time.sleep(3); print('survived')",
                    small(), {}, "disk");
    }

    void B5_isNotBlockedByAFlood()
    {
        const std::uint64_t bytes = isLong() ? 10'000'000'000 : 200'000'000;
        Row flood = row("B5",
                        isLong() ? "flood 10 GB in one line of zero bytes"
                                 : "flood 200 MB in one line of zero bytes (reduced from 10 GB)",
                        "a sink that keeps all");
        auto sandbox = m_box.open();
        Command command;
        command.argv = {"/bin/sh", "-c", "head -c " + std::to_string(bytes) + " /dev/zero; echo done >&2"};
        command.outputBytes = mebibyte;
        test::Gathered output;
        const std::uint64_t before = residentPeak();
        const auto result = sandbox->run(command, {}, output);
        const std::uint64_t grown = residentPeak() - before;
        QVERIFY2(result, result ? "" : fourLines(result.error()).c_str());
        flood.seen = "exit " + std::to_string(result->exitCode) + ", kept " +
                     std::to_string(output.out.size() + output.err.size()) + " of " +
                     std::to_string(result->outputBytes) + ", memory grew " +
                     (grown < 50 * mebibyte ? "little" : std::to_string(grown / mebibyte) + " MiB");
        flood.expected = "exit 0, kept 1048576 of " + std::to_string(bytes + 5) + ", memory grew little";
        command.argv = {"/bin/sh", "-c", "head -c 5000000 /dev/zero"};
        command.outputBytes = 256 * mebibyte;
        test::Gathered all;
        const auto kept = sandbox->run(command, {}, all);
        flood.control = kept ? "kept " + std::to_string(all.out.size()) : fourLines(kept.error());
        flood.controlShows = "kept 5000000";
        VS_HOLDS(m_ledger, flood);
    }

    void B5_takesSingleBytes()
    {
        Row bytes = row("B5", "write byte by byte", "a command that writes nothing");
        const Ran ran = m_box.python("import os\nfor i in range(20000): os.write(1,b'ab\\0\\n'[i%4:i%4+1])");
        bytes.seen = told(ran) + ", " + std::to_string(ran.out.size()) + " bytes";
        bytes.expected = "exit 0, 20000 bytes";
        const Ran control = m_box.python("pass");
        bytes.control = told(control) + ", " + std::to_string(control.out.size()) + " bytes";
        bytes.controlShows = ", 0 bytes";
        VS_HOLDS(m_ledger, bytes);
    }

    void B6_endsWhatDoesNotWantToEnd_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("hang: sleep") << QStringLiteral("import time; time.sleep(MARK)");
        QTest::newRow("hang: ignore TERM, INT and HUP")
            << QStringLiteral("import signal,time\nfor s in (1,2,15): signal.signal(s,signal.SIG_IGN)\n"
                              "while 1: time.sleep(MARK)");
        QTest::newRow("hang: stop itself") << QStringLiteral("import os; os.kill(os.getpid(),19) # MARK");
    }
    void B6_endsWhatDoesNotWantToEnd()
    {
        QFETCH(QString, script);
        const std::string own = mark(6);
        Row hang = row("B6", QTest::currentDataTag(), "host");
        const std::string text =
            QString(script).replace(QStringLiteral("MARK"), QString::fromStdString(own)).toStdString();
        auto sandbox = m_box.open();
        const auto before = std::chrono::steady_clock::now();
        const Ran ran = test::runIn(*sandbox, {"/usr/bin/python3", "-c", text}, 700ms);
        const auto took = std::chrono::steady_clock::now() - before;
        hang.seen = told(ran) + (took < 700ms + 2s + 4s ? "" : ", late") +
                    (goneSoon(own) ? ", none left" : ", some left");
        hang.expected = "timeout, none left";
        QProcess outside;
        outside.start(QStringLiteral("/usr/bin/python3"),
                      {QStringLiteral("-c"), QString::fromStdString(text)});
        hang.control = outside.waitForFinished(500) ? "ended" : "runs on";
        outside.kill();
        outside.waitForFinished();
        hang.controlShows = "runs on";
        VS_HOLDS(m_ledger, hang);
    }

    void B6_letsACommandEndByItselfWhenItsTimeIsUp()
    {
        Row tidy = row("B6", "tidy up at TERM within two seconds", "no handler");
        const auto script = [](bool handler) {
            return std::string("import signal,time,sys\n"
                               "def end(*_): print('tidy'); sys.exit(0)\n") +
                   (handler ? "signal.signal(15,end)\n" : "") + "print('ready',flush=True)\ntime.sleep(60)";
        };
        const auto ran = [&](bool handler) {
            const Ran one = m_box.run({"/usr/bin/python3", "-c", script(handler)}, {}, 2500ms);
            return told(one) + " " + one.out;
        };
        tidy.seen = ran(true);
        tidy.expected = "timeout ready\ntidy\n";
        tidy.control = ran(false);
        tidy.controlShows = "*";
        VS_HOLDS(m_ledger, tidy);
    }

    void B7_endsDaemonsWithTheCommand()
    {
        Row daemon = row("B7", "leave daemons that keep stdout open", "host");
        const std::string own = mark(7);
        const std::string script =
            "setsid sh -c 'nohup sleep " + own + " & sleep " + own + "' & (sleep " + own + " &) ; echo done";
        auto sandbox = m_box.open();
        const auto before = std::chrono::steady_clock::now();
        const Ran ran = test::runIn(*sandbox, {"/bin/sh", "-c", script});
        const bool late = std::chrono::steady_clock::now() - before > 5s;
        daemon.seen =
            told(ran) + " " + ran.out + (late ? "late, " : "") + (goneSoon(own) ? "none left" : "some left");
        daemon.expected = "exit 0 done\nnone left";
        const std::string other = mark(17);
        test::onHost({"/bin/sh", "-c", "setsid sleep " + other + " >/dev/null 2>&1 & sleep 0.3; echo done"});
        const std::vector<int> left = test::processesWith(other);
        daemon.control = left.empty() ? "none left" : "some left";
        for (const int pid : left)
            ::kill(pid, SIGKILL);
        daemon.controlShows = "some left";
        VS_HOLDS(m_ledger, daemon);
    }

    void B8_leavesNothingWhenTheApplicationIsKilled()
    {
        Row killed = row("B8", "kill -9 of the application; then its next start", "before the kill");
        const std::string own = mark(8);
        QProcess victim;
        victim.start(QCoreApplication::applicationFilePath(),
                     {QStringLiteral("--victim"), QString::fromStdString(own)});
        QVERIFY(victim.waitForStarted());
        QVERIFY(victim.waitForReadyRead(30'000));
        const fs::path place = QString::fromUtf8(victim.readLine()).trimmed().toStdString();
        const qint64 pid = victim.processId();
        QTRY_VERIFY_WITH_TIMEOUT(runs(own), 20'000);
        killed.control = left(own, pid);
        victim.kill();
        QVERIFY(victim.waitForFinished());
        QElapsedTimer since;
        since.start();
        while (runs(own) && since.elapsed() < 5000)
            QTest::qWait(20);
        killed.seen = runs(own) ? "still running; " : "ended at once; ";
        {
            const auto next = m_box.anotherFactory();
            since.restart();
            while (!left(own, pid).empty() && since.elapsed() < 10'000)
                QTest::qWait(50);
            killed.seen += "left: " + left(own, pid);
        }
        std::error_code none;
        fs::remove_all(place, none);
        killed.expected = "ended at once; left: ";
        killed.controlShows = m_box.backend().container() ? "container" : "process";
        VS_HOLDS(m_ledger, killed);
    }

    void B8_noticesThatItsHelperOnTheHostWasKilled()
    {
        Row killed = row("B8", "kill -9 of bubblewrap, or of the container by another hand", "nobody kills");
        const std::string own = mark(18);
        Box labelled(m_box.backend(), {{"a.txt", "base\n"}}, own);
        auto sandbox = labelled.open();
        std::jthread killer([&](const std::stop_token &stop) {
            while (!stop.stop_requested() && !runs(own))
                std::this_thread::sleep_for(20ms);
            std::this_thread::sleep_for(300ms); // the command behind the helper
            if (m_box.backend().container()) {
                for (const std::string &id : containersWith(own))
                    engine({"kill", id});
            } else if (const std::vector<int> pids = test::processesWith(own); !pids.empty()) {
                ::kill(*std::min_element(pids.begin(), pids.end()), SIGKILL);
            }
        });
        const Ran ran =
            test::runIn(*sandbox, {"/bin/sh", "-c", "echo " + own + " > /dev/null; sleep 20; : " + own}, 60s);
        killer.request_stop();
        killed.seen = ran.result.ending == Ending::Exited ? told(ran) : "not exited";
        killed.seen += runs(own) ? ", still running" : ", none left";
        killed.expected = "not exited, none left";
        killed.control = told(m_box.run({"/bin/sleep", "0.1"}));
        killed.controlShows = "exit 0";
        VS_HOLDS(m_ledger, killed);
    }

    void B9_outlivesTheThreadThatAskedForIt()
    {
        Row thread = row("B9", "end the thread that started the sandbox", "host");
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
        thread.seen = channel->readLine(10s, {}).value_or("gone");
        thread.expected = "after";
        // bubblewrap by itself dies with the thread that forked it.
        int ends[2] = {};
        QVERIFY(::pipe(ends) == 0);
        const std::string own = mark(9);
        std::thread([&] {
            if (::fork() == 0) {
                ::execl("/usr/bin/bwrap", "bwrap", "--die-with-parent", "--ro-bind", "/", "/", "/bin/sleep",
                        own.c_str(), nullptr);
                ::_exit(127);
            }
            ::close(ends[1]);
            std::this_thread::sleep_for(300ms);
        }).join();
        ::close(ends[0]);
        thread.control = test::goneWithin(2s, own) ? "gone" : "runs on";
        thread.controlShows = "gone";
        VS_HOLDS(m_ledger, thread);
    }

    void B10_getsNoMoreThanItsShareOfProcessors()
    {
        Row spin = row("B10", "spin on all processors");
        const std::string script = "import os,time\n"
                                   "for i in range(4):\n"
                                   " if os.fork()==0:\n"
                                   "  end=time.monotonic()+2\n"
                                   "  while time.monotonic()<end: pass\n"
                                   "  os._exit(0)\n"
                                   "for i in range(4): os.wait()\n"
                                   "t=os.times(); used=t.children_user+t.children_system\n"
                                   "print('more' if used>0.45 else 'its share')\n";
        SandboxPolicy policy = small();
        policy.cpuPercent = 10;
        spin.seen = m_box.python(script, policy).out;
        spin.expected = "its share\n";
        spin.control = m_box.python(script).out;
        spin.controlShows = "more";
        if (m_box.backend().gvisor()) {
            spin.expected = spin.seen;
            spin.notObservable = "gVisor counts the time that a process wants, not the time that it gets";
        }
        if (!m_group) {
            spin.seen = spin.expected;
            spin.notObservable = "processors are shared out by control groups, and there is none here";
        }
        VS_HOLDS(m_ledger, spin);
    }

    void B10_gainsNoPriority()
    {
        Row greedy = row("B10", "take priority -20, real time, and locked memory", m_box.looseName().c_str());
        const std::string script =
            "import os,errno,ctypes,resource\n"
            "def tried(f):\n"
            " try: f(); return 'done'\n"
            " except OSError as e: return errno.errorcode[e.errno]\n"
            "print(tried(lambda: os.nice(-20)), tried(lambda: os.sched_setscheduler(0,os.SCHED_FIFO,"
            "os.sched_param(1))), 'locks' if resource.getrlimit(resource.RLIMIT_MEMLOCK)[0] "
            "not in range(0, (8<<20)+1) else 'bounded')\n";
        greedy.seen = m_box.python(script).out;
        // gVisor notes a niceness that means nothing to this machine, and knows no other scheduling.
        greedy.expected = m_box.backend().gvisor() ? "done EINVAL bounded\n" : "EPERM EPERM bounded\n";
        // The limits of the machine may forbid it to root's container too: then what differs is named.
        greedy.control = test::pythonOnHost(script).out + m_box.loose({"/usr/bin/python3", "-c", script}).out;
        greedy.controlShows = m_box.backend().gvisor() ? "done done" : "done";
        if (greedy.control.find(greedy.controlShows) == std::string::npos)
            greedy.notObservable = "this machine gives no one a higher priority";
        VS_HOLDS(m_ledger, greedy);
    }

    void B11_boundsWhatItCollects()
    {
        Row many = row("B11", "leave 500 folders deep, names of 255 bytes and 3,000 files");
        auto sandbox = m_box.open();
        const Ran ran = test::runIn(*sandbox, {"/usr/bin/python3", "-c",
                                               "import os\nfor i in range(3000): open('f%d'%i,'w').close()\n"
                                               "os.mkdir('n'*255); open('n'*255+'/'+'m'*255,'w').close()\n"
                                               "for i in range(500): os.mkdir('d'); os.chdir('d')\n"
                                               "open('deep','w').close()\n"});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        const auto before = std::chrono::steady_clock::now();
        const auto some = sandbox->collect({"", 64 * mebibyte, 500});
        QVERIFY2(some, some ? "" : fourLines(some.error()).c_str());
        const bool quick = std::chrono::steady_clock::now() - before < 20s;
        many.seen = std::to_string(some->files.size()) + " files, " +
                    (some->skipped.empty() ? "nothing said" : "the rest said") + (quick ? "" : ", late");
        many.expected = "500 files, the rest said";
        const auto all = sandbox->collect({"", 64 * mebibyte, 20'000});
        many.control = all ? std::to_string(all->files.size()) + " files" : fourLines(all.error());
        many.controlShows = "300";
        VS_HOLDS(m_ledger, many);
    }

    void B12_takesNoHugeReport()
    {
        Row huge = row("B12", "write a report of 1 GB");
        auto sandbox = m_box.open();
        const Ran ran = test::runIn(*sandbox, {"/usr/bin/python3", "-c",
                                               "f=open('/vouchsafe/reports/r.xml','wb'); f.write(b'<x>'); "
                                               "f.truncate((1<<30)-1)\n"
                                               "open('/vouchsafe/reports/small.xml','w').write('<x/>')"});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        const std::uint64_t before = residentPeak();
        const auto reports = sandbox->collect({std::string(insideReports), 8 * mebibyte, 100});
        QVERIFY2(reports, reports ? "" : fourLines(reports.error()).c_str());
        const auto names = [](const FileSet &set) {
            std::string text;
            for (const CollectedFile &file : set.files)
                text += file.path + " ";
            return text;
        };
        huge.seen = names(*reports) + (reports->skipped.size() == 1 ? "and one left out" : "") +
                    (residentPeak() - before < 50 * mebibyte ? "" : ", in memory");
        huge.expected = "small.xml and one left out";
        test::runIn(*sandbox,
                    {"/usr/bin/python3", "-c", "open('/vouchsafe/reports/r.xml','wb').truncate(1<<20)"});
        const auto smaller = sandbox->collect({std::string(insideReports), 8 * mebibyte, 100});
        huge.control = smaller ? names(*smaller) : fourLines(smaller.error());
        huge.where = "a report of 1 MB";
        huge.controlShows = "r.xml";
        VS_HOLDS(m_ledger, huge);
    }

    void B13_keepsTheLimitsOfSeveralApart()
    {
        Row apart = row("B13", "three at once, each at its limit", "one alone");
        const std::vector<std::string> scripts = {
            "b=[bytearray(1<<20) for i in range(512)]\nimport time; time.sleep(1)",
            "import os,time\nn=0\ntry:\n while n<400:\n  if os.fork()==0: time.sleep(1); os._exit(0)\n  "
            "n+=1\nexcept OSError: print('EAGAIN')\nprint('ok')",
            "b=bytearray(150<<20)\nimport time; time.sleep(1); print('ok')"};
        std::vector<std::string> ends(scripts.size());
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < scripts.size(); ++i)
            threads.emplace_back([&, i] {
                SandboxPolicy policy = small();
                if (i == 1) // 60 interpreters, which gVisor does not share
                    policy.memoryBytes = 1024 * mebibyte;
                const Ran ran = m_box.python(scripts[i], policy);
                ends[i] = told(ran) + " " + ran.out;
            });
        for (std::thread &thread : threads)
            thread.join();
        apart.seen = ends[0] + "| " + ends[1] + "| " + ends[2];
        apart.expected = "limit memory | exit 0 EAGAIN\nok\n| exit 0 ok\n";
        SandboxPolicy wide = small();
        wide.memoryBytes = 1024 * mebibyte;
        const Ran control = m_box.python(scripts[0] + "; print('survived')", wide);
        apart.control = told(control) + " " + control.out;
        apart.where = "wider limits";
        apart.controlShows = "exit 0 survived";
        VS_HOLDS(m_ledger, apart);
    }
};

/// An application that holds a sandbox and waits to be killed. Says which folder is left to remove then.
static int beVictim(const TestedBackend &backend, const std::string &mark)
{
    Box box(backend, {{"a.txt", "base\n"}}, mark);
    auto sandbox = box.open();
    std::printf("%s\n", box.place().c_str());
    std::fflush(stdout);
    test::runIn(*sandbox, {"/bin/sh", "-c", "setsid sleep " + mark + " & sleep " + mark}, 1h);
    return 1;
}

int main(int count, char **arguments)
{
    QCoreApplication application(count, arguments);
    const TestedBackend backend = testedBackend();
    if (count == 3 && std::string_view(arguments[1]) == "--victim")
        return beVictim(backend, arguments[2]);
    if (const int end = endsForAbsence("B", backend))
        return end;
    ResourceTest test(backend);
    return QTest::qExec(&test, count, arguments);
}
#include "resource_test.moc"
