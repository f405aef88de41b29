#pragma once
// Engines that a machine of tests must have, so that their absence is a failure and no skipped test.

#include "core/model/policy.h"

#include <cstdlib>
#include <sstream>
#include <string>

namespace vouchsafe::test {

/// Whether VOUCHSAFE_TEST_BACKENDS, a list with blanks, has the name: `docker`, `docker-runsc`, `podman`.
inline bool isRequiredEngine(const std::string &name)
{
    const char *value = std::getenv("VOUCHSAFE_TEST_BACKENDS");
    std::istringstream names(value == nullptr ? "" : value);
    for (std::string one; names >> one;)
        if (one == name)
            return true;
    return false;
}

inline bool isRequiredEngine(Backend kind, const std::string &runtime)
{
    if (kind == Backend::Bubblewrap)
        return isRequiredEngine(std::string("bubblewrap"));
    const std::string name = kind == Backend::Podman ? "podman" : "docker";
    return isRequiredEngine(runtime == "runsc" ? name + "-runsc" : name);
}

} // namespace vouchsafe::test
