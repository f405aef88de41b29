#include "sandbox/engine/container_check.h"

#include "core/base/text.h"
#include "sandbox/engine/engine_json.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

constexpr const char *enginesPath = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

std::string place(const std::string &path)
{
    std::string normal = fs::path(path).lexically_normal().string();
    while (normal.size() > 1 && normal.ends_with('/'))
        normal.pop_back();
    return normal;
}

/// What the engine was told behind each `option`.
std::vector<std::string> told(const ContainerPlan &plan, std::string_view option)
{
    std::vector<std::string> values;
    const std::vector<std::string> words = createArgv(plan);
    for (std::size_t i = 0; i + 1 < words.size() && words[i] != plan.image; ++i)
        if (words[i] == option)
            values.push_back(words[++i]);
    return values;
}

std::vector<std::string> memoryFolders(const ContainerPlan &plan)
{
    std::vector<std::string> folders;
    for (const std::string &value : told(plan, "--tmpfs"))
        folders.push_back(place(value.substr(0, value.find(':'))));
    return folders;
}

bool holds(const std::vector<std::string> &list, const std::string &text)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

bool sameSource(const std::string &planned, const std::string &found)
{
    std::error_code error;
    // An engine in a virtual machine of its own puts the way to this machine's folders in front.
    return found == planned || found.ends_with(planned) || fs::equivalent(planned, found, error);
}

/// Collects what is there too many.
class Comparison {
public:
    explicit Comparison(const ContainerPlan &plan) : m_plan(plan), m_memory(memoryFolders(plan)) {}

    void mount(const Json &found)
    {
        const std::string at = place(jsonText(found, {"Destination"}));
        const std::string kind = jsonText(found, {"Type"});
        const std::string source = jsonText(found, {kind == "volume" ? "Name" : "Source"});
        const bool cover = std::any_of(m_plan.imageVolumes.begin(), m_plan.imageVolumes.end(),
                                       [&](const std::string &folder) { return place(folder) == at; });
        if (kind == "tmpfs" && (cover || holds(m_memory, at)))
            return;
        if (isPodman() && at == "/etc/resolv.conf" && source == "/dev/null")
            return;
        for (const ContainerMount &mount : m_plan.mounts) {
            if (place(mount.target) != at)
                continue;
            const bool same = mount.kind == ContainerMount::Kind::Overlay ||
                              (mount.kind == ContainerMount::Kind::Volume
                                   ? kind == "volume" && source == mount.source
                                   : kind == "bind" && sameSource(mount.source, source));
            if (same && (!mount.readOnly || !jsonTrue(found, {"RW"})))
                return;
        }
        add((source.empty() ? kind : source) + " at " + at);
    }

    void memory(const Json &folders)
    {
        for (const auto &[folder, options] : folders.items())
            if (!holds(m_memory, place(folder)))
                add("tmpfs at " + folder);
    }

    void variables(const Json &found)
    {
        std::vector<std::string> allowed = told(m_plan, "--env");
        allowed.emplace_back(enginesPath);
        for (const std::string &variable : m_plan.imageEnvironment) {
            allowed.push_back(variable);
            allowed.push_back(variable + "=");
        }
        for (const Json &entry : found) {
            const std::string variable = entry.is_string() ? entry.get<std::string>() : std::string("?");
            const std::string name = variable.substr(0, variable.find('='));
            const bool engines = isPodman() && (name == "container" || name == "HOSTNAME");
            if (!engines && !holds(allowed, variable))
                add("the variable " + name); // its value may be a secret
        }
    }

    void annotations(const Json &found)
    {
        for (const auto &[name, value] : found.items()) {
            const auto begins = [&](std::string_view start) { return name.starts_with(start); };
            const bool engines = begins("io.podman.annotations.") || begins("io.kubernetes.cri-o.") ||
                                 begins("org.opencontainers.image.") || name == "io.container.manager";
            // A runtime takes these for orders, whoever wrote them.
            const bool order = begins("run.oci.") || begins("dev.gvisor.") || begins("org.systemd.property.");
            if (order || (!engines && !holds(m_plan.imageAnnotations, name)))
                add("the annotation " + name);
        }
    }

    void none(const Json &host, const char *list, const char *what, const char *name)
    {
        for (const Json &entry : jsonAt(host, {list}))
            add(std::string(what) + " " +
                (entry.is_string() ? entry.get<std::string>() : jsonText(entry, {name})));
    }

