#pragma once
// A run on a thread of its own.

#include "core/base/result.h"
#include "core/events/run_state.h"

#include <QThread>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace vouchsafe {

/// Runs one task to its stop reason on a thread of its own, a QThread because adapters wait in local event
/// loops there. Call from one thread, `cancel` from any. The destructor cancels and waits.
class Session {
public:
    using Work = std::function<Result<RunState>(std::stop_token)>;

    explicit Session(Work work);
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    /// `ended` is called on the run's thread when the work is over.
    void start(std::function<void()> ended = {});
    void cancel() { m_stop.request_stop(); }
    /// Waits for the end; what the work returned.
    const Result<RunState> &wait();

private:
    Work m_work;
    std::stop_source m_stop;
    std::optional<Result<RunState>> m_result;
    std::unique_ptr<QThread> m_thread;
};

} // namespace vouchsafe
