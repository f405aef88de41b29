#pragma once
// What of ours lies in a container engine: an image, left-over containers and volumes; and how it goes.

#include "core/base/result.h"
#include "core/ports/host_program.h"
#include "core/ports/probe.h"
#include "sandbox/engine/engine.h"

#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// Rows for the empty image of ours that probes are made with, and for containers and volumes with our label,
/// those of living runs among them.
Result<std::vector<Holding>> engineHoldings(const Engine &engine, HostProgram &programs,
                                            std::stop_token stop);

struct EngineCleaned {
    int orphans = 0;         ///< containers and volumes of dead owners
    int images = 0;          ///< those that no container uses
    std::uint64_t bytes = 0; ///< of the images
};
Result<EngineCleaned> cleanEngine(const Engine &engine, HostProgram &programs, std::stop_token stop);

} // namespace vouchsafe
