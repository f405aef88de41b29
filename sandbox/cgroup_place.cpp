#include "sandbox/cgroup_place.h"

#include "core/base/text.h"
#include "sandbox/cgroup_file.h"

#include <unistd.h>
#include <vector>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

bool listed(const std::string &list, const char *word)
{
    return (" " + list + " ").find(std::string(" ") + word + " ") != std::string::npos;
}

/// The part of the own path that ends at the scope which systemd made for this process.
std::optional<std::string> ownScope(std::string_view ownGroups, pid_t self)
{
    const std::optional<std::string> path = unifiedPath(ownGroups);
    if (!path)
        return std::nullopt;
    std::string scope;
    for (const std::string &part : split(*path, '/')) {
        if (part.empty())
            continue;
        scope += "/" + part;
        if (part.starts_with(scopePrefix(self)) && part.ends_with(".scope"))
            return scope;
    }
    return std::nullopt;
}

} // namespace

CgroupView CgroupView::ofSystem()
{
    CgroupView view;
    view.self = ::getpid();
    view.privileged = ::geteuid() == 0;
    return view;
}

std::string scopePrefix(pid_t pid)
{
    return "vouchsafe-" + std::to_string(pid) + "-";
}

std::optional<std::string> unifiedPath(std::string_view ownGroups)
{
    for (const std::string_view line : splitLines(ownGroups))
        if (line.starts_with("0::/"))
            return std::string(line.substr(3));
    return std::nullopt;
}

CgroupPlace cgroupPlace(std::string_view mountinfo, std::string_view ownGroups, bool privileged, pid_t self)
{
    CgroupPlace place;
    for (const std::string_view line : splitLines(mountinfo)) {
        const std::vector<std::string> fields = split(line, ' ');
        const std::size_t dash = line.find(" - ");
        if (fields.size() < 6 || dash == std::string_view::npos)
            continue;
        const std::vector<std::string> tail = split(line.substr(dash + 3), ' ');
        if (tail.size() < 3)
            continue;
        const std::string controllers = replaceAll(tail[2], ",", " ");
        if (tail[0] == "cgroup2")
            place.unified = fields[4];
        if (tail[0] != "cgroup")
            continue;
        if (listed(controllers, "memory"))
            place.memory = fields[4];
        if (listed(controllers, "pids"))
            place.pids = fields[4];
        if (listed(controllers, "cpu"))
            place.cpu = fields[4];
    }
    if (privileged)
        return place;
    // Nobody but root may make groups of v1, and of v2 only what systemd gave away.
    const std::optional<std::string> scope = ownScope(ownGroups, self);
    if (!place.unified || !scope)
        return {};
    return {fs::path(place.unified->string() + *scope), {}, {}, {}};
}

CgroupPlace findCgroupPlace(const CgroupView &view)
{
    const fs::path self = view.root / "proc/self";
    CgroupPlace place =
        cgroupPlace(cgroupText(self / "mountinfo"), cgroupText(self / "cgroup"), view.privileged, view.self);
    for (auto *path : {&place.unified, &place.memory, &place.pids, &place.cpu})
        if (*path)
            *path = view.root / (*path)->relative_path();
    if (place.unified) {
        // v2 has the controllers that v1 does not hold.
        const std::string has(trimmed(cgroupText(*place.unified / "cgroup.controllers")));
        if (!listed(has, "memory") || !listed(has, "pids"))
            place.unified.reset();
    }
    return place;
}

} // namespace vouchsafe
