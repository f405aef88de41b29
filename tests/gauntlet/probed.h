#pragma once
// The acts of escape_probes.py, run in one start each: in the sandbox, and where no policy stands in their
// way.

#include "tests/gauntlet/box.h"

#include <map>
#include <string>

namespace vouchsafe::gauntlet {

/// Name of the act and its answer.
using Answers = std::map<std::string, std::string>;

/// What the acts aim at; the controls aim at the same things or, where they would do harm, at ones of their
/// own.
struct Targets {
    std::vector<std::string> homes; ///< files with the canary
    std::string canary;
    std::string secret;             ///< one file with the canary
    std::string socket;             ///< of the file system, listening
    std::string abstractName;       ///< of a listening socket, without the zero
    int port = 0;                   ///< listening on the loopback
    std::vector<std::string> names; ///< of host, user and project
    std::string scratch;            ///< a folder where a control may write
};

struct Probed {
    Answers inside;
    Answers loose; ///< the same container without the policy; empty for bubblewrap
    Answers host;
};

/// Ends the test program where Python does not run there.
Probed probe(Box &box, const Targets &targets);

} // namespace vouchsafe::gauntlet
