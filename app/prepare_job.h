#pragma once
// From a repository and the user's settings to a preparation that can be shown, agreed to and carried out.

#include "app/opened_tree.h"
#include "app/prepare.h"
#include "app/prepared_layers.h"
#include "core/base/result.h"
#include "core/ports/sandbox.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

struct PrepareJob {
    OpenedTree tree;
    PrepareRequest request;
    std::unique_ptr<SandboxFactory> factory;
    std::vector<std::string> notices;            ///< for people
    std::optional<PreparedDependencies> already; ///< it was done before, and fits
};

/// `flags` by the settings' names. Reads, and starts a sandbox to see which can be had; installs nothing.
/// `lookup` is the system's but in tests.
Result<PrepareJob> makePrepareJob(const std::string &repository,
                                  const std::map<std::string, std::vector<std::string>> &flags,
                                  const NameLookup &lookup, const std::stop_token &stop);

/// Installs, and clears what was prepared long ago.
PrepareResult carryOut(const PrepareJob &job, const std::stop_token &stop, OutputSink &output,
                       const std::function<void(const PlannedStep &)> &step);

} // namespace vouchsafe
