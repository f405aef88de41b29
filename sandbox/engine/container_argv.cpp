#include "sandbox/engine/container_argv.h"

#include "core/base/text.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace vouchsafe {
namespace {

constexpr std::string_view home = "/home/vs";
constexpr std::uint64_t sharedMemoryBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t homeBytes = std::uint64_t{128} << 20;
constexpr unsigned openFiles = 4096;
constexpr unsigned lockedBytes = 65536;
/// gVisor's own threads count against a container's processes, 7 to 12 for each inside, and reaching the
/// limit kills the sandbox without a word; the kernel's limit of processes is its own affair there.
constexpr unsigned threadsOfGvisor = 8;
constexpr unsigned fewestThreadsOfGvisor = 4096;

/// Appends words; every part of the policy is one function over it.
class Words {
public:
    void add(std::initializer_list<std::string_view> words)
    {
        for (const std::string_view word : words)
            m_words.emplace_back(word);
    }
    void add(const std::vector<std::string> &words)
    {
        m_words.insert(m_words.end(), words.begin(), words.end());
    }
    void limit(std::string_view name, std::uint64_t value)
    {
        const std::string number = std::to_string(value);
        add({"--ulimit", std::string(name) + "=" + number + ":" + number});
    }
    std::vector<std::string> take() { return std::move(m_words); }

private:
    std::vector<std::string> m_words;
};

bool isDocker(const Engine &engine)
{
    return engine.kind == Backend::Docker;
}

void addIdentity(Words &words, const ContainerPlan &plan)
{
    words.add({"--pull", "never", "--name", plan.name});
    for (const auto &[name, value] : plan.labels)
        words.add({"--label", name + "=" + value});
    // stdin is the line to life of our process 1. The engine keeps no copy of the output: nothing bounds it.
    words.add({"--interactive", "--tty=false", "--log-driver", "none", "--restart", "no", "--no-healthcheck",
               "--stop-signal", "SIGTERM", "--stop-timeout", "2"});
    // Engines can be set up to put a process 1 of theirs in front; its end would hide our command's.
    words.add({"--init=false"});
}

void addWalls(Words &words, const ContainerPlan &plan)
{
    words.add({"--privileged=false", "--network", "none", "--ipc", "private", "--cgroupns", "private",
               "--hostname", "vouchsafe", "--read-only", "--cap-drop", "ALL", "--security-opt",
               "no-new-privileges", "--security-opt", "seccomp=" + plan.seccompFile, "--user", plan.user});
    // docker has both private whatever is asked, and no word for it.
    if (!isDocker(plan.engine))
        words.add({"--pid", "private", "--uts", "private"});
}

/// The files of a mounted folder belong to the user; without this they are root's inside, and the command is
/// somebody who may not read them.
void addUserNamespace(Words &words, const ContainerPlan &plan)
{
    if (isDocker(plan.engine) || !plan.engine.rootless)
        return;
    const std::size_t colon = plan.user.find(':');
    assert(colon != std::string::npos);
    words.add(
        {"--userns", "keep-id:uid=" + plan.user.substr(0, colon) + ",gid=" + plan.user.substr(colon + 1)});
}

/// What an engine brings along by its own settings or its image's.
void addNothingElse(Words &words, const ContainerPlan &plan)
{
    const bool ownHosts =
        std::any_of(plan.mounts.begin(), plan.mounts.end(),
                    [](const ContainerMount &mount) { return mount.target == "/etc/hosts"; });
    if (isDocker(plan.engine)) {
        // The name servers and domains of the host would else be told. A documentation address answers at
        // once that there is no way to it.
        words.add({"--dns", "192.0.2.1", "--dns-search", "."});
    } else {
        words.add({"--http-proxy=false", "--env-host=false", "--systemd=false", "--read-only-tmpfs=false",
                   "--image-volume", "ignore"});
        if (ownHosts)
            words.add({"--no-hosts"});
        // podman refuses --dns where there is no network, and then copies the host's file.
        if (std::none_of(plan.mounts.begin(), plan.mounts.end(),
                         [](const ContainerMount &mount) { return mount.target == "/etc/resolv.conf"; }))
            words.add({"--mount", "type=bind,source=/dev/null,target=/etc/resolv.conf,readonly"});
    }
    if (!ownHosts)
        words.add({"--add-host", "vouchsafe:127.0.0.1"});
}

void addBounds(Words &words, const ContainerPlan &plan)
{
    const SandboxPolicy &policy = plan.policy;
    const bool gvisor = isGvisor(plan.engine, policy.runtime);
    const std::string memory = std::to_string(policy.memoryBytes);
    // The same number for both: no swap.
    words.add({"--memory", memory, "--memory-swap", memory});
    // By quota: for more processors than the machine has, --cpus is refused.
    if (plan.engine.processorLimit)
        words.add({"--cpu-period", "100000", "--cpu-quota", std::to_string(policy.cpuPercent * 1000ULL)});
    const unsigned pids =
        gvisor ? std::max(policy.pids * threadsOfGvisor, fewestThreadsOfGvisor) : policy.pids;
    words.add({"--pids-limit", std::to_string(pids), "--shm-size", std::to_string(sharedMemoryBytes)});
    words.limit("core", 0);
    words.limit("nofile", openFiles);
    words.limit("fsize", policy.fileBytes);
    words.limit("memlock", lockedBytes);
    words.limit("msgqueue", 0);
    // Elsewhere the kernel counts the processes of the desktop's user with the same number as well.
    if (gvisor)
        words.limit("nproc", policy.pids);
    else if (!isDocker(plan.engine) && plan.engine.mostProcesses != 0)
        words.limit("nproc", plan.engine.mostProcesses);
}

/// Executable: what is built there is run.
void addMemoryFolder(Words &words, const ContainerPlan &plan, std::string_view folder, std::uint64_t bytes,
                     const std::string &owned)
{
    std::string options = std::string(folder) + ":rw,exec,nosuid,nodev,size=" + std::to_string(bytes);
    // podman knows no limit of files; the memory limit counts them.
    if (isDocker(plan.engine))
        options += ",nr_inodes=" + std::to_string(plan.policy.workspaceFiles);
    words.add({"--tmpfs", options + "," + owned});
}

void addMemoryFolders(Words &words, const ContainerPlan &plan)
{
    addMemoryFolder(words, plan, "/tmp", plan.policy.tmpBytes, "mode=1777");
    // podman refuses an owner.
    std::string owned = "mode=1777";
    if (isDocker(plan.engine)) {
        const std::size_t colon = plan.user.find(':');
        owned = "uid=" + plan.user.substr(0, colon) + ",gid=" + plan.user.substr(colon + 1) + ",mode=0700";
    }
    addMemoryFolder(words, plan, home, homeBytes, owned);
}

/// One field of a line of comma separated values, as docker reads them.
std::string field(const std::string &text)
{
    if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
    return "\"" + replaceAll(text, "\"", "\"\"") + "\"";
}

void addImageVolumes(Words &words, const ContainerPlan &plan)
{
    if (!isDocker(plan.engine))
        return; // --image-volume ignore
    for (std::string folder : plan.imageVolumes) {
        while (folder.size() > 1 && folder.ends_with('/'))
            folder.pop_back();
        const bool taken = folder == "/tmp" || folder == home ||
                           std::any_of(plan.mounts.begin(), plan.mounts.end(),
                                       [&](const ContainerMount &mount) { return mount.target == folder; });
        // As a mount and not by --tmpfs, where an image could hide options in such a name.
        if (!taken)
            words.add({"--mount", "type=tmpfs," + field("target=" + folder) +
                                      ",readonly,tmpfs-size=4096,tmpfs-mode=0555"});
    }
}

/// What is mounted below a folder of the host is not ours to show. The word changed with docker 25.
std::string_view aloneWord(const Engine &engine)
{
    if (!isDocker(engine))
        return "bind-nonrecursive";
    const int major = std::atoi(engine.clientVersion.c_str());
    return major >= 25 ? "bind-recursive=disabled" : "bind-nonrecursive=true";
}

void addBind(Words &words, const Engine &engine, const ContainerMount &mount)
{
    const bool comma = (mount.source + mount.target).find(',') != std::string::npos;
    // podman has no way to write a comma in --mount, and none to write a colon in --volume.
    if (!isDocker(engine) && comma) {
        words.add(
            {"--volume", mount.source + ":" + mount.target + (mount.readOnly ? ":ro" : ":rw") + ",bind"});
        return;
    }
    words.add({"--mount", "type=bind," + field("source=" + mount.source) + "," +
                              field("target=" + mount.target) + (mount.readOnly ? ",readonly," : ",") +
                              std::string(aloneWord(engine))});
}

void addVolume(Words &words, const Engine &engine, const ContainerMount &mount)
{
    // Nothing of the image is copied into it.
    if (isDocker(engine))
        words.add({"--mount", "type=volume," + field("source=" + mount.source) + "," +
                                  field("target=" + mount.target) + (mount.readOnly ? ",readonly" : "") +
                                  ",volume-nocopy=true"});
    else
        words.add(
            {"--volume", mount.source + ":" + mount.target + (mount.readOnly ? ":ro" : ":rw") + ",nocopy"});
}

void addMounts(Words &words, const ContainerPlan &plan)
{
    for (const ContainerMount &mount : plan.mounts) {
        switch (mount.kind) {
        case ContainerMount::Kind::Bind:
            addBind(words, plan.engine, mount);
            break;
        case ContainerMount::Kind::Volume:
            addVolume(words, plan.engine, mount);
            break;
        case ContainerMount::Kind::Overlay:
            words.add({"--volume", mount.source + ":" + mount.target + ":O,upperdir=" + mount.upper +
                                       ",workdir=" + mount.work});
            break;
        }
    }
}

void addEnvironment(Words &words, const ContainerPlan &plan)
{
    std::map<std::string, std::string> all = {
        {"HOME", std::string(home)},
        {"TMPDIR", "/tmp"},
        {"LANG", "C.UTF-8"},
        {"TERM", "dumb"},
        {"CI", "1"},
        {"XDG_CACHE_HOME", std::string(home) + "/.cache"},
    };
    for (const auto &[name, value] : plan.environment)
        all.insert_or_assign(name, value);
    // Never a name alone: that would ask for the value that our own environment has.
    for (const auto &[name, value] : all)
        words.add({"--env", name + "=" + value});
}

} // namespace

