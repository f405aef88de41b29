#pragma once
// A run told to a person, line by line, or to a program as one event of JSON a line.

#include "core/events/event.h"
#include "core/ports/event_sink.h"

#include <chrono>
#include <iosfwd>
#include <string>

namespace vouchsafe {

/// Plain text. Control characters of outputs and names are shown, never sent.
class ConsoleSink final : public EventSink {
public:
    /// `progressEvery`: how often progress is told while it goes on; zero: each time.
    explicit ConsoleSink(std::ostream &out, std::chrono::milliseconds progressEvery = {});
    void event(const Event &event) override;

private:
    void tell(const RunStarted &event);
    void tell(const RunResumed &event);
    void tell(const PhaseStarted &event);
    void tell(const SandboxAttested &event);
    void tell(const BaselineReached &event);
    void tell(const ContextRetrieved &event);
    void tell(const PlanMade &event);
    void tell(const PatchProposed &event);
    void tell(const PatchRejected &event);
    void tell(const CheckFinished &event);
    void tell(const VerdictReached &event);
    void tell(const RouteDecided &event);
    void tell(const Noticed &event);
    void tell(const RunFinished &event);
    void tell(const HumanActed &event);
    template <typename Other>
    void tell(const Other &)
    {
    }
    /// `label` in a column of its own before each line of `text`.
    void say(const std::string &label, const std::string &text);

    std::ostream &m_out;
    std::chrono::milliseconds m_progressEvery;
    std::chrono::steady_clock::time_point m_lastProgress;
    std::string m_run;
};

/// Each event as it stands in the journal.
class JsonSink final : public EventSink {
public:
    explicit JsonSink(std::ostream &out) : m_out(out) {}
    void event(const Event &event) override;

private:
    std::ostream &m_out;
};

} // namespace vouchsafe
