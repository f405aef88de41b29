#include "sandbox/inside/counters.h"

#include "sandbox/inside/files.h"

namespace vouchsafe::inside {
namespace {

/// Whether a list with commas between has this word.
bool lists(std::string_view list, std::string_view word)
{
    while (!list.empty())
        if (takeUntil(list, ',') == word)
            return true;
    return false;
}

/// Of /proc/self/cgroup: `4:memory:/docker/4e9a`, for version 2 `0::/`.
std::string_view groupOf(std::string_view groups, std::string_view controller)
{
    while (!groups.empty()) {
        std::string_view line = takeLine(groups);
        takeUntil(line, ':');
        const std::string_view controllers = takeUntil(line, ':');
        if (controller.empty() ? controllers.empty() : lists(controllers, controller))
            return line;
    }
    return {};
}

/// Appends the folder that shows the own group of this controller (empty: version 2); false where none does.
/// A line of mountinfo is `36 35 98:0 /docker/4e9a /sys/fs/cgroup/memory ro master:1 - cgroup cgroup
/// rw,memory`.
bool folderOf(std::string_view mounts, std::string_view group, std::string_view controller, Bytes &folder)
{
    while (!mounts.empty()) {
        std::string_view line = takeLine(mounts);
        for (int skipped = 0; skipped < 3; ++skipped)
            takeWord(line);
        const std::string_view root = takeWord(line);
        const std::string_view place = takeWord(line);
        while (!line.empty() && takeWord(line) != "-") {
        }
        const std::string_view type = takeWord(line);
        takeWord(line);
        const bool meant =
            controller.empty() ? type == "cgroup2" : type == "cgroup" && lists(takeWord(line), controller);
        if (!meant)
            continue;
        folder.append(place);
        // The mount's root is the container's own group or one above it. A group beside it is not shown.
        if (group.starts_with(root) && root != "/")
            group.remove_prefix(root.size());
        folder.append(group);
        return true;
    }
    return false;
}

/// Of lines `name number`.
long valueOf(std::string_view text, std::string_view name)
{
    while (!text.empty()) {
        std::string_view line = takeLine(text);
        if (takeWord(line) != name)
            continue;
        long value = 0;
        for (const char digit : takeWord(line))
            if (digit >= '0' && digit <= '9')
                value = value * 10 + (digit - '0');
        return value;
    }
    return -1;
}

long counter(std::string_view controller, const char *file, std::string_view name)
{
    Bytes text;
    return readGroupFile(controller, file, text) ? valueOf(text.view(), name) : -1;
}

} // namespace

bool readGroupFile(std::string_view controller, const char *file, Bytes &into)
{
    Bytes groups;
    Bytes mounts;
    Bytes path;
    if (!readFile("/proc/self/cgroup", groups) || !readFile("/proc/self/mountinfo", mounts) ||
        !folderOf(mounts.view(), groupOf(groups.view(), controller), controller, path))
        return false;
    path.append("/");
    path.append(file);
    return readFile(path.text(), into);
}

Counters readCounters()
{
    Counters found{counter("", "pids.events", "max"), counter("", "memory.events", "oom_kill")};
    // Version 1, each by itself: on hybrid machines a version 2 without controllers is mounted too.
    if (found.pids < 0)
        found.pids = counter("pids", "pids.events", "max");
    if (found.oom < 0)
        found.oom = counter("memory", "memory.oom_control", "oom_kill");
    return found;
}

} // namespace vouchsafe::inside