    void rights(const Json &host)
    {
        none(host, "Devices", "the device", "PathInContainer");
        none(host, "DeviceRequests", "the device", "Driver");
        none(host, "DeviceCgroupRules", "the device", "");
        none(host, "CapAdd", "the capability", "");
        none(host, "VolumesFrom", "the volumes of", "");
        none(host, "Links", "the link to", "");
        if (jsonAt(host, {"Privileged"}) != false)
            add("all privileges");
        if (const std::string mode = jsonText(host, {"NetworkMode"}); mode != "none")
            add("the network " + mode);
        for (const char *space : {"PidMode", "IpcMode", "UTSMode", "UsernsMode"}) {
            const std::string mode = jsonText(host, {space});
            if (mode == "host" || mode.starts_with("container:") || mode.starts_with("ns:"))
                add(std::string(space) + " " + mode);
        }
    }

    const std::vector<std::string> &added() const { return m_added; }

private:
    bool isPodman() const { return m_plan.engine.kind == Backend::Podman; }
    void add(const std::string &what) { m_added.push_back(shown(what)); }

    const ContainerPlan &m_plan;
    std::vector<std::string> m_memory;
    std::vector<std::string> m_added;
};

} // namespace

Status checkContainer(const ContainerPlan &plan, std::string_view inspected)
{
    const Json list = Json::parse(inspected, nullptr, false);
    const Json found = list.is_array() && list.size() == 1 ? list[0] : Json();
    const Json host = jsonAt(found, {"HostConfig"});
    const Json config = jsonAt(found, {"Config"});
    const Json mounts = jsonAt(found, {"Mounts"});
    const bool podman = plan.engine.kind == Backend::Podman;
    if (!host.is_object() || !config.is_object() || !mounts.is_array())
        return fail(ErrorCode::SandboxSetup, "the engine does not describe a container that it made",
                    shown(std::string(inspected.substr(0, 200))));
    Comparison comparison(plan);
    for (const Json &mount : mounts)
        comparison.mount(mount);
    comparison.memory(jsonAt(host, {"Tmpfs"}));
    comparison.variables(jsonAt(config, {"Env"}));
    comparison.annotations(jsonAt(config, {"Annotations"}));
    comparison.annotations(jsonAt(host, {"Annotations"}));
    comparison.rights(host);
    if (comparison.added().empty())
        return {};
    return fail(ErrorCode::SandboxSetup, "the engine puts into containers what was not asked for",
                join(comparison.added(), ", "),
                podman ? "take it out of podman's settings (containers.conf, mounts.conf), or choose another "
                         "sandbox with --sandbox"
                       : "take it out of the engine's settings, or choose another sandbox with --sandbox");
}

std::string containerShape(const ContainerPlan &plan)
{
    std::string shape = plan.engine.endpoint + "\n" + plan.image + "\n" + plan.user + "\n" +
                        canonicalJson(plan.policy) + "\n" + plan.entrypoint + "\n";
    for (const ContainerMount &mount : plan.mounts)
        shape += std::to_string(static_cast<int>(mount.kind)) + (mount.readOnly ? " ro " : " rw ") +
                 mount.target + "\n";
    for (const auto &[name, value] : plan.environment)
        shape += name + "=" + value + "\n";
    return shape;
}

WantedInside wantedInside(const ContainerPlan &plan)
{
    WantedInside wanted;
    wanted.gvisor = isGvisor(plan.engine, plan.policy.runtime);
    wanted.memoryBytes = plan.policy.memoryBytes;
    for (const std::string &pids : told(plan, "--pids-limit"))
        std::from_chars(pids.data(), pids.data() + pids.size(), wanted.pids);
    // The engines' own, and where an image's link leads one of them.
    wanted.mounts = {"/",
                     "/etc/hosts",
                     "/etc/hostname",
                     "/etc/resolv.conf",
                     "/etc/passwd",
                     "/etc/group",
                     "/etc/localtime",
                     "/run/.containerenv",
                     "/run/systemd/resolve/stub-resolv.conf",
                     "/run/systemd/resolve/resolv.conf",
                     "/run/resolvconf/resolv.conf"};
    for (const ContainerMount &mount : plan.mounts)
        wanted.mounts.push_back(place(mount.target));
    for (const std::string &folder : plan.imageVolumes)
        wanted.mounts.push_back(place(folder));
    for (const std::string &folder : memoryFolders(plan))
        wanted.mounts.push_back(folder);
    return wanted;
}

} // namespace vouchsafe
