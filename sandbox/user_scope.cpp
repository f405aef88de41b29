#include "sandbox/user_scope.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/cgroup_file.h"

#include <chrono>
#include <sys/stat.h>
#include <thread>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

using namespace std::chrono_literals;

constexpr const char *busctl = "/usr/bin/busctl";
constexpr const char *leaf = "program";
constexpr const char *remedy = "needs systemd's user manager with cgroup v2 (`systemctl --user status` "
                               "answers) and the controllers memory "
                               "and pids delegated to it; until then limits are watched by vouchsafe itself";

tl::unexpected<Error> unavailable(const std::string &why)
{
    return fail(ErrorCode::NotAvailable, "systemd gives this program no control group", why, remedy);
}

/// Of the whole environment only what leads to the user's bus.
std::map<std::string, std::string> busEnvironment(const std::map<std::string, std::string> &environment)
{
    std::map<std::string, std::string> bus;
    for (const char *name : {"XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"})
        if (const auto value = environment.find(name); value != environment.end())
            bus.insert(*value);
    return bus;
}

bool cameInto(const CgroupView &view, std::stop_token stop)
{
    // The manager answers when the job is queued, which is before the process is moved.
    for (const auto end = std::chrono::steady_clock::now() + 2s; std::chrono::steady_clock::now() < end;) {
        if (findCgroupPlace(view).unified)
            return true;
        if (stop.stop_requested())
            return false;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

/// The scope with its processes moved away and its controllers handed to its children.
Status handDown(const CgroupView &view)
{
    const fs::path scope = *findCgroupPlace(view).unified;
    const fs::path own = scope / leaf;
    if (::mkdir(own.c_str(), 0755) == 0 && view.made)
        view.made(own);
    if (!writeCgroup(own / "cgroup.procs", std::to_string(view.self)))
        return unavailable("this program cannot move itself within " + scope.string());
    if (!writeCgroup(scope / "cgroup.subtree_control", "+memory") ||
        !writeCgroup(scope / "cgroup.subtree_control", "+pids"))
        return unavailable("memory and processes cannot be limited below " + scope.string());
    return {};
}

bool handedDown(const CgroupView &view)
{
    const std::optional<std::string> path = unifiedPath(cgroupText(view.root / "proc/self/cgroup"));
    return path && path->ends_with(std::string(".scope/") + leaf) && findCgroupPlace(view).unified;
}

} // namespace

std::vector<std::string> startScopeArguments(const std::string &unit, pid_t process)
{
    return {"--user",
            "--timeout=5",
            "call",
            "org.freedesktop.systemd1",
            "/org/freedesktop/systemd1",
            "org.freedesktop.systemd1.Manager",
            "StartTransientUnit",
            "ssa(sv)a(sa(sv))",
            unit,
            "fail",
            "4",
            "Description",
            "s",
            "Vouchsafe and its sandboxes",
            "Delegate",
            "b",
            "true",
            "PIDs",
            "au",
            "1",
            std::to_string(process),
            "CollectMode",
            "s",
            "inactive-or-failed",
            "0"};
}

Status enterUserScope(HostProgram &programs, const std::map<std::string, std::string> &environment,
                      std::stop_token stop, const CgroupView &view)
{
    if (view.privileged || handedDown(view))
        return {};
    if (!unifiedPath(cgroupText(view.root / "proc/self/cgroup")))
        return unavailable("this system has no cgroup v2");
    const std::map<std::string, std::string> bus = busEnvironment(environment);
    if (!bus.contains("XDG_RUNTIME_DIR"))
        return unavailable("XDG_RUNTIME_DIR is not set, so there is no user manager to ask");
    if (!findCgroupPlace(view).unified) {
        const std::string unit = scopePrefix(view.self) + newNonce(4) + ".scope";
        const Result<HostResult> asked =
            programs.run({busctl, startScopeArguments(unit, view.self), bus, {}, 10s}, stop);
        if (!asked)
            return unavailable(asked.error().what + ": " + asked.error().context);
        if (asked->exitCode != 0)
            return unavailable(std::string(trimmed(toUtf8Lossy(asked->errors))));
        if (!cameInto(view, stop))
            return unavailable("the scope was started, but memory and processes are not delegated to it");
    }
    return handDown(view);
}

} // namespace vouchsafe
