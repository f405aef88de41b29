#pragma once
// What the window tells of this machine: findings, what lies on the disk, and the way to free it. All block.

#include "app/machine_storage.h"
#include "core/base/result.h"
#include "core/ports/probe.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

namespace vouchsafe {

/// Tells all that is known so far with each part that comes; from several threads, one call at a time.
std::vector<Finding> findingsHere(const std::function<void(const std::vector<Finding> &)> &soFar,
                                  const std::stop_token &stop);
/// Which model is configured.
Finding modelFinding();
std::vector<Holding> holdingsHere(const std::filesystem::path &dataFolder, const std::stop_token &stop);
Result<MachineCleaned> cleanHere(const std::stop_token &stop);

} // namespace vouchsafe
