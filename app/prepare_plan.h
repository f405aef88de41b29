#pragma once
// What preparing a tree would do: which steps, which hosts, and the digest under which the result is kept.

#include "core/base/result.h"
#include "core/model/policy.h"
#include "core/ports/base_tree.h"
#include "core/ports/host_toolchain.h"

#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

/// Where the workspace stands while dependencies are installed, and wherever they are used: virtual
/// environments hold their own path.
inline constexpr const char *preparedRoot = "/repo";
/// Where caches of packages stand in a later run.
inline constexpr const char *preparedDeps = "/vouchsafe/deps";

/// What of the surroundings decides whether an installation still fits.
struct PrepareGround {
    Backend backend = Backend::Bubblewrap;
    std::string image;                     ///< its id; empty: this machine's own programs
    std::vector<HostToolchain> toolchains; ///< of the user, for bubblewrap
    std::vector<std::string> environment;  ///< `NAME=value` of the user's settings: a private index
    /// Hash of the root's path: code of the repository runs while packages are installed, so what it leaves
    /// is for no other repository. Empty: for no other tree.
    std::string repository;
};

struct PlannedStep {
    std::string ecosystem;
    std::vector<std::string> argv;
    std::map<std::string, std::string> environment;
    std::string shown; ///< for people
};

struct PreparePlan {
    std::vector<std::string> ecosystems;
    std::vector<PlannedStep> steps;
    std::vector<std::string> hosts;        ///< of the package indexes, as allow-host has them
    std::vector<std::string> keeps;        ///< folders, relative to the root; the tree has nothing there
    std::vector<HostToolchain> toolchains; ///< what makes the installation found, without its mounts
    std::map<std::string, std::string> offline;
    bool cache = false; ///< something is kept for preparedDeps
    std::vector<std::string> notices;
    std::string digest; ///< 64 hexadecimal digits; empty: there is nothing to prepare

    bool empty() const { return steps.empty(); }
};

PreparePlan planPrepare(const BaseTree &tree, const PrepareGround &ground);

} // namespace vouchsafe
