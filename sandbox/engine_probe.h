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
#include <string_view>
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

/// Images by language, as `{"python", "python:3.11-bookworm"}`.
using LanguageImages = std::map<std::string, std::string>;

/// Findings `docker`, `docker runc`, `docker runsc`, `docker images`, … of one engine. An engine that does
/// not answer is told after 10 s. No image is needed: an empty one of ours is laid into the engine. Which of
/// `images` are there is told where a container runs.
std::vector<Finding> engineFindings(Backend kind, const Identity &identity,
                                    const std::map<std::string, std::string> &environment,
                                    std::stop_token stop, const LanguageImages &images = {});

/// What of them the engine has, with the commands that fetch the others.
Finding imageFinding(const Engine &engine, HostProgram &programs,
                     const std::map<std::string, std::string> &environment, const LanguageImages &images,
                     const std::stop_token &stop);

/// Whether a text like /etc/subuid has a range of numbers for the user, by name or number.
bool hasRange(std::string_view text, const std::string &name, unsigned uid);

/// Words of an error or a program for one line of a finding.
std::string onOneLine(std::string_view words);

/// The empty image's name in an engine.
inline constexpr const char *emptyImage = "vouchsafe-probe:empty";

} // namespace vouchsafe
