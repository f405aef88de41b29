#include "sandbox/engine/container_sandbox.h"

#include "core/base/text.h"
#include "sandbox/engine/container_instance.h"
#include "sandbox/engine/container_owner.h"
#include "sandbox/layers.h"

#include <chrono>
#include <future>
#include <mutex>
#include <thread>

namespace vouchsafe {
namespace {

/// The sandbox that waits for the next `open`.
struct Waiting {
    WorkspaceSpec spec; ///< without files
    SandboxPolicy policy;
    std::future<std::unique_ptr<ContainerSandbox>> sandbox; ///< null: it failed
};

std::string startedText()
{
    using namespace std::chrono;
    return std::to_string(duration_cast<seconds>(system_clock::now().time_since_epoch()).count());
}

Result<std::shared_ptr<const ContainerSetting>> makeSetting(Identity identity, Engine engine,
                                                            const ContainerOwner &owner,
                                                            std::map<std::string, std::string> environment)
{
    auto scratch = ScratchFolder::make(identity);
    if (!scratch)
        return Failure(scratch.error());
    auto setting = std::make_shared<ContainerSetting>();
    setting->identity = std::move(identity);
    setting->engine = std::move(engine);
    setting->environment = std::move(environment);
    setting->labels = {
        {runLabel, owner.run}, {ownerLabel, ownerText(ownerMark())}, {startedLabel, startedText()}};
    setting->scratch.emplace(std::move(*scratch));
    return setting;
}

bool touchesReadOnly(const WorkspaceSpec &spec)
{
    for (const WorkspaceFile &file : spec.files)
        for (const std::string &path : spec.readOnly)
            if (within(file.path, path))
                return true;
    return false;
}

} // namespace

struct ContainerFactory::Shared {
    Result<std::shared_ptr<const ContainerSetting>> setting;
    ContainerImages images;
    std::shared_ptr<WorkspaceChoice> choice = std::make_shared<WorkspaceChoice>();
    std::mutex mutex;
    std::unique_ptr<Waiting> waiting;
    std::jthread reaper;

    Result<std::unique_ptr<ContainerSandbox>> make(const WorkspaceSpec &spec, const SandboxPolicy &policy);
    std::unique_ptr<ContainerSandbox> takeWaiting(const WorkspaceSpec &spec, const SandboxPolicy &policy);
};

Result<std::unique_ptr<ContainerSandbox>> ContainerFactory::Shared::make(const WorkspaceSpec &spec,
                                                                         const SandboxPolicy &policy)
{
    if (!setting)
        return Failure(setting.error());
    const Engine &engine = (*setting)->engine;
    if (policy.backend != Backend::Auto && policy.backend != engine.kind)
        return fail(ErrorCode::SandboxBackend, "this sandbox is of another container engine",
                    engine.endpoint);
    if (policy.image.empty())
        return fail(ErrorCode::SandboxBackend, "no container image was chosen", engine.endpoint,
                    "name one with --image");
    if (Status known = hasRuntime(engine, policy.runtime); !known)
        return Failure(known.error());
    auto image = images.find(**setting, policy);
    if (!image)
        return Failure(image.error());
    return ContainerSandbox::open(*setting, choice, spec, policy, std::move(*image));
}

std::unique_ptr<ContainerSandbox> ContainerFactory::Shared::takeWaiting(const WorkspaceSpec &spec,
                                                                        const SandboxPolicy &policy)
{
    std::unique_ptr<Waiting> taken;
    {
        WorkspaceSpec plain = spec;
        plain.files.clear();
        const std::lock_guard lock(mutex);
        // Read-only paths that the patch changes are copies of their own.
        if (!waiting || waiting->spec != plain || waiting->policy != policy || touchesReadOnly(spec))
            return nullptr;
        taken = std::move(waiting);
    }
    auto sandbox = taken->sandbox.get();
    if (sandbox)
        sandbox->give(spec.files);
    return sandbox;
}

ContainerFactory::ContainerFactory(Identity identity, Engine engine, ContainerOwner owner,
                                   std::map<std::string, std::string> environment)
    : m_shared(std::make_unique<Shared>())
{
    if (engine.remote || engine.rootless)
        m_shared->choice->place = WorkspacePlace::Volumes;
    m_shared->setting = makeSetting(identity, engine, owner, std::move(environment));
    // An engine that does not answer shows in `open`. Containers go first: they hold workspaces.
    m_shared->reaper = std::jthread([identity, engine](const std::stop_token &stop) {
        SystemProgram programs;
        static_cast<void>(reapContainers(engine, programs, stop));
        reapScratch(identity);
    });
}

ContainerFactory::~ContainerFactory() = default;

Result<std::unique_ptr<Sandbox>> ContainerFactory::open(const WorkspaceSpec &spec,
                                                        const SandboxPolicy &policy)
{
    if (auto waiting = m_shared->takeWaiting(spec, policy))
        return waiting;
    auto made = m_shared->make(spec, policy);
    if (!made)
        return Failure(made.error());
    return std::move(*made);
}

void ContainerFactory::warm(const WorkspaceSpec &workspace, const SandboxPolicy &policy)
{
    auto next = std::make_unique<Waiting>();
    next->spec = workspace;
    next->spec.files.clear();
    next->policy = policy;
    const std::lock_guard lock(m_shared->mutex);
    // The old one ends in the background, before the new one begins.
    next->sandbox = std::async(std::launch::async, [shared = m_shared.get(), spec = next->spec, policy,
                                                    old = std::move(m_shared->waiting)]() mutable {
        old.reset();
        auto made = shared->make(spec, policy);
        if (!made)
            return std::unique_ptr<ContainerSandbox>();
        (*made)->hold();
        return std::move(*made);
    });
    m_shared->waiting = std::move(next);
}

Result<std::filesystem::path> ContainerFactory::keepAsLayer(std::unique_ptr<Sandbox> sandbox,
                                                            const std::string &name)
{
    auto *own = dynamic_cast<ContainerSandbox *>(sandbox.get());
    if (own == nullptr || !m_shared->setting)
        return fail(ErrorCode::Internal, "this sandbox cannot be kept as a layer", shown(name));
    own->terminate();
    return keepLayer((*m_shared->setting)->identity, name,
                     [own](const std::filesystem::path &folder) { return own->workspace().keep(folder); });
}

} // namespace vouchsafe