bool isGvisor(const Engine &engine, const std::string &runtime)
{
    const std::string &used = runtime.empty() ? engine.defaultRuntime : runtime;
    return std::find(engine.gvisor.begin(), engine.gvisor.end(), used) != engine.gvisor.end();
}

std::vector<std::string> runtimeWords(const Engine &engine, const std::string &runtime)
{
    // A podman elsewhere has the runtime that it was given there.
    if (isDocker(engine) || engine.remote)
        return {};
    std::vector<std::string> words;
    if (!runtime.empty())
        words = {"--runtime", runtime};
    // Where it is registered with docker these stand in the daemon's settings. Without the second gVisor
    // ignores our system call filter.
    if (isGvisor(engine, runtime))
        words.insert(words.end(), {"--runtime-flag", "network=none", "--runtime-flag", "oci-seccomp"});
    return words;
}

bool canMount(const Engine &engine, const ContainerMount &mount)
{
    using Kind = ContainerMount::Kind;
    const auto has = [](const std::string &text, const char *any) {
        return text.find_first_of(any) != std::string::npos;
    };
    if (!mount.target.starts_with('/') || mount.source.empty())
        return false;
    // docker's reader of comma separated values joins the two.
    if (has(mount.source + mount.target, "\r\n"))
        return false;
    if (mount.kind == Kind::Overlay)
        return !isDocker(engine) && !engine.remote &&
               !has(mount.source + mount.target + mount.upper + mount.work, ",:\\");
    if (mount.kind == Kind::Bind && engine.remote)
        return false;
    if (isDocker(engine))
        return true;
    const std::string both = mount.source + mount.target;
    const bool inVolume = !has(both, ":\\");
    return mount.kind == Kind::Volume ? inVolume : inVolume || !has(both, ",");
}

