#pragma once
// Starts the peers, which are programs of the system, as a chosen user.

#include "core/base/result.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace vouchsafe::bench {

struct User {
    uid_t uid = 0;
    gid_t gid = 0;
};

/// Runs argv[0] (an absolute path) with no input and no output and waits for it. Working directory `/`,
/// inherited environment. Another end than exit status 0 is ErrorCode::Io with the command in the context.
Status runPeer(const std::vector<std::string> &argv, std::optional<User> as = std::nullopt);

/// The absolute path of a program on PATH; empty where there is none.
std::string programPath(const std::string &name);

} // namespace vouchsafe::bench
