#pragma once
// Runs one command inside a sandbox with a way to the proxy: the host's end of the helper's verb `relay`.

#include "core/ports/sandbox.h"
#include "sandbox/network/allow_list_proxy.h"

#include <stop_token>

namespace vouchsafe {

/// The port of the proxy on the loopback inside, where nobody else listens.
inline constexpr int relayedProxyPort = 3128;

/// `command` with the variables by which tools find the proxy. Blocks until the command has ended or its time
/// is over; output comes to the sink on this thread. How it ended was told from inside and is no evidence.
/// ErrorCode::Cancelled; Io where the channel broke; SandboxSetup where the command could not be started.
Result<RunResult> runRelayed(Sandbox &sandbox, Command command, AllowListProxy &proxy,
                             const std::stop_token &stop, OutputSink &output);

} // namespace vouchsafe
