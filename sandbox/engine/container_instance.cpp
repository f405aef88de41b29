#include "sandbox/engine/container_instance.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/engine/container_check.h"
#include "sandbox/inside_frames.h"

#include <algorithm>

namespace vouchsafe {
namespace {

std::string environmentName(const std::string &variable)
{
    return variable.substr(0, variable.find('='));
}

std::string insideFolder(const std::string &root, const std::string &relative)
{
    return relative.empty() || relative == "." ? root : root + "/" + relative;
}

} // namespace

ContainerSandbox::ContainerSandbox(std::shared_ptr<const ContainerSetting> setting,
                                   std::shared_ptr<WorkspaceChoice> choice, WorkspaceSpec spec,
                                   SandboxPolicy policy, ContainerImage image)
    : m_setting(std::move(setting)),
      m_choice(std::move(choice)),
      m_spec(std::move(spec)),
      m_policy(std::move(policy)),
      m_image(std::move(image))
{
}

ContainerSandbox::~ContainerSandbox()
{
    terminate();
    m_held.reset();
}

Result<std::unique_ptr<ContainerSandbox>>
ContainerSandbox::open(std::shared_ptr<const ContainerSetting> setting,
                       std::shared_ptr<WorkspaceChoice> choice, const WorkspaceSpec &spec,
                       const SandboxPolicy &policy, ContainerImage image)
{
    WorkspacePlace place = choice->place;
    std::unique_ptr<ContainerSandbox> sandbox(
        new ContainerSandbox(std::move(setting), std::move(choice), spec, policy, std::move(image)));
    if (place == WorkspacePlace::Overlay && sandbox->needsCopy())
        place = WorkspacePlace::Folder;
    if (Status laid = sandbox->lay(place); !laid)
        return Failure(laid.error());
    return sandbox;
}

bool ContainerSandbox::needsCopy() const
{
    // No engine can mount a part of an overlay, and only as a mount of its own a folder above a read-only
    // path stays where it is.
    return m_spec.plainCopy || !takesVolumes(m_setting->engine, m_policy.runtime) ||
           std::any_of(m_spec.readOnly.begin(), m_spec.readOnly.end(),
                       [](const std::string &path) { return path.find('/') != std::string::npos; });
}

Status ContainerSandbox::lay(WorkspacePlace place)
{
    m_workspace.reset();
    m_place = place;
    auto made = place == WorkspacePlace::Volumes
                    ? makeVolumeWorkspace(m_setting, m_spec, m_policy, m_image)
                    : makeLocalWorkspace(m_setting, m_spec, m_policy, place == WorkspacePlace::Overlay);
    if (!made && made.error().code == ErrorCode::NotAvailable && place == WorkspacePlace::Overlay)
        return lay(WorkspacePlace::Folder);
    if (!made)
        return Failure(made.error());
    m_workspace = std::move(*made);
    return {};
}

bool ContainerSandbox::moveOn()
{
    if (m_laid || m_choice->proven || m_place == WorkspacePlace::Volumes || m_termination->asked)
        return false;
    m_held.reset();
    return lay(m_place == WorkspacePlace::Overlay ? WorkspacePlace::Folder : WorkspacePlace::Volumes)
        .has_value();
}

void ContainerSandbox::laid()
{
    m_laid = true;
    // A copy that was asked for says nothing about overlays.
    if (m_place == WorkspacePlace::Folder && needsCopy())
        return;
    m_choice->place = m_place;
    m_choice->proven = true;
}

Status ContainerSandbox::ready(const Command &command) const
{
    if (m_termination->asked)
        return fail(ErrorCode::Cancelled, "the sandbox was terminated");
    if (!m_workspace)
        return fail(ErrorCode::SandboxSetup, "the sandbox has no workspace");
    if (command.argv.empty())
        return fail(ErrorCode::CheckInvalid, "there is no command to run in the sandbox");
    for (const std::string &word : command.argv) {
        if (word.find('\0') != std::string::npos)
            return fail(ErrorCode::CheckInvalid, "a word of the command holds a NUL byte", shown(word));
    }
    return {};
}

Result<ContainerPlan> ContainerSandbox::plan()
{
    // One that waits is no other: nothing is alive beside it.
    auto mounts = m_workspace->mounts(m_live->any());
    if (!mounts)
        return Failure(mounts.error());
    auto plan = helperPlan(*m_setting, m_policy, m_image, m_workspace->user(), std::move(*mounts),
                           {"run", m_spec.insideRoot});
    if (!plan)
        return plan;
    for (const std::string &variable : m_policy.environment)
        plan->environment[environmentName(variable)] =
            variable.substr(std::min(environmentName(variable).size() + 1, variable.size()));
    if (!m_spec.path.empty())
        plan->environment["PATH"] = join(m_spec.path, ":") + ":" + m_image.path;
    m_wanted = wantedInside(*plan);
    return plan;
}

Result<ContainerProcess> ContainerSandbox::container(const std::stop_token &stop)
{
    if (m_held) {
        ContainerProcess process = std::move(*m_held);
        m_held.reset();
        return process;
    }
    auto made = plan();
    if (!made)
        return Failure(made.error());
    std::stop_source either;
    const std::stop_callback onStop(stop, [&] { either.request_stop(); });
    const std::stop_callback onTerminate(m_stop.get_token(), [&] { either.request_stop(); });
    return ContainerProcess::start(m_setting, m_live, *made, either.get_token());
}

void ContainerSandbox::hold()
{
    if (auto process = container({}))
        m_held.emplace(std::move(*process));
}

ContainerOrders ContainerSandbox::orders(const Command &command, std::uint32_t flags) const
{
    ContainerOrders orders;
    orders.nonce = newNonce();
    orders.runtime = m_policy.runtime;
    orders.frames = inside::frame(inside::Kind::Nonce, orders.nonce);
    if (!m_laid)
        orders.frames += m_workspace->files(m_spec.files);
    inside::CommandWords words;
    words.flags = flags | inside::flagReady | inside::flagInherit;
    words.workdir = insideFolder(m_spec.insideRoot, command.workdir);
    words.argv = command.argv;
    for (const auto &[name, value] : command.environment)
        words.variables.push_back(name + "=" + value);
    orders.frames += inside::commandFrame(words);
    return orders;
}

Result<RunResult> ContainerSandbox::runOnce(const Command &command, const std::stop_token &stop,
                                            OutputSink &output)
{
    auto process = container(stop);
    if (!process)
        return Failure(process.error());
    DiskWatch disk(*m_workspace, m_policy);
    auto end = watchContainer(*process, orders(command, 0), command, disk, m_termination->wake, stop, output);
    if (!end)
        return Failure(end.error());
    if (end->laid)
        laid();
    if (!end->runtime.empty())
        m_runtime = end->runtime;
    return std::move(end->result);
}

Result<RunResult> ContainerSandbox::run(const Command &command, std::stop_token stop, OutputSink &output)
{
    if (Status able = ready(command); !able)
        return Failure(able.error());
    auto first = runOnce(command, stop, output);
    for (auto result = first;; result = runOnce(command, stop, output)) {
        const bool failed = !result || result->ending == Ending::SetupFailed;
        // A start that was broken off fails in many ways; what was asked for is what counts.
        const bool cancelled = stop.stop_requested() || m_termination->asked ||
                               (!result && result.error().code == ErrorCode::Cancelled);
        if (failed && cancelled) {
            RunResult ended;
            ended.ending = Ending::Cancelled;
            return ended;
        }
        if (!failed || m_laid)
            return result;
        // What is told is why the best way failed, not the last resort.
        if (!moveOn())
            return first;
    }
}

Result<std::unique_ptr<Channel>> ContainerSandbox::start(const Command &command)
{
    if (Status able = ready(command); !able)
        return Failure(able.error());
    std::optional<Failure> first;
    do {
        auto process = container({});
        if (!process && !first)
            first = Failure(process.error());
        if (!process)
            continue;
        auto channel = ContainerChannel::open(std::move(*process), orders(command, inside::flagChannel),
                                              DiskWatch(*m_workspace, m_policy), m_termination);
        if (channel) {
            laid();
            return std::move(*channel);
        }
        if (!first)
            first = Failure(channel.error());
    } while (moveOn());
    return *first;
}

Result<FileSet> ContainerSandbox::collect(const CollectRequest &request)
{
    if (!m_workspace)
        return fail(ErrorCode::SandboxSetup, "the sandbox has no workspace");
    return m_workspace->collect(request);
}

Result<Attestation> ContainerSandbox::attest(std::stop_token stop)
{
    Attestation attestation;
    const Engine &engine = m_setting->engine;
    attestation.backend = engine.kind == Backend::Podman ? "podman" : "docker";
    attestation.runtime = m_policy.runtime.empty() ? engine.defaultRuntime : m_policy.runtime;
    attestation.image = m_image.id;
    attestation.engine = attestation.backend + " " + engine.version + (engine.rootless ? " rootless" : "");
    // What is wanted is known once the probe's container was planned, which is before its words are judged.
    auto seen = attestedBy(*this, attestation, m_wanted, std::move(stop));
    if (seen) {
        seen->runtime = m_runtime;
        seen->workspace = m_workspace->kind();
    }
    return seen;
}

void ContainerSandbox::terminate()
{
    m_termination->asked = true;
    m_termination->wake.wake();
    m_stop.request_stop();
    m_live->removeAll(*m_setting);
}

} // namespace vouchsafe
