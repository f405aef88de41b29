#pragma once
// A backend of this machine as the gauntlet meets it: what it is, or why it is not here.

#include "sandbox/engine/engine.h"

#include <map>
#include <optional>
#include <string>

namespace vouchsafe::gauntlet {

struct TestedBackend {
    std::string name; ///< as the table has it: `bubblewrap`, `docker`, `docker-runsc`, `podman`; `host`
    Backend kind = Backend::Bubblewrap;
    std::string runtime;
    std::string image;
    std::optional<Engine> engine; ///< of a container backend
    std::string absent;           ///< the reason; empty: it is here

    bool container() const { return kind != Backend::Bubblewrap; }
    bool gvisor() const { return runtime == "runsc"; }
};

/// By VOUCHSAFE_GAUNTLET_BACKEND (bubblewrap where it is not set). Speaks to the engine; an image that it
/// does not have makes it absent.
TestedBackend testedBackend();

/// Of this process, as the application would hand it on.
std::map<std::string, std::string> userEnvironment();

/// Whether VOUCHSAFE_TEST_BACKENDS says that it must be here, so that its absence is a failure.
bool isRequired(const TestedBackend &backend);

} // namespace vouchsafe::gauntlet
