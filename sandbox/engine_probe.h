#pragma once
// What container engines can do here, found out by starting a container with each of their runtimes.

#include "core/model/policy.h"
#include "core/ports/host_program.h"
#include "core/ports/probe.h"
#include "sandbox/engine/engine.h"
#include "sandbox/identity.h"

#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// A folder with nothing in it that only the identity can enter: DOCKER_CONFIG of the engines' clients.
Result<std::string> emptyClientFolder(const Identity &identity);

/// Finds the engine of the user with a client folder of its own.
Result<Engine> findUserEngine(Backend kind, const Identity &identity,
                              const std::map<std::string, std::string> &environment, HostProgram &programs,
                              std::stop_token stop);

/// The runtimes worth a try: each name once, without the engine's longer names for its own.
std::vector<std::string> probedRuntimes(const Engine &engine);

/// Findings `docker`, `docker runc`, `docker runsc`, … of one engine. An engine that does not answer is told
/// after 10 s. No image is needed: an empty one of ours is laid into the engine.
std::vector<Finding> engineFindings(Backend kind, const Identity &identity,
                                    const std::map<std::string, std::string> &environment,
                                    std::stop_token stop);

/// The empty image's name in an engine.
inline constexpr const char *emptyImage = "vouchsafe-probe:empty";

} // namespace vouchsafe
