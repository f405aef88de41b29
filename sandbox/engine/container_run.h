#pragma once
// Pumps one command's output out of a container, keeps its time and limits, and says how it ended.

#include "core/ports/sandbox.h"
#include "sandbox/engine/container_output.h"
#include "sandbox/engine/container_process.h"
#include "sandbox/engine/disk_watch.h"

#include <stop_token>
#include <string>

namespace vouchsafe {

/// What a container is told, and what must hold of it.
struct ContainerOrders {
    std::string nonce;
    std::string frames;  ///< all before Go: the nonce, files, the command with flagReady
    std::string runtime; ///< that must have been used; empty: any
};

struct ContainerEnd {
    RunResult result;
    bool laid = false;   ///< the frames took effect: the command was ready to start
    std::string runtime; ///< that was used; empty: the container was ended before that was asked
};

/// Blocks until the command and everything it started are gone. `terminate` is a second way to cancel, from
/// another thread. ErrorCode::SandboxBackend where another runtime ran it.
Result<ContainerEnd> watchContainer(ContainerProcess &process, const ContainerOrders &orders,
                                    const Command &command, DiskWatch &disk, const WakeUp &terminate,
                                    std::stop_token stop, OutputSink &sink);

/// Writes what the line takes now.
void feedLine(Descriptor &line, std::string &rest);

} // namespace vouchsafe
