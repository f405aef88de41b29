#pragma once
// The container backends of this machine that rows are measured on, and by hand what each costs.

#include "core/ports/sandbox.h"
#include "sandbox/identity.h"

#include <memory>
#include <string>
#include <vector>

namespace vouchsafe::bench {

struct BenchedBackend {
    std::string name; ///< `docker`, `docker+runsc`, `podman`
    SandboxPolicy policy;
    std::unique_ptr<SandboxFactory> factory; ///< null: absent
    std::string absent;                      ///< why
    std::vector<std::string> byHand;         ///< `docker run --rm … true`
};

/// Each of the three, absent ones too.
std::vector<BenchedBackend> containerBackends(const Identity &identity, const std::string &image);

} // namespace vouchsafe::bench
