#pragma once
// A process in a container with a line to it: stdin and stdout. What it says is never evidence.

#include "core/ports/sandbox.h"
#include "sandbox/engine/container_process.h"
#include "sandbox/engine/container_run.h"
#include "sandbox/engine/disk_watch.h"
#include "sandbox/sandbox_channel.h"

#include <memory>
#include <string>

namespace vouchsafe {

/// Call from one thread at a time; must not outlive its sandbox' workspace.
class ContainerChannel final : public Channel {
public:
    /// Waits until the helper is ready and lets the command start. ErrorCode::SandboxBackend where another
    /// runtime holds it than `orders` ask for.
    static Result<std::unique_ptr<ContainerChannel>> open(ContainerProcess process,
                                                          const ContainerOrders &orders, DiskWatch disk,
                                                          std::shared_ptr<const Termination> termination);

    Status write(std::string_view bytes) override;
    Result<std::string> readLine(std::chrono::milliseconds timeout, std::stop_token stop) override;
    void closeInput() override { m_process.input().reset(); }

private:
    enum class Wait { Ready, Timeout, Cancelled, Ended };
    using Time = std::chrono::steady_clock::time_point;

    ContainerChannel(ContainerProcess process, const std::string &nonce, DiskWatch disk,
                     std::shared_ptr<const Termination> termination)
        : m_process(std::move(process)), m_nonce(nonce), m_disk(disk), m_termination(std::move(termination))
    {
    }
    Status becomeReady(std::string frames, const std::string &runtime);
    Status usesRuntime(const std::string &runtime) const;
    Wait waitFor(int fd, short events, Time until, const WakeUp *cancelled);
    bool readMore(); ///< false at the end of stdout
    Failure ended(const char *what);

    ContainerProcess m_process;
    std::string m_nonce;
    DiskWatch m_disk;
    std::shared_ptr<const Termination> m_termination;
    std::string m_pending; ///< read, not yet given out
    std::string m_errors;  ///< end of stderr
    bool m_errorsEnded = false;
    std::string m_limit; ///< that was passed
};

} // namespace vouchsafe
