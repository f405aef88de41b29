#pragma once
// Who is told of a run's events, and where adapters report from.

#include "core/events/event.h"
#include "core/ports/sandbox.h"

#include <string_view>

namespace vouchsafe {

/// Live output of a check, as it comes; never part of the journal.
struct OutputChunk {
    int iteration = 0;    ///< 0: baseline
    std::string_view run; ///< ProofRun::name
    int check = 0;        ///< from 1
    Stream stream = Stream::Out;
    std::string_view bytes; ///< like `run` valid during the call
};

/// Called on the run's thread, events in order and after they are in the journal.
class EventSink {
public:
    virtual ~EventSink() = default;
    virtual void event(const Event &event) = 0;
    virtual void output(const OutputChunk &) {}
};

/// What an adapter may report while it works. The loop's implementation writes the journal first.
class Reporter {
public:
    virtual ~Reporter() = default;
    virtual void report(EventBody body) = 0;
    virtual void output(const OutputChunk &chunk) = 0;
};

} // namespace vouchsafe
