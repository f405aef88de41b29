#pragma once
// Starts a program of the system on the host, by absolute path, for what is not repository code: git, an
// engine's client.

#include "core/base/result.h"

#include <chrono>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

struct HostCommand {
    std::string program; ///< absolute path
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment; ///< the whole of it; nothing is inherited
    std::string input;                              ///< given on stdin, then closed
    std::chrono::milliseconds timeout{30'000};
};

struct HostResult {
    int exitCode = 0; ///< negative: ended by that signal
    std::string output;
    std::string errors;
};

/// Working directory `/`. Output is capped at 64 MiB each.
class HostProgram {
public:
    virtual ~HostProgram() = default;
    virtual Result<HostResult> run(const HostCommand &command, std::stop_token stop) = 0;
};

} // namespace vouchsafe
