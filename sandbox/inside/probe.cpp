#include "sandbox/inside/acts.h"
#include "sandbox/inside/counters.h"
#include "sandbox/inside/files.h"
#include "sandbox/inside/verbs.h"

#include <cstring>
#include <elf.h>
#include <net/if.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

/// Everything is gathered and written at once.
Bytes said;

void say(std::string_view name, std::string_view value)
{
    said.append(name);
    said.append(" ");
    said.append(value);
    said.append("\n");
}

void saySystem()
{
    utsname system{};
    if (::uname(&system) != 0)
        return;
    Bytes line;
    for (const char *part : {system.sysname, system.release, system.machine, system.version}) {
        if (line.size() > 0)
            line.append(" ");
        line.append(part);
    }
    say("system", line.view());
    say("release", system.release);
}

/// Linux puts a note with its name and version into the vDSO that it maps into each process. What the system
/// call `uname` says can be made up by any kernel; gVisor maps a vDSO of its own, which has no such note.
bool hasLinuxNote()
{
    const auto *start = reinterpret_cast<const char *>(::getauxval(AT_SYSINFO_EHDR));
    if (start == nullptr)
        return false;
    const auto *head = reinterpret_cast<const Elf64_Ehdr *>(start);
    const auto *parts = reinterpret_cast<const Elf64_Phdr *>(start + head->e_phoff);
    for (int i = 0; i < head->e_phnum; ++i) {
        if (parts[i].p_type != PT_NOTE)
            continue;
        const char *note = start + parts[i].p_offset;
        const char *end = note + parts[i].p_filesz;
        while (note + sizeof(Elf64_Nhdr) <= end) {
            const auto *title = reinterpret_cast<const Elf64_Nhdr *>(note);
            note += sizeof *title;
            if (title->n_namesz == 6 && std::memcmp(note, "Linux", 6) == 0)
                return true;
            note += ((title->n_namesz + 3U) & ~3U) + ((title->n_descsz + 3U) & ~3U);
        }
    }
    return false;
}

/// Lines of /proc/self/status are `Name:\tvalue`.
void sayStatus()
{
    Bytes text;
    if (!readFile("/proc/self/status", text))
        return;
    struct Wanted {
        std::string_view title;
        const char *name;
    };
    constexpr Wanted wanted[] = {{"Uid", "uid"},
                                 {"Gid", "gid"},
                                 {"CapEff", "capabilities"},
                                 {"CapPrm", "permitted"},
                                 {"CapInh", "inheritable"},
                                 {"NoNewPrivs", "no-new-privileges"},
                                 {"Seccomp", "seccomp"}};
    for (std::string_view rest = text.view(); !rest.empty();) {
        std::string_view line = takeLine(rest);
        const std::string_view title = takeUntil(line, ':');
        for (const Wanted &one : wanted)
            if (title == one.title)
                say(one.name, takeWord(line, '\t'));
    }
}

bool isUp(std::string_view name)
{
    ifreq request{};
    if (name.size() >= sizeof request.ifr_name)
        return true;
    std::memcpy(request.ifr_name, name.data(), name.size());
    const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const bool known = fd >= 0 && ::ioctl(fd, SIOCGIFFLAGS, &request) == 0;
    if (fd >= 0)
        ::close(fd);
    return !known || (request.ifr_flags & IFF_UP) != 0;
}

/// Two lines of titles, then `  lo: counters`. Some kernels give each namespace tunnels, which are down.
void sayInterfaces()
{
    Bytes text;
    if (!readFile("/proc/self/net/dev", text))
        return;
    say("network", "seen");
    std::string_view rest = text.view();
    takeLine(rest);
    takeLine(rest);
    while (!rest.empty()) {
        std::string_view line = takeLine(rest);
        std::string_view front = takeUntil(line, ':');
        const std::string_view name = takeWord(front);
        if (!name.empty())
            say(isUp(name) ? "interface" : "interface-down", name);
    }
}

/// `eth0 0000FEA9 …` after a line of titles, and `<destination> <length> … eth0`. The loopback's are no way
/// out.
void sayRoutes()
{
    Bytes text;
    if (readFile("/proc/self/net/route", text)) {
        std::string_view rest = text.view();
        takeLine(rest);
        while (!rest.empty()) {
            std::string_view line = takeLine(rest);
            const std::string_view device = takeWord(line, '\t');
            if (!device.empty() && device != "lo")
                say("route", takeWord(line, '\t'));
        }
    }
    Bytes six;
    if (readFile("/proc/self/net/ipv6_route", six)) {
        for (std::string_view rest = six.view(); !rest.empty();) {
            std::string_view line = takeLine(rest);
            const std::string_view destination = takeWord(line);
            std::string_view device;
            while (!line.empty())
                device = takeWord(line);
            if (device != "lo" && !device.empty())
                say("route", destination);
        }
    }
}

/// Of /proc/self/mounts: where, what and whether it may be written. The first word is the host's.
void sayMounts()
{
    Bytes text;
    if (!readFile("/proc/self/mounts", text))
        return;
    for (std::string_view rest = text.view(); !rest.empty();) {
        std::string_view line = takeLine(rest);
        takeWord(line);
        Bytes value;
        value.append(takeWord(line));
        value.append(" ");
        value.append(takeWord(line));
        std::string_view options = takeWord(line);
        value.append(takeUntil(options, ',') == "ro" ? " ro" : " rw");
        say("mount", value.view());
    }
}

void sayLimit(const char *name, int resource)
{
    rlimit limit{};
    if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0)
        return;
    Bytes value;
    value.append(name);
    value.append(" ");
    if (limit.rlim_max == RLIM_INFINITY)
        value.append("unlimited");
    else
        value.appendDecimal(static_cast<long>(limit.rlim_max));
    say("limit", value.view());
}

void sayLimits()
{
    sayLimit("core", RLIMIT_CORE);
    sayLimit("fsize", RLIMIT_FSIZE);
    sayLimit("memlock", RLIMIT_MEMLOCK);
    sayLimit("nofile", RLIMIT_NOFILE);
    sayLimit("nproc", RLIMIT_NPROC);
    struct Group {
        const char *name;
        const char *controller;
        const char *file;
    };
    constexpr Group groups[] = {
        {"cgroup memory ", "", "memory.max"}, {"cgroup pids ", "", "pids.max"},
        {"cgroup cpu ", "", "cpu.max"},       {"cgroup memory ", "memory", "memory.limit_in_bytes"},
        {"cgroup pids ", "pids", "pids.max"}, {"cgroup cpu ", "cpu", "cpu.cfs_quota_us"}};
    for (const Group &group : groups) {
        Bytes text;
        if (!readGroupFile(group.controller, group.file, text))
            continue;
        Bytes value;
        value.append(group.name);
        std::string_view rest = text.view();
        value.append(takeLine(rest));
        say("limit", value.view());
    }
}

} // namespace

int probe()
{
    saySystem();
    say("vdso", hasLinuxNote() ? "linux" : "other");
    sayStatus();
    sayInterfaces();
    sayRoutes();
    sayMounts();
    sayLimits();
    say("first", ::getpid() == 1 ? "self" : "another");
    if (!writeAll(STDOUT_FILENO, said.view()) || !tryActs())
        return 1;
    return writeAll(STDOUT_FILENO, "end\n") ? 0 : 1;
}

} // namespace vouchsafe::inside
