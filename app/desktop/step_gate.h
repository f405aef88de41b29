#pragma once
// Holds a run before a phase, or after an event, until a person goes on.

#include "core/ports/event_sink.h"
#include "core/ports/gate.h"
#include "ui/run_view.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace vouchsafe {

/// One per run, which it outlives. It must be the last of the run's sinks, so that what it holds after was
/// shown before. `goOn`, `pause` and `release` from any thread; the rest is called by the run.
class StepGate final : public Gate, public EventSink {
public:
    /// Called on the run's thread: where it is held, and nothing when it goes on.
    using Told = std::function<void(const std::optional<PausePoint> &)>;

    StepGate(Stride first, Told told);

    void goOn(Stride stride);
    void pause();   ///< before the next phase
    void release(); ///< for good: the run is being cancelled

    GateAnswer before(Phase phase, const RunState &state, std::stop_token stop) override;
    std::chrono::milliseconds held() const override;
    void event(const Event &event) override;

private:
    void hold(std::unique_lock<std::mutex> &lock, const PausePoint &point);
    void letGo();

    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    Told m_told;
    Stride m_stride;
    int m_iteration = 0; ///< the newest one that was seen
    bool m_newIteration = false;
    bool m_holding = false;
    bool m_released = false;
    std::chrono::steady_clock::time_point m_heldSince;
    std::chrono::milliseconds m_held{0};
};

} // namespace vouchsafe
