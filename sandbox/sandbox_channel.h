#pragma once
// A process inside with a line to it: stdin and stdout. What it says is never evidence.

#include "core/ports/sandbox.h"
#include "sandbox/bubblewrap_process.h"
#include "sandbox/watchdog.h"

#include <atomic>
#include <memory>
#include <string>

namespace vouchsafe {

/// Shared by a sandbox and its channels: set once, from any thread, when the sandbox is terminated.
struct Termination {
    WakeUp wake;
    std::atomic<bool> asked = false;
};

/// Call from one thread at a time; must not outlive its sandbox' workspace.
class SandboxChannel final : public Channel {
public:
    struct Ends {
        Descriptor input;
        Descriptor output;
        Descriptor errors;
    };
    SandboxChannel(BubblewrapProcess process, Ends ends, Watchdog watchdog,
                   std::shared_ptr<const Termination> termination);
    ~SandboxChannel() override;

    Status write(std::string_view bytes) override;
    Result<std::string> readLine(std::chrono::milliseconds timeout, std::stop_token stop) override;
    void closeInput() override { m_ends.input.reset(); }

private:
    enum class Wait { Ready, Timeout, Cancelled, Ended };
    Wait waitFor(int fd, short events, std::chrono::steady_clock::time_point until, const WakeUp *cancelled);
    Failure ended(const char *what);

    BubblewrapProcess m_process;
    Ends m_ends;
    Watchdog m_watchdog;
    std::shared_ptr<const Termination> m_termination;
    std::string m_pending;   ///< read, not yet given out
    std::string m_lastWords; ///< end of stderr
    std::string m_limit;
};

} // namespace vouchsafe
