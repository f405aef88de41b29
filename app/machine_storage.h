#pragma once
// What this program holds on this machine's disk, and the way to free it; for `doctor` and the window.

#include "core/base/dirs.h"
#include "core/base/result.h"
#include "core/model/policy.h"
#include "core/ports/probe.h"
#include "sandbox/identity.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// Caches, prepared layers, workspaces and runs.
std::vector<Holding> folderHoldings(const Identity &identity, const Directories &directories,
                                    const std::filesystem::path &dataFolder);
/// What lies in these engines, all asked at once; nothing of one that does not answer.
std::vector<Holding> engineHoldingsOf(const std::vector<Backend> &kinds, const Identity &identity,
                                      const std::map<std::string, std::string> &environment,
                                      std::stop_token stop);

/// All of it: folders first.
std::vector<Holding> machineHoldings(const Identity &identity, const Directories &directories,
                                     const std::filesystem::path &dataFolder,
                                     const std::map<std::string, std::string> &environment,
                                     std::stop_token stop);

struct MachineCleaned {
    std::uint64_t bytes = 0;
    std::vector<std::string> words; ///< `3 base trees`, `2 containers and volumes of docker`
};

/// Removes base trees that no run uses but the newest, the symbol index, layers that nothing stands on, what
/// dead processes left (workspaces, control groups, containers, volumes) and unused images of ours. Runs,
/// settings and whatever a living run uses stay.
Result<MachineCleaned> cleanMachine(const Identity &identity, const Directories &directories,
                                    const std::map<std::string, std::string> &environment,
                                    std::stop_token stop);

/// `12 MiB`, rounded up.
std::string mebibytes(std::uint64_t bytes);

} // namespace vouchsafe
