// Group A: escape and leakage. Each act of escape_probes.py, and what the host must not do with what a
// command leaves behind.

#include "tests/gauntlet/ledger.h"
#include "tests/gauntlet/probed.h"

#include <QTcpServer>
#include <QTest>

#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::gauntlet;
using test::Ran;
namespace fs = std::filesystem;

namespace {

constexpr const char *canary = "canary-5f1c9e";

/// An act, its right answer where the host's kernel answers, and where gVisor's does (null: the same).
struct Act {
    const char *id;
    const char *probe; ///< function of escape_probes.py
    const char *act;
    const char *expected;
    const char *ofContainer; ///< docker and podman with runc; null: as bubblewrap
    const char *ofGvisor;    ///< null: as the other containers
    const char *controlShows;
    const char *notObservable; ///< reason, with gVisor
};

constexpr const char *calls =
    "unshare EPERM\nunshare-0 EPERM\nsetns EPERM\nmount EPERM\numount2 EPERM\npivot_root EPERM\nchroot "
    "EPERM\n"
    "open_tree ENOSYS\nmove_mount ENOSYS\nfsopen ENOSYS\nfsmount ENOSYS\nmount_setattr ENOSYS\nkeyctl EPERM\n"
    "add_key EPERM\nrequest_key EPERM\nbpf EPERM\nperf_event_open EPERM\nuserfaultfd EPERM\n"
    "io_uring_setup ENOSYS\nname_to_handle_at EPERM\nopen_by_handle_at EPERM\nclone3 ENOSYS\n"
    "pidfd_getfd ENOSYS\nsocket-vsock EAFNOSUPPORT\nsocket-packet EAFNOSUPPORT\n"
    "socket-high-bits EAFNOSUPPORT\nclone-newuser EPERM\nx32-getpid ENOSYS";

// runc's filter ends a program that speaks another architecture.
constexpr const char *callsOfContainer =
    "unshare EPERM\nunshare-0 EPERM\nsetns EPERM\nmount EPERM\numount2 EPERM\npivot_root EPERM\nchroot "
    "EPERM\n"
    "open_tree ENOSYS\nmove_mount ENOSYS\nfsopen ENOSYS\nfsmount ENOSYS\nmount_setattr ENOSYS\nkeyctl EPERM\n"
    "add_key EPERM\nrequest_key EPERM\nbpf EPERM\nperf_event_open EPERM\nuserfaultfd EPERM\n"
    "io_uring_setup ENOSYS\nname_to_handle_at EPERM\nopen_by_handle_at EPERM\nclone3 ENOSYS\n"
    "pidfd_getfd ENOSYS\nsocket-vsock EAFNOSUPPORT\nsocket-packet EAFNOSUPPORT\n"
    "socket-high-bits EAFNOSUPPORT\nclone-newuser EPERM\nx32-getpid SIGSYS";

// gVisor's filter of 2022 has one error number for all that is refused; what it lacks is ENOSYS.
constexpr const char *callsOfGvisor =
    "unshare EPERM\nunshare-0 EPERM\nsetns EPERM\nmount EPERM\numount2 EPERM\npivot_root EPERM\nchroot "
    "EPERM\n"
    "open_tree EPERM\nmove_mount EPERM\nfsopen EPERM\nfsmount EPERM\nmount_setattr ENOSYS\nkeyctl EPERM\n"
    "add_key EPERM\nrequest_key EPERM\nbpf EPERM\nperf_event_open EPERM\nuserfaultfd EPERM\n"
    "io_uring_setup EPERM\nname_to_handle_at EPERM\nopen_by_handle_at EPERM\nclone3 ENOSYS\n"
    "pidfd_getfd ENOSYS\nsocket-vsock EPERM\nsocket-packet EPERM\nsocket-high-bits EPERM\n"
    "clone-newuser EPERM\nx32-getpid ENOSYS";

const std::vector<Act> acts = {
    {"A1", "A1", "read keys and credentials of the user's home", "['ENOENT'], user named: False", nullptr,
     nullptr, "done", nullptr},
    {"A2", "A2", "read the application's environment and arguments", "clean", nullptr, nullptr, "leaks",
     nullptr},
    {"A3", "A3", "use inherited descriptors", "own [], of process 1 []", nullptr, nullptr, "own [8", nullptr},
    {"A4", "A4", "connect to the host's loopback and to the internet",
     "ECONNREFUSED ENETUNREACH, interfaces besides lo: none", nullptr,
     "ECONNREFUSED EHOSTUNREACH, interfaces besides lo: none", "connected", nullptr},
    {"A5", "A5", "connect to an abstract socket of the host", "ECONNREFUSED", nullptr, nullptr, "connected",
     nullptr},
    {"A6", "A6", "connect to sockets in the host's folders",
     "ENOENT ENOENT ENOENT ENOENT ENOENT ENOENT ENOENT ENOENT ENOENT", nullptr, nullptr, "connected",
     nullptr},
    {"A7", "A7", "make 28 calls of the kernel's back doors", calls, callsOfContainer, callsOfGvisor,
     "unshare-0 done", nullptr},
    {"A7", "A7b", "make a 32-bit call", "SIGSYS", nullptr, "EBADF", "done",
     "gVisor has no 32-bit calls, with or without the filter"},
    {"A8", "A8", "type into the terminal", "EPERM EPERM, terminal given False", nullptr, nullptr, "*",
     nullptr},
    {"A9", "A9", "read the session's keyring", "add EPERM, find EPERM", nullptr, nullptr, "*", nullptr},
    {"A10", "A10", "write the kernel's settings, read its keys, symbols and memory", "none", nullptr, nullptr,
     "/proc/", nullptr},
    {"A11", "A11", "hold capabilities", "none", nullptr, nullptr, "some", nullptr},
    {"A11", "A11n", "gain privileges by a set-uid program", "status 1, prctl 1", nullptr,
     "status shows none, prctl 1", "prctl 0",
     "gVisor shows no NoNewPrivs, and prctl says 1 without the flag too"},
    {"A12", "A12", "make a user namespace by unshare, clone and clone3",
     "unshare EPERM, clone EPERM, clone3 ENOSYS", nullptr, nullptr, "unshare done", nullptr},
    {"A13", "A13", "kill, trace and read a process of the host",
     "kill ESRCH, ptrace ESRCH, read ESRCH, few processes True", nullptr,
     "kill ESRCH, ptrace ESRCH, read ENOSYS, few processes True", "kill done", nullptr},
    {"A13", "A13b", "write the memory of process 1 to forge the command's end", "refused", nullptr, nullptr,
     "done", nullptr},
    {"A14", "A14", "write to the system, its devices and our tools", "writes EACCES EROFS, remount EPERM",
     nullptr, nullptr, "writes done", nullptr},
    {"A14", "A14m",
     "find a mount that may be written besides the workspace's, its reports' and the temporary ones", "none",
     nullptr, nullptr, "/", nullptr},
    {"A17", "A17", "go round by /proc/self/root, links and the loader", "none", nullptr, nullptr, "ways",
     nullptr},
    {"A18", "A18", "leave a core for the host's handler", "limit none, dumped False", nullptr, nullptr,
     "limit (", nullptr},
    {"A19", "A19", "find names of the host, the user and the project",
     "host name vouchsafe, names found in []", nullptr, nullptr, "*", nullptr},
};

Descriptor listening(const std::string &name)
{
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path, sizeof address.sun_path - 1);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    if (::bind(fd, reinterpret_cast<sockaddr *>(&address), size) != 0 || ::listen(fd, 64) != 0)
        qFatal("cannot listen");
    return Descriptor(fd);
}

