#pragma once
// One container with the helper as its process 1, from its creation to the moment when it is removed.

#include "core/base/result.h"
#include "sandbox/engine/container_setting.h"
#include "sandbox/engine/container_state.h"
#include "sandbox/process.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace vouchsafe {

/// Call from one thread at a time; LiveContainers may end it from another.
class ContainerProcess {
public:
    /// Creates the container and starts it with its streams attached to a client. The helper then waits for
    /// frames on `input`. A client that fails shows in `finish`. `created` comes between the two, and before
    /// it the first container of its shape is compared with the plan (container_check.h).
    static Result<ContainerProcess> start(
        std::shared_ptr<const ContainerSetting> setting, std::shared_ptr<LiveContainers> live,
        const ContainerPlan &plan, const std::stop_token &stop,
        const std::function<Status()> &created = [] { return Status(); });
    ContainerProcess(ContainerProcess &&) noexcept = default;
    ~ContainerProcess(); ///< nothing survives

    const std::string &name() const { return m_name; }
    Descriptor &input() { return m_input; } ///< a socket: closing it ends everything inside
    int output() const { return m_output.get(); }
    int errors() const { return m_errors.get(); }
    int endDescriptor() const { return m_client.descriptor(); } ///< readable once the client has ended

    /// The engine's record of the container as it is now.
    Result<ContainerState> state() const;
    void askToEnd() const; ///< SIGTERM to process 1, which passes it on to all
    void kill();           ///< everything, at once; the container is gone afterwards
    /// After the client has ended and the streams were read: the engine's record of the container, which is
    /// removed then. ErrorCode::SandboxSetup where the engine does not answer.
    Result<ContainerState> finish();

private:
    ContainerProcess(std::shared_ptr<const ContainerSetting> setting, std::shared_ptr<LiveContainers> live,
                     std::string name, Process client)
        : m_setting(std::move(setting)),
          m_live(std::move(live)),
          m_name(std::move(name)),
          m_client(std::move(client))
    {
    }
    void remove();

    std::shared_ptr<const ContainerSetting> m_setting; ///< null: moved from
    std::shared_ptr<LiveContainers> m_live;
    std::string m_name;
    Process m_client;
    Descriptor m_input;
    Descriptor m_output;
    Descriptor m_errors;
    bool m_removed = false;
};

} // namespace vouchsafe
