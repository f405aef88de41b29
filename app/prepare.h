#pragma once
// Installs a project's dependencies inside a sandbox whose only way out is the allow-list proxy.

#include "app/prepare_plan.h"
#include "core/base/result.h"
#include "core/ports/sandbox.h"
#include "sandbox/identity.h"
#include "sandbox/network/allow_list_proxy.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

struct PrepareRequest {
    PreparePlan plan;
    std::filesystem::path base; ///< the tree in the cache
    SandboxPolicy policy;       ///< its backend chosen; the network is set here
    std::vector<HostToolchain> toolchains;
    std::vector<AllowedHost> hosts;
    std::map<std::string, std::string> environment; ///< of the user's settings: a private index
    std::string certificates;                       ///< PEM; given to every tool inside; may be empty
    std::chrono::milliseconds timeout{std::chrono::minutes(30)}; ///< of one step
    NameLookup lookup = systemLookup;
};

struct PrepareResult {
    Status done;
    std::vector<ProxyLogEntry> log; ///< also where it failed
};

/// `step` is told each step before it starts. What fails leaves nothing behind. Errors: Prepare for a step
/// that fails, Timeout, Cancelled, and those of the sandbox.
PrepareResult prepare(const PrepareRequest &request, const Identity &identity, SandboxFactory &factory,
                      const std::stop_token &stop, OutputSink &output,
                      const std::function<void(const PlannedStep &)> &step);

/// What a person's tools trust on this machine, with `own` (a file, may be empty) behind it. PEM.
Result<std::string> certificateBundle(const std::filesystem::path &own);

/// Backend, image and programs of a chosen policy. ErrorCode::SandboxBackend where the image is gone.
Result<PrepareGround> prepareGround(const SandboxPolicy &policy, const Identity &identity,
                                    const std::map<std::string, std::string> &environment,
                                    std::vector<HostToolchain> toolchains, const std::stop_token &stop);

/// The proxy's hosts for a plan: those of its package indexes and those that the user names.
Result<std::vector<AllowedHost>> allowedHosts(const PreparePlan &plan, const std::vector<std::string> &named);

/// `NAME=value` texts as variables. ErrorCode::Settings for one that has no name.
Result<std::map<std::string, std::string>> variablesOf(const std::vector<std::string> &texts);

} // namespace vouchsafe
