#pragma once
// What this machine can do for sandboxes, found out by doing it, with the remedy where it cannot.

#include "core/ports/probe.h"
#include "sandbox/identity.h"

#include <map>
#include <string>

namespace vouchsafe {

/// Starts real sandboxes, the engines' containers meanwhile. Call from one thread at a time.
class MachineProbe final : public Probe {
public:
    /// `environment`: the user's, for toolchains and for engines on PATH.
    MachineProbe(Identity identity, std::map<std::string, std::string> environment,
                 std::string program = "/usr/bin/bwrap");
    /// Whose presence in each engine that works is told.
    void lookForImages(std::map<std::string, std::string> byLanguage) { m_images = std::move(byLanguage); }
    void examine(const std::function<void(const std::vector<Finding> &)> &found,
                 std::stop_token stop) override;
    /// All of it: bubblewrap first, then docker, podman and toolchains.
    std::vector<Finding> examine(std::stop_token stop = {});

private:
    std::vector<Finding> sandboxFindings(const std::stop_token &stop) const;
    Finding limitFinding(const std::stop_token &stop) const;
    std::vector<Finding> toolchainFindings() const;

    Identity m_identity;
    std::map<std::string, std::string> m_environment;
    std::string m_program;
    std::map<std::string, std::string> m_images;
};

/// Runs `true` in a sandbox. ErrorCode::SandboxMissing without bubblewrap, SandboxDenied where the kernel
/// refuses namespaces, SandboxSetup with bubblewrap's own words otherwise.
Status proveBubblewrap(const Identity &identity, const std::string &program = "/usr/bin/bwrap");

} // namespace vouchsafe
