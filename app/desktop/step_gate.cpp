#include "app/desktop/step_gate.h"

#include "core/events/event_json.h"

namespace vouchsafe {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

StepGate::StepGate(Stride first, Told told) : m_told(std::move(told)), m_stride(first)
{
}

void StepGate::goOn(Stride stride)
{
    const std::scoped_lock lock(m_mutex);
    m_stride = stride;
    m_newIteration = false;
    letGo();
}

void StepGate::pause()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_holding)
        m_stride = Stride::NextPhase;
}

void StepGate::release()
{
    const std::scoped_lock lock(m_mutex);
    m_released = true;
    letGo();
}

GateAnswer StepGate::before(Phase phase, const RunState &state, std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    const int newest = state.iterations.empty() ? 0 : state.iterations.back().number;
    m_newIteration = m_newIteration || (newest > m_iteration && m_iteration > 0);
    m_iteration = newest;
    if (m_stride == Stride::NextPhase || (m_stride == Stride::NextIteration && m_newIteration))
        hold(lock, {phase, {}});
    // What was judged is routed even when the run is cancelled at that moment.
    const bool stopped = phase != Phase::Route && (stop.stop_requested() || m_released);
    return stopped ? GateAnswer::Stop : GateAnswer::Proceed;
}

std::chrono::milliseconds StepGate::held() const
{
    const std::scoped_lock lock(m_mutex);
    const auto present = m_holding ? steady_clock::now() - m_heldSince : steady_clock::duration{};
    return m_held + duration_cast<milliseconds>(present);
}

void StepGate::event(const Event &event)
{
    const auto *notice = std::get_if<Noticed>(&event.body);
    if (std::holds_alternative<RunFinished>(event.body) ||
        (notice != nullptr && notice->level == Noticed::Level::Progress))
        return;
    std::unique_lock lock(m_mutex);
    if (m_stride == Stride::NextEvent)
        hold(lock, {std::nullopt, std::string(eventKind(event.body))});
}

// A cancelled run is let go by `release`, so there is one way to wake and no stop token to wait with.
void StepGate::hold(std::unique_lock<std::mutex> &lock, const PausePoint &point)
{
    if (m_released)
        return;
    m_holding = true;
    m_heldSince = steady_clock::now();
    lock.unlock();
    m_told(point);
    lock.lock();
    m_wake.wait(lock, [this] { return !m_holding; });
    lock.unlock();
    m_told(std::nullopt);
    lock.lock();
}

void StepGate::letGo()
{
    if (m_holding)
        m_held += duration_cast<milliseconds>(steady_clock::now() - m_heldSince);
    m_holding = false;
    m_wake.notify_all();
}

} // namespace vouchsafe
