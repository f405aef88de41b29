#include "sandbox/machine_probe.h"
#include "tests/sandbox/sandbox_case.h"

#include <QTcpServer>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

constexpr const char *canary = "canary-5f1c9e";

bool has(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

/// Prints one line a call: its name and the errno that it gave (0: it succeeded).
const std::string callProbe = R"(
import ctypes, errno, os, platform
libc = ctypes.CDLL(None, use_errno=True)
def call(name, number, *arguments):
    ctypes.set_errno(0)
    pid = os.fork()
    if pid == 0:
        result = libc.syscall(number, *[ctypes.c_long(a) for a in arguments])
        os._exit(ctypes.get_errno() if result == -1 else 0)
    status = os.waitpid(pid, 0)[1]
    print(name, 'SIG%d' % os.WTERMSIG(status) if os.WIFSIGNALED(status) else
          errno.errorcode.get(os.WEXITSTATUS(status), 'OK'))
bad = -1
call('unshare', 272, 0x10000000)
call('unshare-0', 272, 0)
call('setns', 308, bad, 0)
call('mount', 165, 0, 0, 0, 0, 0)
call('umount2', 166, 0, 0)
call('pivot_root', 155, 0, 0)
call('chroot', 161, 0)
call('open_tree', 428, bad, 0, 0)
call('move_mount', 429, bad, 0, bad, 0, 0)
call('fsopen', 430, 0, 0)
call('fsmount', 432, bad, 0, 0)
call('mount_setattr', 442, bad, 0, 0, 0, 0)
call('keyctl', 250, 0, bad, 0)
call('add_key', 248, 0, 0, 0, 0, bad)
call('request_key', 249, 0, 0, 0, bad)
call('bpf', 321, 0, 0, 0)
call('perf_event_open', 298, 0, 0, bad, bad, 0)
call('userfaultfd', 323, 1)
call('io_uring_setup', 425, 1, 0)
call('name_to_handle_at', 303, bad, 0, 0, 0, 0)
call('open_by_handle_at', 304, bad, 0, 0)
call('clone3', 435, 0, 0)
call('pidfd_getfd', 438, bad, 0, 0)
call('socket-vsock', 41, 40, 1, 0)
call('socket-packet', 41, 17, 3, 0)
call('socket-high-bits', 41, (1 << 32) | 40, 1, 0)
call('clone-newuser', 56, 0x10000000 | 17, 0, 0, 0, 0)
call('x32-getpid', 0x40000000 + 39)
)";

/// A 32-bit system call from a 64-bit program: getpid by int 0x80.
const std::string int80Probe = R"(
import ctypes, mmap
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(b'\x53\xb8\x14\x00\x00\x00\xcd\x80\x5b\xc3')
print('got', ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))())
)";

std::map<std::string, std::string> answers(const std::string &text)
{
    std::map<std::string, std::string> all;
    for (const QString &line : QString::fromStdString(text).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QStringList words = line.split(QLatin1Char(' '));
        all[words.value(0).toStdString()] = words.value(1).toStdString();
    }
    return all;
}

} // namespace

class EscapeTest : public QObject {
    Q_OBJECT

private:
    SandboxCase m_box{Files{{"a.txt", "base\n"}}};

private Q_SLOTS:
    void initTestCase()
    {
        if (::access("/usr/bin/python3", X_OK) != 0)
            QSKIP("the probes are written in Python and /usr/bin/python3 is not here");
        ::setenv("VOUCHSAFE_CANARY", canary, 1);
    }

    void A1_readsNoHomeOfTheUser()
    {
        QTemporaryDir home;
        fs::permissions(home.path().toStdString(), fs::perms(0755));
        std::vector<std::string> paths;
        for (const char *name : {".ssh/id_rsa", ".aws/credentials", ".gnupg/k", ".netrc", ".npmrc",
                                 ".docker/config.json", ".cargo/credentials.toml", ".config/x", ".env"}) {
            const fs::path path = fs::path(home.path().toStdString()) / name;
            fs::create_directories(path.parent_path());
            std::ofstream(path) << canary;
            paths.push_back(path.string());
        }
        std::string script = "cat";
        for (const std::string &path : paths)
            script += " " + path;
        script += " /root/.bashrc ~/.netrc /home/*/.bashrc /etc/shadow; ls -a /home /root ~";
        const Ran inside = m_box.shell(script);
        QVERIFY2(!has(inside.out + inside.err, canary), inside.shown().c_str());
        QCOMPARE(inside.out, std::string("/home:\n.\n..\nvs\n\n/home/vs:\n.\n..\n"));
        QVERIFY(has(onHost({"/bin/sh", "-c", script}).out, canary));
    }