Status takesVolumes(const Engine &engine, const std::string &runtime)
{
    if (isDocker(engine) || !isGvisor(engine, runtime))
        return {};
    return fail(ErrorCode::SandboxBackend, "podman cannot show volumes to gVisor",
                std::string(engine.remote ? "of another machine" : "without root") +
                    " the workspace would have to be one",
                "take docker with this runtime, or podman with another: --runtime");
}

Status mountable(const Engine &engine, const std::string &runtime, const std::vector<ContainerMount> &mounts)
{
    for (const ContainerMount &mount : mounts) {
        if (!canMount(engine, mount))
            return fail(ErrorCode::SandboxSetup, "the engine cannot be told to show a folder of this name",
                        shown(mount.source) + " as " + shown(mount.target));
        if (mount.kind != ContainerMount::Kind::Volume)
            continue;
        if (const Status takes = takesVolumes(engine, runtime); !takes)
            return takes;
    }
    return {};
}

std::vector<std::string> createArgv(const ContainerPlan &plan)
{
    Words words;
    words.add(runtimeWords(plan.engine, plan.policy.runtime));
    words.add({"create"});
    if (isDocker(plan.engine) && !plan.policy.runtime.empty())
        words.add({"--runtime", plan.policy.runtime});
    addIdentity(words, plan);
    addWalls(words, plan);
    addUserNamespace(words, plan);
    addNothingElse(words, plan);
    addBounds(words, plan);
    addMemoryFolders(words, plan);
    addImageVolumes(words, plan);
    addMounts(words, plan);
    addEnvironment(words, plan);
    words.add({"--workdir", plan.workdir, "--entrypoint", plan.entrypoint, plan.image});
    words.add(plan.arguments);
    return words.take();
}

std::vector<std::string> overlayVolumeArgv(const Engine &, const std::string &name,
                                           const std::vector<std::pair<std::string, std::string>> &labels,
                                           const std::vector<std::string> &lower, const std::string &upper,
                                           const std::string &work, bool fleeting)
{
    Words words;
    words.add({"volume", "create", "--driver", "local"});
    for (const auto &[label, value] : labels)
        words.add({"--label", label + "=" + value});
    // index=off: a kernel that indexes refuses an upper folder whose mount before did not end cleanly.
    words.add({"--opt", "type=overlay", "--opt", "device=overlay", "--opt",
               "o=lowerdir=" + join(lower, ":") + ",upperdir=" + upper + ",workdir=" + work +
                   ",userxattr,index=off" + (fleeting ? ",volatile" : ""),
               name});
    return words.take();
}

} // namespace vouchsafe
