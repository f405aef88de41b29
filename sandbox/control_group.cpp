#include "sandbox/control_group.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/cgroup_file.h"

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view prefix = "vouchsafe-";
constexpr const char *allName = "vouchsafe";
constexpr unsigned period = 100'000; // microseconds, the kernel's own

/// The name says who owns the group, for the reaper: pid, start time and pid namespace.
std::string ownerName(const CgroupView &view, pid_t pid)
{
    const std::string stat = cgroupText(view.root / "proc" / std::to_string(pid) / "stat");
    const std::size_t end = stat.rfind(')');
    if (end == std::string::npos)
        return {};
    const std::vector<std::string> fields = split(std::string_view(stat).substr(end + 2), ' ');
    return std::to_string(pid) + "-" + (fields.size() > 19 ? fields[19] : "0");
}

/// The number of the pid namespace in which pids of this process count; empty: it cannot be read.
std::string pidNamespace(const CgroupView &view)
{
    std::error_code error;
    const std::string link =
        fs::read_symlink(view.root / "proc" / std::to_string(view.self) / "ns/pid", error).string();
    const std::size_t open = link.find('[');
    const std::size_t close = link.find(']');
    return open != std::string::npos && close > open + 1 ? link.substr(open + 1, close - open - 1)
                                                         : std::string();
}

/// Known from the group's name. What cannot be told is not dead: processes of other users may be hidden, and
/// those of another pid namespace have other numbers here.
bool ownerIsGone(const CgroupView &view, const std::string &name, const std::string &ownNamespace)
{
    const std::vector<std::string> parts = split(name, '-');
    if (parts.size() < 4 || ownNamespace.empty() || parts[2] != ownNamespace)
        return false;
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(parts[0].data(), parts[0].data() + parts[0].size(), pid);
    if (error != std::errc() || end != parts[0].data() + parts[0].size() || pid <= 0)
        return false;
    const std::string now = ownerName(view, pid);
    return now.empty() ? ::kill(pid, 0) != 0 && errno == ESRCH : now != parts[0] + "-" + parts[1];
}

void killMembers(const fs::path &folder)
{
    // v2 kills all at once, those that fork meanwhile too.
    if (writeCgroup(folder / "cgroup.kill", "1"))
        return;
    for (int round = 0; round < 10; ++round) {
        const std::string members = cgroupText(folder / "cgroup.procs");
        if (members.empty())
            return;
        for (const std::string_view line : splitLines(members)) {
            pid_t pid = 0;
            std::from_chars(line.data(), line.data() + line.size(), pid);
            if (pid > 1)
                ::kill(pid, SIGKILL);
        }
    }
}

std::string quota(unsigned percent)
{
    return std::to_string(static_cast<std::uint64_t>(percent) * period / 100);
}

bool limitMemory(const fs::path &folder, std::uint64_t bytes)
{
    const std::string text = std::to_string(bytes);
    // Memory with swap may not be below memory alone, whichever of the two grows; absent where the kernel
    // does not count swap.
    writeCgroup(folder / "memory.memsw.limit_in_bytes", "-1");
    if (!writeCgroup(folder / "memory.limit_in_bytes", text))
        return false;
    writeCgroup(folder / "memory.memsw.limit_in_bytes", text);
    return true;
}

/// v1 splits processors by quota; absent in kernels without CFS bandwidth.
bool limitProcessors(const fs::path &folder, unsigned percent)
{
    return writeCgroup(folder / "cpu.cfs_period_us", std::to_string(period)) &&
           writeCgroup(folder / "cpu.cfs_quota_us", percent == 0 ? "-1" : quota(percent));
}

/// Makes the folder of all sandboxes; one that is there serves.
bool makeAll(const fs::path &folder, const CgroupView &view)
{
    if (::mkdir(folder.c_str(), 0755) != 0)
        return errno == EEXIST;
    if (view.made)
        view.made(folder);
    return true;
}

std::uint64_t machineMemory(const CgroupView &view)
{
    const std::string text = cgroupText(view.root / "proc/meminfo");
    for (const std::string_view line : splitLines(text)) {
        if (!line.starts_with("MemTotal:"))
            continue;
        std::string_view digits = line.substr(9);
        digits.remove_prefix(std::min(digits.find_first_of("0123456789"), digits.size()));
        std::uint64_t kilobytes = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), kilobytes);
        return kilobytes << 10;
    }
    return 0;
}

} // namespace

GroupLimits limitsTogether(std::uint64_t machineBytes)
{
    return {machineBytes / 4 * 3, 4096, 0};
}

bool ControlGroup::add(const fs::path &folder, const char *membersFile, const CgroupView &view)
{
    // The last sandbox of another program may take the folder of all away meanwhile.
    if (::mkdir(folder.c_str(), 0755) != 0 &&
        (errno != ENOENT || !makeAll(folder.parent_path(), view) || ::mkdir(folder.c_str(), 0755) != 0))
        return false;
    m_folders.push_back(folder);
    if (view.made)
        view.made(folder);
    m_members.emplace_back(::open((folder / membersFile).c_str(), O_WRONLY | O_CLOEXEC));
    return m_members.back().valid();
}