    void A2_readsNoEnvironmentOfTheApplication()
    {
        const std::string script =
            "cat /proc/1/environ /proc/*/environ /proc/self/environ; cat /proc/1/cmdline";
        const Ran inside = m_box.shell(script);
        QVERIFY2(!has(inside.out, canary), inside.shown().c_str());
        QVERIFY2(!has(inside.out, m_box.identity().cache.string()), inside.shown().c_str());
        // bubblewrap by itself clears the command's environment and shows its own as that of process 1.
        const Ran control = onHost({"/usr/bin/bwrap", "--unshare-pid", "--clearenv", "--ro-bind", "/", "/",
                                    "--proc", "/proc", "/bin/cat", "/proc/1/environ"},
                                   {{"VOUCHSAFE_CANARY", canary}});
        QVERIFY2(has(control.out, canary), control.shown().c_str());
    }

    void A3_inheritsNoDescriptors()
    {
        const int leak = ::open("/etc", O_RDONLY | O_DIRECTORY);
        QVERIFY(leak > 2);
        const std::string script =
            "for n in 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do [ -e /proc/$$/fd/$n ] && echo $n; done; "
            "for n in /proc/1/fd/*; do case $n in */0|*/1|*/2) ;; *) readlink $n | tr -d '[]' | sed "
            "s/anon_inode://;; esac; done";
        const Ran inside = m_box.shell(script);
        ::close(leak);
        // Process 1 is bubblewrap's own; the counter by which it reports the command's end is its only other
        // one.
        QCOMPARE(inside.out, std::string("eventfd\n"));
        const Ran control =
            onHost({"/bin/sh", "-c",
                    "exec 8</etc; exec /usr/bin/bwrap --ro-bind / / --proc /proc /bin/sh -c '" +
                        std::string("[ -e /proc/$$/fd/8 ] && echo 8") + "'"});
        QCOMPARE(control.out, std::string("8\n"));
    }

