#pragma once
// Asked before each phase; the window steps, pauses and edits through it, headless always proceeds.

#include "core/events/run_state.h"

#include <chrono>
#include <stop_token>

namespace vouchsafe {

enum class GateAnswer { Proceed, Edited, Stop };

class Gate {
public:
    virtual ~Gate() = default;
    virtual GateAnswer before(Phase phase, const RunState &state, std::stop_token stop) = 0;
    /// How long a person has held the run so far, the present hold included; the run's time does not count
    /// it. From any thread.
    virtual std::chrono::milliseconds held() const { return {}; }
};

class OpenGate final : public Gate {
public:
    GateAnswer before(Phase, const RunState &, std::stop_token) override { return GateAnswer::Proceed; }
};

} // namespace vouchsafe
