#pragma once
// A toolchain that the user has outside of /usr, as it can be shown inside a sandbox.

#include "core/ports/sandbox.h"

#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

/// One version of one language's tools. Mounts are read-only, one version directory each, at the same path.
struct HostToolchain {
    std::string language; ///< `python`, `node`, `go`, `rust`
    std::string origin;   ///< `pyenv 3.11.7`, for people
    std::vector<HostMount> mounts;
    std::vector<std::string> path; ///< folders to put first on PATH inside
    std::map<std::string, std::string> environment;
};

} // namespace vouchsafe
