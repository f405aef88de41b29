#include "sandbox/engine/container_workspace.h"

#include "sandbox/inside_frames.h"

namespace vouchsafe {

Result<ContainerPlan> helperPlan(const ContainerSetting &setting, const SandboxPolicy &policy,
                                 const ContainerImage &image, std::string user,
                                 std::vector<ContainerMount> mounts, std::vector<std::string> arguments)
{
    if (Status able = mountable(setting.engine, policy.runtime, mounts); !able)
        return Failure(able.error());
    if (setting.engine.kind == Backend::Podman && !setting.engine.remote) {
        auto hosts = setting.hostsFile();
        if (!hosts)
            return Failure(hosts.error());
        mounts.push_back({ContainerMount::Kind::Bind, std::move(*hosts), "/etc/hosts"});
    }
    auto filter = setting.seccompFile(policy.runtime);
    if (!filter)
        return Failure(filter.error());
    ContainerPlan plan;
    plan.engine = setting.engine;
    plan.policy = policy;
    plan.name = containerName();
    plan.labels = setting.labels;
    plan.image = image.id;
    plan.imageVolumes = image.volumes;
    plan.imageEnvironment = image.environment;
    plan.imageAnnotations = image.annotations;
    plan.seccompFile = std::move(*filter);
    plan.user = std::move(user);
    plan.workdir = "/";
    plan.mounts = std::move(mounts);
    plan.entrypoint = inside::programPath;
    plan.arguments = std::move(arguments);
    return plan;
}

bool within(const std::string &path, const std::string &folder)
{
    return path == folder || path.starts_with(folder + "/");
}

std::string placeInWorkspace(const WorkspaceSpec &spec, const HostMount &mount)
{
    if (!mount.inside.starts_with('/'))
        return mount.inside;
    const std::string root = spec.insideRoot + "/";
    return mount.inside.starts_with(root) ? mount.inside.substr(root.size()) : std::string();
}

std::string filesAsFrames(const std::string &root, const std::vector<WorkspaceFile> &files)
{
    std::string frames;
    for (const WorkspaceFile &file : files)
        if (file.remove)
            frames += inside::pathFrame(inside::Kind::Remove, root + "/" + file.path);
    for (const WorkspaceFile &file : files) {
        if (file.remove)
            continue;
        const unsigned plain = (file.mode & 0111) != 0 ? 0755 : 0644;
        frames +=
            inside::fileFrames(root + "/" + file.path, file.mode == 0120000 ? file.mode : plain, file.bytes);
    }
    return frames;
}

} // namespace vouchsafe