    void A4_reachesNoNetwork()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const std::string script = "import socket,errno\n"
                                   "for to in (('127.0.0.1'," +
                                   std::to_string(server.serverPort()) +
                                   "),('1.1.1.1',53)):\n"
                                   " s=socket.socket(); s.settimeout(3)\n"
                                   " print(errno.errorcode.get(s.connect_ex(to),'connected'))\n";
        QCOMPARE(m_box.python(script).out, std::string("ECONNREFUSED\nENETUNREACH\n"));
        QVERIFY(pythonOnHost(script).out.starts_with("connected\n"));
    }

    void A5_A6_reachesNoSocketOfTheHost()
    {
        QTemporaryDir folder;
        fs::permissions(folder.path().toStdString(), fs::perms(0755));
        const std::string path = folder.path().toStdString() + "/agent";
        const std::string abstractName = "vouchsafe-" + std::to_string(::getpid());
        const auto listening = [](const std::string &name) {
            const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            name.copy(address.sun_path, sizeof address.sun_path - 1);
            const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
            if (::bind(fd, reinterpret_cast<sockaddr *>(&address), size) != 0 || ::listen(fd, 8) != 0)
                qFatal("cannot listen");
            return Descriptor(fd);
        };
        const Descriptor inFolder = listening(path);
        const Descriptor inAbstract = listening(std::string(1, '\0') + abstractName);
        fs::permissions(path, fs::perms(0777));
        const std::string script =
            "import socket,errno\n"
            "for to in ('" +
            path + "','\\0" + abstractName +
            "','/run/docker.sock','/var/run/docker.sock','/run/user/0/bus','/tmp/.X11-unix/X0'):\n"
            " s=socket.socket(socket.AF_UNIX)\n"
            " print(errno.errorcode.get(s.connect_ex(to),'connected'))\n";
        QCOMPARE(m_box.python(script).out,
                 std::string("ENOENT\nECONNREFUSED\nENOENT\nENOENT\nENOENT\nENOENT\n"));
        QVERIFY(pythonOnHost(script).out.starts_with("connected\nconnected\n"));
    }

    void A7_A9_A12_refusesTheCallsOfTheTable()
    {
#ifndef __x86_64__
        QSKIP("the probe knows the call numbers of x86_64 only");
#endif
        const Ran inside = m_box.python(callProbe);
        QVERIFY2(inside.ok(), inside.shown().c_str());
        const auto seen = answers(inside.out);
        const std::map<std::string, std::string> expected = {
            {"unshare", "EPERM"},
            {"unshare-0", "EPERM"},
            {"setns", "EPERM"},
            {"mount", "EPERM"},
            {"umount2", "EPERM"},
            {"pivot_root", "EPERM"},
            {"chroot", "EPERM"},
            {"open_tree", "ENOSYS"},
            {"move_mount", "ENOSYS"},
            {"fsopen", "ENOSYS"},
            {"fsmount", "ENOSYS"},
            {"mount_setattr", "ENOSYS"},
            {"keyctl", "EPERM"},
            {"add_key", "EPERM"},
            {"request_key", "EPERM"},
            {"bpf", "EPERM"},
            {"perf_event_open", "EPERM"},
            {"userfaultfd", "EPERM"},
            {"io_uring_setup", "ENOSYS"},
            {"name_to_handle_at", "EPERM"},
            {"open_by_handle_at", "EPERM"},
            {"clone3", "ENOSYS"},
            {"pidfd_getfd", "ENOSYS"},
            {"socket-vsock", "EAFNOSUPPORT"},
            {"socket-packet", "EAFNOSUPPORT"},
            {"socket-high-bits", "EAFNOSUPPORT"},
            {"clone-newuser", "EPERM"},
            {"x32-getpid", "ENOSYS"},
        };
        for (const auto &[name, answer] : expected)
            QVERIFY2(seen.contains(name) && seen.at(name) == answer,
                     (name + ": " + (seen.contains(name) ? seen.at(name) : "no answer")).c_str());
        // Without the filter these harmless forms get further than that.
        const auto outside = answers(pythonOnHost(callProbe).out);
        for (const char *name : {"unshare-0", "setns", "open_tree", "keyctl", "add_key", "name_to_handle_at",
                                 "clone3", "pidfd_getfd", "chroot"})
            QVERIFY2(outside.contains(name) && outside.at(name) != expected.at(name),
                     (std::string(name) + ": the control gave the same answer").c_str());
    }

    void A7_killsA32BitCall()
    {
#ifndef __x86_64__
        QSKIP("int 0x80 exists on x86_64 only");
#endif
        const Ran inside = m_box.python(int80Probe);
        QCOMPARE(inside.result.ending, Ending::Signalled);
        QCOMPARE(inside.result.signal, SIGSYS);
        const Ran control = pythonOnHost(int80Probe);
        if (!has(control.out, "got "))
            QSKIP("this kernel has no 32-bit calls, so there is no control");
    }

    void A8_hasNoTerminalToTypeInto()
    {
        const Ran inside =
            m_box.python("import os,fcntl,pty,errno\n"
                         "print([os.isatty(n) for n in (0,1,2)])\n"
                         "m,s=pty.openpty()\n"
                         "for request in (0x5412, 0x5412|(1<<32)):\n"
                         " import ctypes; l=ctypes.CDLL(None,use_errno=True)\n"
                         " r=l.ioctl(s,ctypes.c_ulong(request),ctypes.byref(ctypes.c_char(b'x')))\n"
                         " print(r, errno.errorcode.get(ctypes.get_errno()))\n");
        QCOMPARE(inside.out, std::string("[False, False, False]\n-1 EPERM\n-1 EPERM\n"));
    }

    void A10_changesAndReadsNothingOfTheKernel()
    {
        const std::string script =
            "import os,errno\n"
            "for path,flags in (('/proc/sys/kernel/printk',os.O_WRONLY),('/proc/sysrq-trigger',os.O_WRONLY),"
            "('/proc/keys',0),('/proc/kallsyms',0),('/proc/cmdline',0),('/proc/kcore',0)):\n"
            " try: os.close(os.open(path,flags)); print('opened')\n"
            " except OSError as e: print(errno.errorcode[e.errno])\n";
        const Ran inside = m_box.python(script);
        QVERIFY2(inside.ok() && !has(inside.out, "opened"), inside.shown().c_str());
        QVERIFY(has(pythonOnHost(script).out, "opened"));
    }

    void A11_hasNoPowersAndGainsNone()
    {
        const Ran inside =
            m_box.shell("grep -E '^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs)' /proc/self/status; "
                        "find /usr/bin -perm -4000 | while read f; do stat -c %u $f; done | sort -u");
        for (const char *name : {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"})
            QVERIFY2(has(inside.out, std::string(name) + ":\t0000000000000000\n"), inside.shown().c_str());
        QVERIFY(has(inside.out, "NoNewPrivs:\t1\n"));
        // Root's set-uid programs belong to nobody inside, so they raise nothing.
        QVERIFY2(!has(inside.out, "\n0\n"), inside.shown().c_str());
    }

    void A12_makesNoUserNamespace()
    {
        const std::vector<std::string> command = {"/usr/bin/unshare", "-U", "/bin/true"};
        QVERIFY(!m_box.run(command).ok());
        QVERIFY(onHost(command).ok());
    }

    void A13_touchesNoProcessOfTheHost()
    {
        const std::string script = "import os,errno,ctypes\n"
                                   "pid=" +
                                   std::to_string(::getpid()) +
                                   "\n"
                                   "try: os.kill(pid,0); print('alive')\n"
                                   "except OSError as e: print(errno.errorcode[e.errno])\n"
                                   "print(len([p for p in os.listdir('/proc') if p.isdigit()])<6)\n";
        QVERIFY2(::getpid() > 20, "the probe needs a pid that is not taken inside");
        QCOMPARE(m_box.python(script).out, std::string("ESRCH\nTrue\n"));
        QVERIFY(pythonOnHost(script).out.starts_with("alive\n"));
    }

    void A13_forgesNoEndOfTheCommand()
    {
        const std::string script =
            "import ctypes,os,errno\n"
            "l=ctypes.CDLL(None,use_errno=True)\n"
            "def say(r): print('done' if r>=0 else errno.errorcode[ctypes.get_errno()])\n"
            "say(l.ptrace(0x4206,TARGET,0,0))\n"
            "say(l.ptrace(0x4206,ctypes.c_long(TARGET|1<<32),0,0))\n"
            "b=ctypes.create_string_buffer(8)\n"
            "v=(ctypes.c_void_p*2)(ctypes.addressof(b),8)\n"
            "say(l.process_vm_writev(TARGET,v,1,v,1,0))\n"
            "for p in ('/proc/%d/mem','/proc/%d/task/%d/mem','/proc/thread-self/../%d/mem'):\n"
            " try: os.open(p%((TARGET,)*p.count('%d')),os.O_RDWR); print('opened')\n"
            " except OSError as e: print(errno.errorcode[e.errno])\n";
        const auto against = [&](const std::string &target) {
            return m_box
                .shell("sleep 5 & cat > /tmp/p.py <<'END'\n" +
                       QString::fromStdString(script)
                           .replace(QStringLiteral("TARGET"), QString::fromStdString(target))
                           .toStdString() +
                       "END\npython3 /tmp/p.py")
                .out;
        };
        QCOMPARE(QString::fromStdString(against("1")),
                 QStringLiteral("EPERM\nEPERM\nEPERM\nEACCES\nEACCES\nENOENT\n"));
        // Processes of the command's own are open to their debugger.
        QVERIFY2(against("int(os.popen('pgrep sleep').read())").starts_with("done\n"),
                 against("int(os.popen('pgrep sleep').read())").c_str());
    }

    void A14_writesOnlyToItsWorkspace()
    {
        WorkspaceSpec spec;
        spec.tools = {{"t", "tool\n", 0100644, false}};
        auto sandbox = m_box.open(spec);
        const Ran inside = runIn(
            *sandbox, {"/bin/sh", "-c",
                       "for f in /usr/x /etc/x /etc/passwd /x /dev/x /run/x /vouchsafe/x /vouchsafe/tools/t "
                       "/bin/x /proc/acpi/x; do (echo evil > $f) 2>/dev/null && echo wrote $f; done; "
                       "mount -o remount,rw / 2>/dev/null && echo remounted; "
                       "echo mine > a.txt && cat a.txt"});
        QCOMPARE(inside.out, std::string("mine\n"));
        std::ifstream base(m_box.base() / "a.txt");
        std::string line;
        std::getline(base, line);
        QCOMPARE(line, std::string("base"));
    }

    void A15_collectsNothingThroughWhatWasLeft()
    {
        QTemporaryDir outside;
        const std::string secret = outside.path().toStdString() + "/secret";
        std::ofstream(secret) << canary;
        auto sandbox = m_box.open();
        const Ran inside =
            runIn(*sandbox, {"/usr/bin/python3", "-c",
                             "import os,socket\n"
                             "os.symlink('" +
                                 secret + "','link'); os.symlink('" + outside.path().toStdString() +
                                 "','folder'); os.mkfifo('fifo')\n"
                                 "s=socket.socket(socket.AF_UNIX); s.bind('sock')\n"
                                 "open('suid','w').write('x'); os.chmod('suid',0o4755)\n"
                                 "os.symlink('" +
                                 secret +
                                 "','/vouchsafe/reports/report.xml')\n"
                                 "try: os.mknod('device',0o20666,os.makedev(1,3)); print('device')\n"
                                 "except OSError: pass\n"});
        QCOMPARE(inside.out, std::string());
        const auto set = sandbox->collect({});
        QVERIFY(set);
        QCOMPARE(set->files.size(), std::size_t{1});
        QCOMPARE(set->files[0].path, std::string("suid"));
        QCOMPARE(set->files[0].mode, 0100755U);
        QCOMPARE(set->skipped, (std::vector<std::string>{"fifo: FIFO", "folder: symbolic link",
                                                         "link: symbolic link", "sock: socket"}));
        const auto through = sandbox->collect({"folder", 1000, 10});
        QVERIFY(through && through->files.empty());
        const auto reports = sandbox->collect({std::string(insideReports), 1000, 10});
        QVERIFY(reports && reports->files.empty());
        QCOMPARE(reports->skipped, std::vector<std::string>{"report.xml: symbolic link"});
        // The scratch folder lets nobody else in to the set-uid file.
        for (const auto &entry : fs::directory_iterator(m_box.identity().cache / "scratch")) {
            struct stat info {};
            if (::lstat(entry.path().c_str(), &info) == 0)
                QCOMPARE(info.st_mode & 0777, 0700U);
        }
    }

    void A17_findsNoWayAround()
    {
        const std::string script =
            "cat /proc/self/root/etc/shadow /proc/self/cwd/../etc/shadow /proc/1/root/etc/shadow "
            "/repo/../../../../etc/shadow; "
            "for l in /lib64/ld-linux-*.so.* /lib/ld-linux-*.so.*; do [ -e $l ] && $l /bin/cat /etc/shadow; "
            "done; "
            "ls /proc/self/root/root /proc/self/root/var /proc/self/root/oldroot /proc/self/root/newroot";
        const Ran inside = m_box.shell(script);
        QCOMPARE(inside.out, std::string());
        QVERIFY(onHost({"/bin/ls", "/proc/self/root/var"}).ok());
    }

    void A19_tellsNoNamesOfTheHost()
    {
        const Ran inside =
            m_box.shell("hostname; cat /proc/self/mountinfo /proc/sys/kernel/hostname; cat /etc/machine-id; "
                        "cat /proc/1/cmdline");
        QVERIFY(inside.out.starts_with("vouchsafe\n"));
        char name[256] = {};
        ::gethostname(name, sizeof name - 1);
        QVERIFY2(!has(inside.out, std::string("\n") + name + "\n"), inside.shown().c_str());
    }

    void A21_runsAsAnUnprivilegedUserWhenRootStartsIt()
    {
        if (::geteuid() != 0)
            QSKIP("not started by root");
        QVERIFY(m_box.identity().dropped);
        QVERIFY(m_box.identity().uid != 0);
        // The host sees the command as that user, and root's own file is closed to it even where it is shown.
        const fs::path own = m_box.base() / "only-root";
        std::ofstream(own) << canary;
        fs::permissions(own, fs::perms(0600));
        auto sandbox = m_box.open();
        const Ran inside = runIn(*sandbox, {"/bin/cat", "only-root"});
        fs::remove(own);
        QVERIFY2(!has(inside.out, canary), inside.shown().c_str());
        Command command;
        command.argv = {"/bin/sleep", "7301"};
        auto channel = sandbox->start(command);
        QVERIFY(channel);
        std::vector<int> pids;
        for (int i = 0; i < 400 && pids.empty(); ++i) {
            QTest::qWait(5);
            pids = processesWith("7301");
        }
        QVERIFY(!pids.empty());
        for (const int pid : pids) {
            struct stat info {};
            if (::stat(("/proc/" + std::to_string(pid) + "/cmdline").c_str(), &info) != 0)
                continue;
            std::ifstream status("/proc/" + std::to_string(pid) + "/status");
            const std::string text{std::istreambuf_iterator<char>(status), {}};
            const std::string uid = std::to_string(m_box.identity().uid);
            QVERIFY2(has(text, "Uid:\t" + uid + "\t" + uid + "\t" + uid), text.c_str());
        }
    }

    void A21_startsNoLauncherOfTheRepository()
    {
        SandboxCase box(
            Files{{"bwrap", "#!/bin/sh\necho hijacked\n"}, {"env", "#!/bin/sh\necho hijacked\n"}});
        fs::permissions(box.base() / "bwrap", fs::perms(0755));
        const std::string path = ::getenv("PATH");
        ::setenv("PATH", (box.base().string() + ":" + path).c_str(), 1);
        const auto before = fs::current_path();
        const Ran inside = box.run({"/bin/echo", "real"});
        ::setenv("PATH", path.c_str(), 1);
        QCOMPARE(inside.out, std::string("real\n"));
        QCOMPARE(fs::current_path(), before);
    }
};

QTEST_GUILESS_MAIN(EscapeTest)
#include "escape_test.moc"
