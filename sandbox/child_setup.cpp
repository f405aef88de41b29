#include "sandbox/child_setup.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

SetupReport failedAt(SetupStep step)
{
    return {step, errno};
}

bool writeOnce(const char *path, const std::string &text)
{
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const int number = errno;
    ::close(file);
    errno = number;
    return written;
}

bool mountOverlay(const OverlayMount &overlay)
{
    for (const std::string &options : overlay.options) {
        if (::mount("overlay", overlay.target.c_str(), "overlay", MS_NOSUID | MS_NODEV, options.c_str()) == 0)
            return true;
    }
    return false;
}

} // namespace

const char *stepName(SetupStep step)
{
    switch (step) {
    case SetupStep::None:
        return "nothing";
    case SetupStep::ControlGroup:
        return "joining the control group";
    case SetupStep::DropPrivileges:
        return "giving up root";
    case SetupStep::Namespaces:
        return "making a user namespace";
    case SetupStep::MapIds:
        return "setting up the uid map";
    case SetupStep::Overlay:
        return "mounting the overlay";
    case SetupStep::EnterNamespaces:
        return "entering the workspace's namespaces";
    case SetupStep::Limits:
        return "setting limits";
    case SetupStep::Descriptors:
        return "passing descriptors";
    case SetupStep::ParentGone:
        return "staying with the parent";
    case SetupStep::Execute:
        return "starting the program";
    }
    return "";
}

ChildSteps::ChildSteps(const ChildSetup &setup)
    : m_setup(setup),
      m_uidMap(std::to_string(setup.uid) + " " + std::to_string(setup.uid) + " 1\n"),
      m_gidMap(std::to_string(setup.gid) + " " + std::to_string(setup.gid) + " 1\n"),
      m_moved(setup.descriptors.size(), -1)
{
}

SetupReport ChildSteps::enter() const
{
    ::setsid();
    for (const int group : m_setup.joinGroups) {
        if (::write(group, "0", 1) != 1)
            return failedAt(SetupStep::ControlGroup);
    }
    if (m_setup.drop) {
        // The raw calls: glibc's own would stop and change every thread of the copied process table.
        if (::syscall(SYS_setgroups, 0, nullptr) != 0 ||
            ::syscall(SYS_setresgid, m_setup.gid, m_setup.gid, m_setup.gid) != 0 ||
            ::syscall(SYS_setresuid, m_setup.uid, m_setup.uid, m_setup.uid) != 0)
            return failedAt(SetupStep::DropPrivileges);
    }
    // Otherwise /proc/self/uid_map belongs to root after the change of ids.
    ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    if (m_setup.ownNamespaces) {
        if (const SetupReport report = makeNamespaces(); report.step != SetupStep::None)
            return report;
    }
    if (m_setup.userNamespace >= 0 && ::setns(m_setup.userNamespace, CLONE_NEWUSER) != 0)
        return failedAt(SetupStep::EnterNamespaces);
    if (m_setup.mountNamespace >= 0 && ::setns(m_setup.mountNamespace, CLONE_NEWNS) != 0)
        return failedAt(SetupStep::EnterNamespaces);
    return {};
}

SetupReport ChildSteps::makeNamespaces() const
{
    // Standing in the folder before the mounts are copied makes the copy stand in it too.
    if (m_setup.workdirFolder >= 0 && ::fchdir(m_setup.workdirFolder) != 0)
        return failedAt(SetupStep::Overlay);
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return failedAt(SetupStep::Namespaces);
    if (!writeOnce("/proc/self/setgroups", "deny") || !writeOnce("/proc/self/uid_map", m_uidMap) ||
        !writeOnce("/proc/self/gid_map", m_gidMap))
        return failedAt(SetupStep::MapIds);
    for (const OverlayMount &overlay : m_setup.overlays) {
        if (!mountOverlay(overlay))
            return failedAt(SetupStep::Overlay);
    }
    return {};
}

SetupReport ChildSteps::finish(pid_t parent, int &keep)
{
    for (const ResourceLimit &limit : m_setup.limits) {
        const auto resource = static_cast<__rlimit_resource>(limit.resource);
        rlimit now{};
        ::getrlimit(resource, &now);
        const rlim_t value = std::min(limit.value, now.rlim_max);
        const rlimit wanted{value, value};
        if (::setrlimit(resource, &wanted) != 0)
            return failedAt(SetupStep::Limits);
    }
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number)
        ::sigaction(number, &usual, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    // Last, because every change of credentials takes it away again.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (::getppid() != parent)
        return failedAt(SetupStep::ParentGone);
    if (::chdir("/") != 0)
        return failedAt(SetupStep::Descriptors);
    return passDescriptors(keep);
}

SetupReport ChildSteps::passDescriptors(int &keep)
{
    // First all of them above every target number, so that no dup2 hits one that is still needed.
    const int above = static_cast<int>(m_setup.descriptors.size()) + 3;
    for (std::size_t i = 0; i < m_moved.size(); ++i) {
        m_moved[i] = ::fcntl(m_setup.descriptors[i].from, F_DUPFD_CLOEXEC, above);
        if (m_moved[i] < 0)
            return failedAt(SetupStep::Descriptors);
    }
    keep = ::fcntl(keep, F_DUPFD_CLOEXEC, above);
    int highest = 2;
    for (std::size_t i = 0; i < m_moved.size(); ++i) {
        const int target = m_setup.descriptors[i].to;
        if (::dup2(m_moved[i], target) < 0)
            return failedAt(SetupStep::Descriptors);
        highest = std::max(highest, target);
    }
    if (::syscall(SYS_close_range, highest + 1, keep - 1, 0) != 0 ||
        ::syscall(SYS_close_range, keep + 1, ~0U, 0) != 0)
        return failedAt(SetupStep::Descriptors);
    return {};
}

} // namespace vouchsafe
