#pragma once
// Asked before each phase; the window steps, pauses and edits through it, headless always proceeds.

#include "core/events/run_state.h"

#include <stop_token>

namespace vouchsafe {

enum class GateAnswer { Proceed, Edited, Stop };

class Gate {
public:
    virtual ~Gate() = default;
    virtual GateAnswer before(Phase phase, const RunState &state, std::stop_token stop) = 0;
};

class OpenGate final : public Gate {
public:
    GateAnswer before(Phase, const RunState &, std::stop_token) override { return GateAnswer::Proceed; }
};

} // namespace vouchsafe
