#include "sandbox/waiting_sandbox.h"

#include "sandbox/engine/container_workspace.h"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace vouchsafe {
namespace {

WorkspaceSpec withoutFiles(WorkspaceSpec spec)
{
    spec.files.clear();
    return spec;
}

ShownFolders shownBy(const Workspace &workspace)
{
    ShownFolders shown;
    if (auto mounts = workspace.mounts())
        shown.mounts = std::move(*mounts);
    for (const HostMount &mount : workspace.spec().mounts) {
        struct stat info {};
        if (::stat(mount.host.c_str(), &info) == 0)
            shown.folders.emplace_back(info.st_dev, info.st_ino);
    }
    return shown;
}

/// What failed ahead is tried again by who opens the sandbox, who says so if it fails again.
MadeAhead make(const BubblewrapSetting &setting, const WorkspaceSpec &spec, const SandboxPolicy &policy,
               const Identity &identity, bool overlay)
{
    MadeAhead made;
    auto workspace = Workspace::make(spec, identity, overlay);
    if (!workspace)
        return made;
    made.workspace = std::move(*workspace);
    made.shown = shownBy(*made.workspace);
    made.group = ControlGroup::make({policy.memoryBytes, policy.pids, policy.cpuPercent});
    // Without a namespace of its own the first program inside is prlimit, whose words are its own.
    if (made.workspace->userNamespace() < 0)
        return made;
    if (auto held = HeldCommand::start(setting, *made.workspace, policy, made.group.get()))
        made.held = std::make_unique<HeldCommand>(std::move(*held));
    return made;
}

/// What is mounted in the workspace already shows what stood there then.
bool standsWhereMounted(const WorkspaceSpec &spec)
{
    std::vector<std::string> places = spec.readOnly;
    for (const HostMount &mount : spec.mounts)
        if (const std::string place = placeInWorkspace(spec, mount); !place.empty())
            places.push_back(place);
    return std::any_of(spec.files.begin(), spec.files.end(), [&](const WorkspaceFile &file) {
        return std::any_of(places.begin(), places.end(), [&](const std::string &place) {
            return within(file.path, place) || within(place, file.path);
        });
    });
}

} // namespace

void WaitingSandbox::begin(std::shared_ptr<const BubblewrapSetting> setting, const WorkspaceSpec &spec,
                           const SandboxPolicy &policy, const Identity &identity, bool overlay)
{
    WorkspaceSpec wanted = withoutFiles(spec);
    std::future<MadeAhead> old; // goes after the lock: it may still be in the making
    const std::lock_guard lock(m_lock);
    if (m_made.valid() && m_spec == wanted && m_policy == policy)
        return;
    old = std::exchange(m_made, std::async(std::launch::async, [=, setting = std::move(setting)] {
                            return make(*setting, wanted, policy, identity, overlay);
                        }));
    m_spec = std::move(wanted);
    m_policy = policy;
}

MadeAhead WaitingSandbox::take(const WorkspaceSpec &spec, const SandboxPolicy &policy)
{
    std::future<MadeAhead> made;
    bool samePolicy = false;
    {
        const std::lock_guard lock(m_lock);
        if (!m_made.valid() || m_spec != withoutFiles(spec))
            return {};
        samePolicy = m_policy == policy;
        made = std::move(m_made);
    }
    MadeAhead ahead = made.get();
    if (!samePolicy || standsWhereMounted(spec))
        ahead.held.reset();
    if (!samePolicy)
        ahead.group.reset();
    if (!ahead.workspace || shownBy(*ahead.workspace) != ahead.shown || !ahead.workspace->layMore(spec.files))
        return {};
    return ahead;
}

void WaitingSandbox::drop()
{
    std::future<MadeAhead> old;
    const std::lock_guard lock(m_lock);
    old = std::move(m_made);
}

} // namespace vouchsafe
