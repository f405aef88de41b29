#include "sandbox/bubblewrap_argv.h"

#include "core/base/text.h"

#include <initializer_list>
#include <string_view>

namespace vouchsafe {
namespace {

constexpr std::string_view home = "/home/vs";
constexpr std::uint64_t sharedMemoryBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t homeBytes = std::uint64_t{128} << 20;

/// Appends words; every part of the policy is one function over it.
class Args {
public:
    void add(std::initializer_list<std::string_view> words)
    {
        for (const std::string_view word : words)
            m_words.emplace_back(word);
    }
    std::vector<std::string> take() { return std::move(m_words); }

private:
    std::vector<std::string> m_words;
};

void addNamespaces(Args &args)
{
    args.add({"--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net",
              "--unshare-cgroup-try", "--disable-userns", "--assert-userns-disabled", "--uid", "1000",
              "--gid", "1000", "--hostname", "vouchsafe", "--new-session", "--die-with-parent", "--cap-drop",
              "ALL"});
}

void addEnvironment(Args &args, const BubblewrapPlan &plan)
{
    args.add({"--clearenv"});
    for (const auto &[name, value] : environmentInside(plan.path, plan.environment))
        args.add({"--setenv", name, value});
}

void addSystem(Args &args, const BubblewrapPlan &plan)
{
    args.add({"--ro-bind", "/usr", "/usr"});
    for (const auto &[target, link] : plan.host.links)
        args.add({"--symlink", target, link});
    for (const std::string &folder : plan.host.folders)
        args.add({"--ro-bind", folder, folder});
    for (const std::string &folder : plan.host.etcFolders)
        args.add({"--ro-bind", folder, folder});
    for (const CopiedFile &file : plan.files)
        args.add({"--perms", "0444", "--file", std::to_string(file.descriptor), file.inside});
    if (!plan.host.localtime.empty())
        args.add({"--symlink", plan.host.localtime, "/etc/localtime"});
}

void addProc(Args &args, const HostLayout &host)
{
    args.add({"--proc", "/proc"});
    // Process 1 reports how the command ended. Whoever writes its memory writes that report; the filter keeps
    // ptrace off it, and these are the other door.
    for (const std::string_view memory : {"/proc/1/mem", "/proc/1/task/1/mem"})
        args.add({"--ro-bind", "/dev/null", memory});
    for (const std::string &file : host.hiddenFiles)
        args.add({"--ro-bind", "/dev/null", file});
    for (const std::string &folder : host.hiddenFolders)
        args.add({"--tmpfs", folder, "--remount-ro", folder});
}

void addMemoryFolders(Args &args, const SandboxPolicy &policy)
{
    args.add({"--dev", "/dev", "--perms", "1777", "--size", std::to_string(sharedMemoryBytes), "--tmpfs",
              "/dev/shm", "--remount-ro", "/dev"});
    args.add({"--perms", "1777", "--size", std::to_string(policy.tmpBytes), "--tmpfs", "/tmp"});
    args.add({"--perms", "0700", "--size", std::to_string(homeBytes), "--tmpfs", home});
}

void addWorkspace(Args &args, const BubblewrapPlan &plan)
{
    args.add({"--bind-fd", std::to_string(plan.workspaceDescriptor), plan.insideRoot});
    // Before the mounts, which may stand below one of these.
    for (const BoundPath &path : plan.fixed)
        args.add(
            {path.readOnly ? "--ro-bind-fd" : "--bind-fd", std::to_string(path.descriptor), path.inside});
    args.add({"--ro-bind", plan.toolsFolder, insideTools});
    args.add({"--bind", plan.reportsFolder, insideReports});
    for (const HostMount &mount : plan.mounts)
        args.add({mount.discardWrites ? "--bind" : "--ro-bind", mount.host.string(), mount.inside});
}

} // namespace

BubblewrapArgv bubblewrapArgv(const BubblewrapPlan &plan)
{
    Args args;
    addNamespaces(args);
    addEnvironment(args, plan);
    addSystem(args, plan);
    addProc(args, plan.host);
    addMemoryFolders(args, plan.policy);
    addWorkspace(args, plan);
    // Without this the root is a writable tmpfs without a size. /run is an empty folder of it.
    args.add({"--dir", "/run", "--remount-ro", "/", "--chdir", plan.workdir});

    BubblewrapArgv result;
    result.args = args.take();
    result.argv = {plan.program,
                   "--args",
                   std::to_string(plan.argsDescriptor),
                   "--json-status-fd",
                   std::to_string(plan.statusDescriptor),
                   "--seccomp",
                   std::to_string(plan.seccompDescriptor),
                   "--"};
    if (plan.innerProcesses) {
        const std::string count = std::to_string(*plan.innerProcesses);
        result.argv.insert(result.argv.end(), {"/usr/bin/prlimit", "--nproc=" + count + ":" + count, "--"});
    }
    result.argv.insert(result.argv.end(), plan.command.begin(), plan.command.end());
    return result;
}

std::map<std::string, std::string> environmentInside(const std::vector<std::string> &path,
                                                     const std::map<std::string, std::string> &more)
{
    std::vector<std::string> folders = path;
    folders.insert(folders.end(), {"/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"});
    std::map<std::string, std::string> all = {
        {"PATH", join(folders, ":")},
        {"HOME", std::string(home)},
        {"TMPDIR", "/tmp"},
        {"LANG", "C.UTF-8"},
        {"TERM", "dumb"},
        {"CI", "1"},
        {"XDG_CACHE_HOME", std::string(home) + "/.cache"},
    };
    for (const auto &[name, value] : more)
        all.insert_or_assign(name, value);
    return all;
}

std::string folderInside(const std::string &root, const std::string &relative)
{
    return relative.empty() || relative == "." ? root : root + "/" + relative;
}

std::vector<std::string> mountTargets(const HostLayout &host, const std::string &insideRoot,
                                      const std::vector<HostMount> &mounts)
{
    std::vector<std::string> targets = {"/",
                                        "/tmp",
                                        std::string(home),
                                        "/usr/",
                                        insideRoot + "/",
                                        std::string(insideTools),
                                        std::string(insideReports)};
    for (const auto *folders : {&host.folders, &host.etcFolders})
        for (const std::string &folder : *folders)
            targets.push_back(folder + "/");
    for (const HostMount &mount : mounts)
        targets.push_back(mount.inside + "/");
    return targets;
}

std::vector<std::pair<std::string, std::string>> syntheticEtc()
{
    return {
        {"/etc/passwd", "root:x:0:0:root:/:/usr/sbin/nologin\nvs:x:1000:1000:vs:/home/vs:/bin/sh\n"
                        "nobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n"},
        {"/etc/group", "root:x:0:\nvs:x:1000:\nnogroup:x:65534:\n"},
        {"/etc/hosts", "127.0.0.1 localhost vouchsafe\n::1 localhost\n"},
        {"/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"},
    };
}

} // namespace vouchsafe
