#include "sandbox/seccomp_filter.h"

#include "sandbox/descriptor.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace vouchsafe {
namespace {

// Calls that are newer than libseccomp 2.5.4; from 424 on the numbers are the same on every architecture.
constexpr int statmountCall = 457;
constexpr int listmountCall = 458;
constexpr int openTreeAttrCall = 467;

// Answered as if the kernel had no such call, so that programs take their older way.
constexpr std::array absentCalls = {"clone3",         "io_uring_setup", "io_uring_enter", "io_uring_register",
                                    "open_tree",      "move_mount",     "fsopen",         "fsconfig",
                                    "fsmount",        "fspick",         "mount_setattr",  "pidfd_getfd",
                                    "process_madvise"};

constexpr std::array deniedCalls = {"keyctl",
                                    "add_key",
                                    "request_key",
                                    "bpf",
                                    "perf_event_open",
                                    "userfaultfd",
                                    "unshare",
                                    "setns",
                                    "mount",
                                    "umount2",
                                    "pivot_root",
                                    "chroot",
                                    "init_module",
                                    "finit_module",
                                    "delete_module",
                                    "kexec_load",
                                    "kexec_file_load",
                                    "syslog",
                                    "acct",
                                    "quotactl",
                                    "quotactl_fd",
                                    "name_to_handle_at",
                                    "open_by_handle_at",
                                    "fanotify_init",
                                    "swapon",
                                    "swapoff",
                                    "reboot",
                                    "clock_settime",
                                    "clock_adjtime",
                                    "settimeofday",
                                    "adjtimex",
                                    "iopl",
                                    "ioperm",
                                    "modify_ldt",
                                    "kcmp",
                                    "mbind",
                                    "move_pages"};

constexpr std::array namespaceFlags = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWPID,   CLONE_NEWNET,
                                       CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP};

/// Collects rules; the first failure is kept, so that the list reads as a list.
class Rules {
public:
    Rules() : m_context(::seccomp_init(SCMP_ACT_ALLOW)) {}
    ~Rules() { ::seccomp_release(m_context); }
    Rules(const Rules &) = delete;
    Rules &operator=(const Rules &) = delete;

    void deny(const char *name, int number)
    {
        const int call = ::seccomp_syscall_resolve_name(name);
        // Negative: this architecture or this library has no such call.
        if (call >= 0)
            add(number, call, {});
    }
    void add(int number, int call, std::initializer_list<scmp_arg_cmp> conditions)
    {
        const std::vector<scmp_arg_cmp> list(conditions);
        note(::seccomp_rule_add_array(m_context, SCMP_ACT_ERRNO(static_cast<unsigned>(number)), call,
                                      static_cast<unsigned>(list.size()), list.data()));
    }
    void killForeign()
    {
        note(::seccomp_attr_set(m_context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
    }
    void write(int fd) { note(::seccomp_export_bpf(m_context, fd)); }
    int failure() const { return m_context == nullptr ? -ENOMEM : m_failure; }

private:
    void note(int answer)
    {
        if (answer < 0 && m_failure == 0)
            m_failure = answer;
    }

    scmp_filter_ctx m_context;
    int m_failure = 0;
};

/// Process 1 inside is bubblewrap's own and reports how the command ended: nobody may trace it or write into
/// it.
void addInit(Rules &rules)
{
    constexpr unsigned low = 0xffffffffU;
    rules.add(EPERM, SCMP_SYS(ptrace), {SCMP_A1(SCMP_CMP_MASKED_EQ, low, 1)});
    rules.add(EPERM, SCMP_SYS(process_vm_writev), {SCMP_A0(SCMP_CMP_MASKED_EQ, low, 1)});
}

void addSockets(Rules &rules)
{
    // One argument may be compared once in a rule, so "none of these" is spelled out.
    for (const unsigned family : {0U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 11U, 12U, 13U, 14U, 15U})
        rules.add(EAFNOSUPPORT, SCMP_SYS(socket), {SCMP_A0(SCMP_CMP_EQ, family)});
    static_assert(AF_UNIX == 1 && AF_INET == 2 && AF_INET6 == 10 && AF_NETLINK == 16);
    rules.add(EAFNOSUPPORT, SCMP_SYS(socket), {SCMP_A0(SCMP_CMP_GT, AF_NETLINK)});
}

void addAll(Rules &rules)
{
    rules.killForeign();
    for (const char *name : absentCalls)
        rules.deny(name, ENOSYS);
    for (const int call : {statmountCall, listmountCall, openTreeAttrCall})
        rules.add(ENOSYS, call, {});
    for (const char *name : deniedCalls)
        rules.deny(name, EPERM);
    for (const int flag : namespaceFlags) {
        const auto mask = static_cast<unsigned>(flag);
        rules.add(EPERM, SCMP_SYS(clone), {SCMP_A0(SCMP_CMP_MASKED_EQ, mask, mask)});
    }
    // The kernel reads 32 bits of the request, so high bits must not hide it.
    for (const unsigned request : {static_cast<unsigned>(TIOCSTI), static_cast<unsigned>(TIOCLINUX)})
        rules.add(EPERM, SCMP_SYS(ioctl), {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffU, request)});
    addInit(rules);
    addSockets(rules);
}

/// libseccomp gives x32 calls the same answer as a foreign architecture, which kills. Programs that only try
/// them get an error number instead.
std::string x32Prologue()
{
#ifdef __x86_64__
    constexpr unsigned x32Bit = 0x40000000;
    const std::array<sock_filter, 5> prologue = {
        sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SCMP_ARCH_X86_64, 0, 3),
        sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32Bit, 0, 1),
        sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    };
    return {reinterpret_cast<const char *>(prologue.data()), sizeof prologue};
#else
    return {};
#endif
}

} // namespace

Result<std::string> seccompFilter()
{
    const std::uint32_t architecture = ::seccomp_arch_native();
    if (architecture != SCMP_ARCH_X86_64 && architecture != SCMP_ARCH_AARCH64)
        return fail(ErrorCode::NotAvailable, "there is no system call filter for this processor",
                    "compiling the sandbox's filter", "use an x86_64 or arm64 machine");
    Rules rules;
    addAll(rules);
    auto file = memoryFile("seccomp", {});
    if (!file)
        return Failure(file.error());
    rules.write(file->get());
    if (rules.failure() != 0)
        return fail(ErrorCode::SandboxSetup, "the system call filter could not be compiled",
                    std::strerror(-rules.failure()));
    ::lseek(file->get(), 0, SEEK_SET);
    std::string program = x32Prologue();
    program += readAll(file->get(), std::size_t{1} << 20);
    return program;
}

} // namespace vouchsafe
