#pragma once
// Whether a run is alive in some process, and a socket by which another program cancels it.

#include "core/base/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

class QLocalServer;

namespace vouchsafe {

/// A process that runs a run: its id and its start time, so that a reused id is not taken for it.
struct RunOwner {
    long pid = 0;
    unsigned long long startTime = 0; ///< clock ticks since boot, field 22 of /proc/PID/stat

    bool operator==(const RunOwner &) const = default;
};

/// The process that has `run` under way; nothing where it has ended or died.
std::optional<RunOwner> runOwner(const std::string &run);

/// What to say where a command needs a finished run: to wait for it or stop it, or to go on with it where its
/// process is gone.
Error notFinished(const std::string &run);

/// Asks the run's process to cancel. RunUnknown where no process has it under way.
Status cancelRun(const std::string &run);

/// Listens for `cancel` while a run is under way in this process; needs this thread's event loop.
/// The socket and the owner's file lie in `$XDG_RUNTIME_DIR/vouchsafe`, else in a private folder below /tmp.
class RunControl {
public:
    static Result<std::unique_ptr<RunControl>> listen(const std::string &run, std::function<void()> cancel);
    ~RunControl();
    RunControl(const RunControl &) = delete;
    RunControl &operator=(const RunControl &) = delete;

private:
    RunControl(std::string run, std::function<void()> cancel);
    std::string m_run;
    std::function<void()> m_cancel;
    std::unique_ptr<QLocalServer> m_server;
};

} // namespace vouchsafe
