#pragma once
// Pumps one command's output, keeps its time and limits, and says how it ended.

#include "core/ports/sandbox.h"
#include "sandbox/bubblewrap_process.h"
#include "sandbox/watchdog.h"

#include <stop_token>

namespace vouchsafe {

/// The host's ends of a command's pipes.
struct OutputEnds {
    Descriptor output;
    Descriptor errors;
};

/// Blocks until the command and everything it started are gone. `terminate` is a second way to cancel, from
/// another thread. A command that a signal ended is told by bubblewrap's 128 + n: its record has no other
/// form. A command that itself exits with 128 + n, n a deadly signal, looks the same, as it does to every
/// shell.
RunResult watchRun(BubblewrapProcess &process, const OutputEnds &ends, const Command &command,
                   Watchdog &watchdog, const WakeUp &terminate, std::stop_token stop, OutputSink &sink);

} // namespace vouchsafe