std::string answer(const Answers &answers, const char *act)
{
    const auto found = answers.find(act);
    return found == answers.end() ? std::string() : found->second;
}

} // namespace

class EscapeTest : public QObject {
    Q_OBJECT

public:
    explicit EscapeTest(const TestedBackend &backend) : m_ledger("A", backend), m_box(backend) {}

private:
    /// On the host and, for a container backend, in the container without the policy: where the act succeeds.
    void choose(Row &row, const Act &act) const
    {
        if (m_box.backend().container()) {
            row.control = answer(m_probed.loose, act.probe);
            row.where = m_box.looseName();
            const bool shows = row.controlShows == anythingElse
                                   ? row.control != row.expected
                                   : row.control.find(row.controlShows) != std::string::npos;
            if (shows)
                return;
        }
        row.control = answer(m_probed.host, act.probe);
        row.where = "host";
    }

    Ledger m_ledger;
    Box m_box;
    Probed m_probed;

private Q_SLOTS:
    void initTestCase()
    {
        ::setenv("VOUCHSAFE_CANARY", canary, 1);
        QTemporaryDir folder(QStringLiteral("/tmp/vs-gauntlet-XXXXXX"));
        const fs::path place = folder.path().toStdString();
        fs::permissions(place, fs::perms(0755));
        Targets targets;
        for (const char *name : {".ssh/id_rsa", ".aws/credentials", ".gnupg/k", ".netrc", ".npmrc",
                                 ".docker/config.json", ".cargo/credentials.toml", ".config/x", ".env"}) {
            fs::create_directories((place / name).parent_path());
            std::ofstream(place / name) << canary;
            targets.homes.push_back((place / name).string());
        }
        targets.canary = canary;
        targets.secret = targets.homes.front();
        targets.scratch = place.string();
        targets.socket = (place / "agent").string();
        targets.abstractName = "vouchsafe-" + std::to_string(::getpid());
        const Descriptor inFolder = listening(targets.socket);
        const Descriptor inAbstract = listening(std::string(1, '\0') + targets.abstractName);
        fs::permissions(targets.socket, fs::perms(0777));
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        targets.port = server.serverPort();
        char host[256] = {};
        ::gethostname(host, sizeof host - 1);
        targets.names = {host, m_box.place().filename().string()};
        QVERIFY2(::getpid() > 100, "the probe needs a pid that is not taken inside");
        m_probed = probe(m_box, targets);
    }

