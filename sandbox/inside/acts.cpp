#include "sandbox/inside/acts.h"

#include "sandbox/inside/bytes.h"

#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

/// 0 where it succeeded, else errno.
using Act = int (*)();

int answer(long result)
{
    return result < 0 ? errno : 0;
}

int closed(int fd)
{
    if (fd < 0)
        return errno;
    ::close(fd);
    return 0;
}

int write(const char *path)
{
    return closed(::open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
}

int create(const char *path)
{
    const int result = closed(::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (result == 0)
        ::unlink(path);
    return result;
}

int openSocket(int family, int type)
{
    return closed(::socket(family, type | SOCK_CLOEXEC, 0));
}

int mountSomething()
{
    if (::mount("none", "/tmp", "tmpfs", 0, nullptr) != 0)
        return errno;
    ::umount2("/tmp", MNT_DETACH);
    return 0;
}

int makeRing()
{
    io_uring_params parameters{};
    return closed(static_cast<int>(::syscall(SYS_io_uring_setup, 1, &parameters)));
}

int makeMap()
{
    bpf_attr attributes{};
    attributes.map_type = BPF_MAP_TYPE_ARRAY;
    attributes.key_size = 4;
    attributes.value_size = 4;
    attributes.max_entries = 1;
    return closed(static_cast<int>(::syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof attributes)));
}

int countEvents()
{
    perf_event_attr attributes{};
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.size = sizeof attributes;
    attributes.config = PERF_COUNT_SW_TASK_CLOCK;
    attributes.exclude_kernel = 1;
    return closed(static_cast<int>(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0)));
}

/// A datagram socket sends nothing by this; it succeeds where there is a way to the address.
int reach(int family, const char *address)
{
    const int fd = ::socket(family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return errno;
    int result = 0;
    if (family == AF_INET) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(53);
        ::inet_pton(family, address, &to.sin_addr);
        result = answer(::connect(fd, reinterpret_cast<sockaddr *>(&to), sizeof to));
    } else {
        sockaddr_in6 to{};
        to.sin6_family = AF_INET6;
        to.sin6_port = htons(53);
        ::inet_pton(family, address, &to.sin6_addr);
        result = answer(::connect(fd, reinterpret_cast<sockaddr *>(&to), sizeof to));
    }
    ::close(fd);
    return result;
}

/// Process 1 reports how commands end.
int openFirstMemory()
{
    const int fd = ::open("/proc/1/mem", O_RDWR | O_CLOEXEC);
    struct stat info {};
    if (fd < 0)
        return errno;
    // An empty device may stand over it.
    const bool covered = ::fstat(fd, &info) == 0 && S_ISCHR(info.st_mode);
    ::close(fd);
    return covered ? ENXIO : 0;
}

int traceFirst()
{
    if (::ptrace(PTRACE_SEIZE, 1, nullptr, nullptr) != 0)
        return errno;
    ::ptrace(PTRACE_DETACH, 1, nullptr, nullptr);
    return 0;
}

int writeIntoFirst()
{
    char byte = 0;
    const iovec here{&byte, 0};
    const iovec there{nullptr, 0};
    return answer(::process_vm_writev(1, &here, 1, &there, 1, 0));
}

int makeDevice()
{
    constexpr const char *path = "/tmp/.vouchsafe-device";
    if (::mknod(path, S_IFBLK | 0600, makedev(7, 0)) != 0)
        return errno;
    // gVisor lets anybody make the node, but has no device behind it.
    const int opened = closed(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    ::unlink(path);
    return opened == ENXIO || opened == ENODEV ? opened : 0;
}

int newNamespace(int flags)
{
    return answer(::unshare(flags));
}

struct Named {
    const char *name;
    Act act;
};

// The two that would change what this process may do come last.
constexpr Named acts[] = {
    {"mount", mountSomething},
    {"open-tree", [] { return closed(static_cast<int>(::syscall(SYS_open_tree, AT_FDCWD, "/", 0))); }},
    {"fsopen", [] { return closed(static_cast<int>(::syscall(SYS_fsopen, "tmpfs", 0))); }},
    {"chroot", [] { return answer(::chroot("/")); }},
    {"keyctl",
     [] { return answer(::syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0)); }},
    {"vsock", [] { return openSocket(AF_VSOCK, SOCK_STREAM); }},
    {"packet-socket", [] { return openSocket(AF_PACKET, SOCK_RAW); }},
    {"raw-socket", [] { return openSocket(AF_INET, SOCK_RAW); }},
    {"io-uring", makeRing},
    {"bpf", makeMap},
    {"perf", countEvents},
    {"userfaultfd", [] { return closed(static_cast<int>(::syscall(SYS_userfaultfd, O_CLOEXEC | 1))); }},
    {"kernel-log", [] { return answer(::syscall(SYS_syslog, 10, nullptr, 0)); }},
    {"reach-ipv4", [] { return reach(AF_INET, "1.1.1.1"); }},
    {"reach-ipv6", [] { return reach(AF_INET6, "2606:4700:4700::1111"); }},
    {"write-root", [] { return create("/.vouchsafe-probe"); }},
    {"write-usr", [] { return create("/usr/.vouchsafe-probe"); }},
    {"write-etc", [] { return create("/etc/.vouchsafe-probe"); }},
    {"write-tools", [] { return create("/vouchsafe/tools/.vouchsafe-probe"); }},
    {"write-sysctl", [] { return write("/proc/sys/kernel/printk"); }},
    {"write-sysrq", [] { return write("/proc/sysrq-trigger"); }},
    {"trace-first", traceFirst},
    {"write-first", writeIntoFirst},
    {"first-memory", openFirstMemory},
    {"device", makeDevice},
    {"setuid", [] { return answer(::setuid(0)); }},
    {"unshare-user", [] { return newNamespace(CLONE_NEWUSER); }},
};
constexpr int count = static_cast<int>(sizeof acts / sizeof acts[0]);

void say(const char *name, std::string_view refusal)
{
    Bytes line;
    line.append(refusal.empty() ? "done " : "refused ");
    line.append(name);
    if (!refusal.empty()) {
        line.append(" ");
        line.append(refusal);
    }
    line.append("\n");
    writeAll(STDOUT_FILENO, line.view());
}

[[noreturn]] void tryFrom(int first, int report)
{
    for (int i = first; i < count; ++i) {
        const int number = acts[i].act();
        const char *name = number == 0 ? "" : ::strerrorname_np(number);
        say(acts[i].name, name != nullptr ? name : "EIO");
        const char done = 1;
        writeAll(report, {&done, 1});
    }
    ::_exit(0);
}

} // namespace

bool tryActs()
{
    // In a child, which a filter may end with a signal: then the next child goes on behind that act.
    for (int next = 0; next < count;) {
        int report[2];
        if (::pipe2(report, O_CLOEXEC) != 0)
            return false;
        const pid_t child = ::fork();
        if (child == 0)
            tryFrom(next, report[1]);
        ::close(report[1]);
        char done = 0;
        for (ssize_t got = 1; got > 0 || (got < 0 && errno == EINTR);) {
            got = ::read(report[0], &done, 1);
            if (got > 0)
                ++next;
        }
        ::close(report[0]);
        int status = 0;
        if (child < 0 || ::waitpid(child, &status, 0) != child)
            return false;
        if (next < count)
            say(acts[next++].name, WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS ? "SIGSYS" : "EIO");
    }
    return true;
}

} // namespace vouchsafe::inside
