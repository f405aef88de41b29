#include "sandbox/control_group.h"

#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"

#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view prefix = "vouchsafe-";

std::string content(const fs::path &file)
{
    // Files of cgroupfs and /proc say that they have no size, so they are read to their end.
    const Descriptor open(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    return open.valid() ? readAll(open.get(), std::size_t{1} << 20) : std::string();
}

bool put(const fs::path &file, const std::string &text)
{
    const Descriptor open(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    return open.valid() && ::write(open.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// The value behind `key ` in a file of lines `key value`.
std::uint64_t counted(const fs::path &file, std::string_view key)
{
    const std::string text = content(file);
    for (const std::string_view line : splitLines(text)) {
        if (!line.starts_with(key) || line.size() <= key.size() || line[key.size()] != ' ')
            continue;
        std::uint64_t value = 0;
        const std::string_view digits = line.substr(key.size() + 1);
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
    }
    return 0;
}

/// Where groups are made: of v1 one folder per controller, of v2 one for both.
struct Parents {
    std::optional<fs::path> unified;
    std::optional<fs::path> memory;
    std::optional<fs::path> pids;
};

Parents findParents()
{
    Parents parents;
    const std::string mounts = content("/proc/self/mountinfo");
    for (const std::string_view line : splitLines(mounts)) {
        const std::vector<std::string> fields = split(line, ' ');
        const std::size_t dash = line.find(" - ");
        if (fields.size() < 6 || dash == std::string_view::npos)
            continue;
        const std::vector<std::string> tail = split(line.substr(dash + 3), ' ');
        if (tail.size() < 3)
            continue;
        const std::string options = "," + tail[2] + ",";
        if (tail[0] == "cgroup2")
            parents.unified = fields[4];
        else if (tail[0] == "cgroup" && options.find(",memory,") != std::string::npos)
            parents.memory = fields[4];
        else if (tail[0] == "cgroup" && options.find(",pids,") != std::string::npos)
            parents.pids = fields[4];
    }
    // v2 has the controllers that v1 does not hold, and only the root may have both processes and children.
    if (parents.unified) {
        const std::string enabled =
            " " + std::string(trimmed(content(*parents.unified / "cgroup.controllers"))) + " ";
        if (enabled.find(" memory ") == std::string::npos || enabled.find(" pids ") == std::string::npos)
            parents.unified.reset();
    }
    return parents;
}

/// The name says who owns the group, for the reaper: pid and start time.
std::string ownerName(pid_t pid)
{
    const std::string stat = content("/proc/" + std::to_string(pid) + "/stat");
    const std::size_t end = stat.rfind(')');
    if (end == std::string::npos)
        return {};
    const std::vector<std::string> fields = split(std::string_view(stat).substr(end + 2), ' ');
    return std::to_string(pid) + "-" + (fields.size() > 19 ? fields[19] : "0");
}

void killMembers(const fs::path &folder)
{
    const std::string members = content(folder / "cgroup.procs");
    for (const std::string_view line : splitLines(members)) {
        pid_t pid = 0;
        std::from_chars(line.data(), line.data() + line.size(), pid);
        if (pid > 1)
            ::kill(pid, SIGKILL);
    }
}

} // namespace

bool ControlGroup::add(const fs::path &folder, const char *membersFile)
{
    if (::mkdir(folder.c_str(), 0755) != 0)
        return false;
    m_folders.push_back(folder);
    m_members.emplace_back(::open((folder / membersFile).c_str(), O_WRONLY | O_CLOEXEC));
    return m_members.back().valid();
}

std::unique_ptr<ControlGroup> ControlGroup::make(std::uint64_t memoryBytes, unsigned pids)
{
    if (::geteuid() != 0)
        return nullptr;
    const Parents parents = findParents();
    const std::string name = std::string(prefix) + ownerName(::getpid()) + "-" + newNonce(4);
    const std::string memory = std::to_string(memoryBytes);
    // bubblewrap's own two processes are in the group as well.
    const std::string processes = std::to_string(pids + 2);
    std::unique_ptr<ControlGroup> group(new ControlGroup);
    if (parents.unified) {
        put(*parents.unified / "cgroup.subtree_control", "+memory +pids");
        const fs::path folder = *parents.unified / name;
        if (!group->add(folder, "cgroup.procs") || !put(folder / "memory.max", memory) ||
            !put(folder / "pids.max", processes))
            return nullptr;
        put(folder / "memory.swap.max", "0");
        return group;
    }
    if (!parents.memory || !parents.pids)
        return nullptr;
    // A child that has one thread moves itself by `tasks` without the lock over all processes, for which
    // `cgroup.procs` waits 8 to 13 ms (measured).
    const char *threads = "tasks";
    const fs::path memoryFolder = *parents.memory / name;
    const fs::path pidsFolder = *parents.pids / name;
    if (!group->add(memoryFolder, threads) || !put(memoryFolder / "memory.limit_in_bytes", memory) ||
        !group->add(pidsFolder, threads) || !put(pidsFolder / "pids.max", processes))
        return nullptr;
    // Absent where the kernel does not count swap.
    put(memoryFolder / "memory.memsw.limit_in_bytes", memory);
    return group;
}

ControlGroup::~ControlGroup()
{
    m_members.clear();
    for (const fs::path &folder : m_folders)
        ::rmdir(folder.c_str());
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
        events.memoryKills += counted(folder / "memory.events", "oom_kill");
        events.memoryKills += counted(folder / "memory.oom_control", "oom_kill");
        events.pidRefusals += counted(folder / "pids.events", "max");
    }
    return events;
}

void ControlGroup::killAll() const
{
    for (const fs::path &folder : m_folders)
        killMembers(folder);
}

int reapControlGroups()
{
    if (::geteuid() != 0)
        return 0;
    int reaped = 0;
    const Parents parents = findParents();
    for (const auto &parent : {parents.unified, parents.memory, parents.pids}) {
        if (!parent)
            continue;
        std::error_code error;
        for (const auto &entry : fs::directory_iterator(*parent, error)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with(prefix))
                continue;
            const std::vector<std::string> parts = split(std::string_view(name).substr(prefix.size()), '-');
            pid_t pid = 0;
            std::from_chars(parts[0].data(), parts[0].data() + parts[0].size(), pid);
            const bool alive = parts.size() > 1 && ownerName(pid) == parts[0] + "-" + parts[1];
            if (alive)
                continue;
            killMembers(entry.path());
            // A group whose last process is still dying goes at the next start.
            if (::rmdir(entry.path().c_str()) == 0)
                ++reaped;
        }
    }
    return reaped;
}

} // namespace vouchsafe