    void refuses_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < acts.size(); ++i)
            QTest::addRow("%s %s", acts[i].id, acts[i].act) << static_cast<int>(i);
    }
    void refuses()
    {
        QFETCH(int, number);
        const Act &act = acts[static_cast<std::size_t>(number)];
        const TestedBackend &backend = m_box.backend();
        Row row;
        row.id = act.id;
        row.act = act.act;
        row.expected = act.expected;
        if (backend.container() && act.ofContainer != nullptr)
            row.expected = act.ofContainer;
        if (backend.gvisor() && act.ofGvisor != nullptr)
            row.expected = act.ofGvisor;
        if (backend.gvisor() && act.notObservable != nullptr)
            row.notObservable = act.notObservable;
#ifndef __x86_64__
        if (row.id == "A7")
            row.notObservable = row.expected = "the probe knows the call numbers of x86_64 only";
#endif
        row.seen = answer(m_probed.inside, act.probe);
        row.controlShows = act.controlShows;
        choose(row, act);
        VS_HOLDS(m_ledger, row);
    }

    void A14_changesNothingOfTheCachedTree()
    {
        Row row{"A14", "write to the cached base tree through the workspace"};
        auto sandbox = m_box.open();
        const Ran inside = test::runIn(*sandbox, {"/bin/sh", "-c", "echo mine > a.txt; cat a.txt"});
        std::ifstream base(m_box.base() / "a.txt");
        std::string line;
        std::getline(base, line);
        row.seen = "inside " + inside.out + "tree " + line;
        row.expected = "inside mine\ntree base";
        std::ofstream(m_box.place() / "control") << "base\n";
        row.where = "host";
        row.control = test::onHost({"/bin/sh", "-c",
                                    "cd " + m_box.place().string() + "; echo mine > control; cat control"})
                          .out;
        std::ifstream changed(m_box.place() / "control");
        std::getline(changed, line);
        row.control = "inside " + row.control + "tree " + line;
        row.controlShows = "tree mine";
        VS_HOLDS(m_ledger, row);
    }

    void A15_collectsNothingThroughWhatWasLeft()
    {
        Row row{"A15", "leave links, a FIFO, a socket, a device and a set-uid file to be collected"};
        QTemporaryDir outside;
        const std::string secret = outside.path().toStdString() + "/secret";
        std::ofstream(secret) << canary;
        auto sandbox = m_box.open();
        const Ran inside =
            test::runIn(*sandbox, {"/usr/bin/python3", "-c",
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
        row.seen = inside.out + inside.err;
        const auto describe = [&](const Result<FileSet> &set) {
            if (!set)
                return fourLines(set.error());
            std::string text;
            for (const CollectedFile &file : set->files)
                text += file.path + " " + QByteArray::number(file.mode, 8).toStdString() +
                        (file.bytes == canary ? " with the secret" : "") + "; ";
            for (const std::string &skipped : set->skipped)
                text += "[" + skipped + "] ";
            return text;
        };
        row.seen += "tree: " + describe(sandbox->collect({})) +
                    "\nfolder: " + describe(sandbox->collect({"folder", 1000, 10})) +
                    "\nreports: " + describe(sandbox->collect({std::string(insideReports), 1000, 10}));
        // gVisor keeps FIFOs and sockets to itself: no file of the host stands for them.
        row.expected = m_box.backend().gvisor()
                           ? "tree: suid 100755; [folder: symbolic link] [link: symbolic link] "
                           : "tree: suid 100755; [fifo: FIFO] [folder: symbolic link] [link: symbolic link] "
                             "[sock: socket] ";
        row.expected += "\nfolder: \nreports: [report.xml: symbolic link] ";
        // What a collector that opens by name would have brought home.
        fs::create_symlink(secret, outside.path().toStdString() + "/report.xml");
        std::ifstream careless(outside.path().toStdString() + "/report.xml");
        std::getline(careless, row.control);
        row.where = "host";
        row.controlShows = canary;
        VS_HOLDS(m_ledger, row);
    }

    void A15_letsNobodyElseIntoTheScratchFolders()
    {
        Row row{"A15", "reach a set-uid file in the scratch folder as another user"};
        const auto sandbox = m_box.open();
        const fs::path scratch = m_box.identity().cache / "scratch";
        std::error_code none;
        for (const auto &entry : fs::directory_iterator(scratch, none)) {
            struct stat info {};
            if (::lstat(entry.path().c_str(), &info) == 0 && (info.st_mode & 0777) != 0700)
                row.seen += entry.path().string() + " is open\n";
        }
        row.seen += "closed";
        row.expected = "closed";
        fs::create_directory(m_box.place() / "careless");
        fs::permissions(m_box.place() / "careless", fs::perms(0755));
        row.control =
            (fs::status(m_box.place() / "careless").permissions() & fs::perms::others_exec) == fs::perms::none
                ? "closed"
                : "open";
        row.where = "host";
        row.controlShows = "open";
        VS_HOLDS(m_ledger, row);
    }

    void A16_isNotMovedByALinkInPlaceOfTheWorkspace()
    {
        Row row{"A16", "swap the scratch folder for a link between making and starting"};
        QTemporaryDir outside;
        fs::permissions(outside.path().toStdString(), fs::perms(0755));
        std::ofstream(outside.path().toStdString() + "/a.txt") << canary;
        const fs::path scratch = m_box.identity().cache / "scratch";
        std::error_code none;
        std::vector<fs::path> before;
        for (const auto &entry : fs::directory_iterator(scratch, none))
            before.push_back(entry.path());
        auto sandbox = m_box.open();
        std::vector<fs::path> swapped;
        for (const auto &entry : fs::directory_iterator(scratch, none)) {
            if (std::find(before.begin(), before.end(), entry.path()) != before.end())
                continue;
            fs::rename(entry.path(), entry.path().string() + ".moved");
            fs::create_directory_symlink(outside.path().toStdString(), entry.path());
            swapped.push_back(entry.path());
        }
        const Ran inside = test::runIn(*sandbox, {"/bin/cat", "a.txt"});
        row.seen = inside.out.find(canary) == std::string::npos ? "kept out" : inside.shown();
        row.expected = "kept out";
        for (const fs::path &place : swapped) {
            // What a start that goes by the name would have shown.
            std::ifstream through(place / "a.txt");
            std::getline(through, row.control);
            fs::remove(place);
            fs::rename(place.string() + ".moved", place);
        }
        if (swapped.empty())
            row.notObservable = "this workspace is a volume of the engine: no folder of ours stands for it";
        row.where = "host";
        row.controlShows = canary;
        VS_HOLDS(m_ledger, row);
    }

    void A21_runsAsAnUnprivilegedUserWhenRootStartsIt()
    {
        if (::geteuid() != 0)
            QSKIP("not started by root");
        Row row{"A21", "run as root because the application does"};
        auto sandbox = m_box.open();
        const Ran inside =
            test::runIn(*sandbox, {"/usr/bin/python3", "-c", "import os; print(os.getuid() != 0)"});
        row.seen = "inside " + inside.out;
        Command command;
        const std::string mark = std::to_string(7'000'000 + ::getpid());
        command.argv = {"/bin/sleep", mark};
        auto channel = sandbox->start(command);
        QVERIFY2(channel, channel ? "" : fourLines(channel.error()).c_str());
        // gVisor's processes are none of the host's.
        std::vector<int> pids;
        for (int i = 0; i < 600 && pids.empty() && !m_box.backend().gvisor(); ++i) {
            QTest::qWait(5);
            for (const int pid : test::processesWith(mark)) {
                std::ifstream name("/proc/" + std::to_string(pid) + "/comm");
                std::string comm;
                std::getline(name, comm);
                if (comm == "sleep")
                    pids.push_back(pid);
            }
        }
        for (const int pid : pids) {
            std::ifstream status("/proc/" + std::to_string(pid) + "/status");
            const std::string text{std::istreambuf_iterator<char>(status), {}};
            const bool root = text.find("Uid:\t0\t") != std::string::npos;
            row.seen += root ? "host root " : "host other ";
        }
        row.expected = m_box.backend().gvisor() ? "inside True\n" : "inside True\nhost other ";
        row.control =
            "inside " + m_box.loose({"/usr/bin/python3", "-c", "import os; print(os.getuid() != 0)"}).out;
        row.where = m_box.looseName();
        row.controlShows = "False";
        VS_HOLDS(m_ledger, row);
    }

    void A21_startsNoLauncherOfTheRepository()
    {
        Row row{"A21", "put a launcher of the same name first on PATH"};
        QTemporaryDir folder;
        for (const char *name : {"bwrap", "env", "docker", "podman", "runc", "runsc", "setpriv", "prlimit"}) {
            const fs::path place = fs::path(folder.path().toStdString()) / name;
            std::ofstream(place) << "#!/bin/sh\necho hijacked\n";
            fs::permissions(place, fs::perms(0755));
        }
        fs::permissions(folder.path().toStdString(), fs::perms(0777));
        const std::string path = qEnvironmentVariable("PATH").toStdString();
        ::setenv("PATH", (folder.path().toStdString() + ":" + path).c_str(), 1);
        const TestedBackend again = testedBackend();
        row.seen = again.absent;
        if (again.absent.empty()) {
            Box box(again);
            row.seen = box.run({"/bin/echo", "real"}).out;
        }
        row.control = test::onHost({"/bin/sh", "-c", "bwrap; docker; podman"},
                                   {{"PATH", folder.path().toStdString() + ":" + path}})
                          .out;
        ::setenv("PATH", path.c_str(), 1);
        row.expected = "real\n";
        row.where = "host";
        row.controlShows = "hijacked";
        VS_HOLDS(m_ledger, row);
    }
};

VS_GAUNTLET_MAIN(EscapeTest, "A")
#include "escape_test.moc"