bool ControlGroup::makeUnified(const fs::path &parent, const std::string &name, const GroupLimits &limits,
                               const GroupLimits &together, const CgroupView &view)
{
    m_version = 2;
    const fs::path all = parent / allName;
    const auto hand = [](const fs::path &folder) {
        // One by one: a controller that is not to be had must not keep the others away.
        for (const char *controller : {"+memory", "+pids", "+cpu"})
            writeCgroup(folder / "cgroup.subtree_control", controller);
    };
    hand(parent);
    if (!makeAll(all, view))
        return false;
    hand(all);
    if (together.memoryBytes != 0)
        writeCgroup(all / "memory.max", std::to_string(together.memoryBytes));
    writeCgroup(all / "pids.max", std::to_string(together.pids));
    writeCgroup(all / "cpu.weight", "50");
    const fs::path folder = all / name;
    // bubblewrap's own two processes are in the group as well.
    if (!add(folder, "cgroup.procs", view) ||
        !writeCgroup(folder / "memory.max", std::to_string(limits.memoryBytes)) ||
        !writeCgroup(folder / "pids.max", std::to_string(limits.pids + 2)))
        return false;
    writeCgroup(folder / "memory.swap.max", "0");
    m_processors = limits.cpuPercent != 0 &&
                   writeCgroup(folder / "cpu.max", quota(limits.cpuPercent) + " " + std::to_string(period));
    return true;
}

bool ControlGroup::makeEach(const CgroupPlace &place, const std::string &name, const GroupLimits &limits,
                            const GroupLimits &together, const CgroupView &view)
{
    // A child that has one thread moves itself by `tasks` without the lock over all processes, for which
    // `cgroup.procs` waits 8 to 13 ms (measured).
    const char *threads = "tasks";
    const fs::path memory = *place.memory / allName;
    const fs::path pids = *place.pids / allName;
    if (!makeAll(memory, view) || !makeAll(pids, view))
        return false;
    writeCgroup(memory / "memory.use_hierarchy", "1"); // the kernel's own way since 5.11
    if (together.memoryBytes != 0)
        limitMemory(memory, together.memoryBytes);
    writeCgroup(pids / "pids.max", std::to_string(together.pids));
    if (!add(memory / name, threads, view) || !limitMemory(memory / name, limits.memoryBytes) ||
        !add(pids / name, threads, view) ||
        !writeCgroup(pids / name / "pids.max", std::to_string(limits.pids + 2)))
        return false;
    if (!place.cpu || limits.cpuPercent == 0)
        return true;
    const fs::path cpu = *place.cpu / allName;
    if (!makeAll(cpu, view))
        return true;
    writeCgroup(cpu / "cpu.shares", "512");
    m_processors = add(cpu / name, threads, view) && limitProcessors(cpu / name, limits.cpuPercent);
    if (!m_members.back().valid())
        m_members.pop_back();
    return true;
}

std::unique_ptr<ControlGroup> ControlGroup::make(const GroupLimits &limits, const CgroupView &view,
                                                 const GroupLimits *together)
{
    const CgroupPlace place = findCgroupPlace(view);
    if (!place.usable())
        return nullptr;
    const std::string name =
        std::string(prefix) + ownerName(view, view.self) + "-" + pidNamespace(view) + "-" + newNonce(4);
    const GroupLimits all = together != nullptr ? *together : limitsTogether(machineMemory(view));
    std::unique_ptr<ControlGroup> group(new ControlGroup);
    const bool made = place.unified ? group->makeUnified(*place.unified, name, limits, all, view)
                                    : group->makeEach(place, name, limits, all, view);
    return made ? std::move(group) : nullptr;
}

ControlGroup::~ControlGroup()
{
    using namespace std::chrono_literals;
    m_members.clear();
    // What was killed is in the group until it was waited for, which may be another program's part.
    const auto patience = std::chrono::steady_clock::now() + 200ms;
    for (const fs::path &folder : m_folders) {
        while (::rmdir(folder.c_str()) != 0 && errno == EBUSY && std::chrono::steady_clock::now() < patience)
            std::this_thread::sleep_for(2ms);
        ::rmdir(folder.parent_path().c_str()); // stays while another sandbox is in it
    }
}

std::vector<int> ControlGroup::members() const
{
    std::vector<int> all;
    for (const Descriptor &member : m_members)
        all.push_back(member.get());
    return all;
}

GroupEvents ControlGroup::events() const
{
    GroupEvents events;
    for (const fs::path &folder : m_folders) {
        events.memoryKills += cgroupCount(folder / "memory.events", "oom_kill");
        events.memoryKills += cgroupCount(folder / "memory.oom_control", "oom_kill");
        events.pidRefusals += cgroupCount(folder / "pids.events", "max");
    }
    return events;
}

void ControlGroup::killAll() const
{
    for (const fs::path &folder : m_folders)
        killMembers(folder);
}

int reapControlGroups(const CgroupView &view)
{
    int reaped = 0;
    const std::string own = pidNamespace(view);
    const CgroupPlace place = findCgroupPlace(view);
    for (const auto &parent : {place.unified, place.memory, place.pids, place.cpu}) {
        if (!parent)
            continue;
        std::error_code error;
        for (const auto &entry : fs::directory_iterator(*parent / allName, error)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with(prefix))
                continue;
            if (!ownerIsGone(view, name.substr(prefix.size()), own))
                continue;
            killMembers(entry.path());
            // A group whose last process is still dying goes at the next start.
            if (::rmdir(entry.path().c_str()) == 0)
                ++reaped;
        }
        ::rmdir((*parent / allName).c_str());
    }
    return reaped;
}

} // namespace vouchsafe
