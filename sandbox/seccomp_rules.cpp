#include "sandbox/seccomp_rules.h"

#include <cerrno>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace vouchsafe {
namespace {

using Compare = SeccompCondition::Compare;

/// The kernel reads 32 bits of these arguments, so high bits must not hide the value.
constexpr std::uint64_t low = 0xffffffffU;

/// Answered as if the kernel had no such call, so that programs take their older way.
SeccompRule absentCalls()
{
    return {{{"clone3"},
             {"io_uring_setup"},
             {"io_uring_enter"},
             {"io_uring_register"},
             {"open_tree"},
             {"move_mount"},
             {"fsopen"},
             {"fsconfig"},
             {"fsmount"},
             {"fspick"},
             {"mount_setattr"},
             {"pidfd_getfd"},
             {"process_madvise"},
             {"statmount", 457},
             {"listmount", 458},
             {"open_tree_attr", 467}},
            ENOSYS};
}

SeccompRule deniedCalls()
{
    return {{{"keyctl"},
             {"add_key"},
             {"request_key"},
             {"bpf"},
             {"perf_event_open"},
             {"userfaultfd"},
             {"unshare"},
             {"setns"},
             {"mount"},
             {"umount2"},
             {"pivot_root"},
             {"chroot"},
             {"init_module"},
             {"finit_module"},
             {"delete_module"},
             {"kexec_load"},
             {"kexec_file_load"},
             {"syslog"},
             {"acct"},
             {"quotactl"},
             {"quotactl_fd"},
             {"name_to_handle_at"},
             {"open_by_handle_at"},
             {"fanotify_init"},
             {"swapon"},
             {"swapoff"},
             {"reboot"},
             {"clock_settime"},
             {"clock_adjtime"},
             {"settimeofday"},
             {"adjtimex"},
             {"iopl"},
             {"ioperm"},
             {"modify_ldt"},
             {"kcmp"},
             {"mbind"},
             {"move_pages"}},
            EPERM};
}

void addNamespaces(std::vector<SeccompRule> &rules)
{
    for (const int flag : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS,
                           CLONE_NEWCGROUP}) {
        const auto bit = static_cast<std::uint64_t>(static_cast<unsigned>(flag));
        rules.push_back({{{"clone"}}, EPERM, SeccompCondition{0, Compare::MaskedEqual, bit, bit}});
    }
}

void addTerminals(std::vector<SeccompRule> &rules)
{
    for (const std::uint64_t request : {std::uint64_t{TIOCSTI}, std::uint64_t{TIOCLINUX}})
        rules.push_back({{{"ioctl"}}, EPERM, SeccompCondition{1, Compare::MaskedEqual, request, low}});
}

/// Process 1 inside is ours or bubblewrap's and reports how the command ended: nobody may trace it or write
/// into it.
void addInit(std::vector<SeccompRule> &rules)
{
    rules.push_back({{{"ptrace"}}, EPERM, SeccompCondition{1, Compare::MaskedEqual, 1, low}});
    rules.push_back({{{"process_vm_writev"}}, EPERM, SeccompCondition{0, Compare::MaskedEqual, 1, low}});
}

void addSockets(std::vector<SeccompRule> &rules)
{
    // One argument may be compared once in a rule, so "none of these" is spelled out.
    for (const unsigned family : {0U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 11U, 12U, 13U, 14U, 15U})
        rules.push_back({{{"socket"}}, EAFNOSUPPORT, SeccompCondition{0, Compare::Equal, family, 0}});
    static_assert(AF_UNIX == 1 && AF_INET == 2 && AF_INET6 == 10 && AF_NETLINK == 16);
    rules.push_back({{{"socket"}}, EAFNOSUPPORT, SeccompCondition{0, Compare::Greater, AF_NETLINK, 0}});
}

} // namespace

std::vector<SeccompRule> seccompRules()
{
    std::vector<SeccompRule> rules = {absentCalls(), deniedCalls()};
    addNamespaces(rules);
    addTerminals(rules);
    addInit(rules);
    addSockets(rules);
    return rules;
}

} // namespace vouchsafe
