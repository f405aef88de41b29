#pragma once
// Finds the toolchains that the user has outside of /usr, by the file system only: nothing is executed.

#include "core/ports/host_toolchain.h"
#include "sandbox/identity.h"

#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

/// What `resources/toolchains/host.json` knows (pyenv, uv, conda, nvm, volta, rustup, go), as far as it is
/// here: per language the one that the user's PATH finds first, then the other versions, newest first. One
/// version directory each, at its own path. Left out: folders that others may write, or that hold keys. None
/// for a dropped identity, which sees /usr alone. `environment` is the user's (HOME, PATH, PYENV_ROOT …).
std::vector<HostToolchain> hostToolchains(const Identity &identity,
                                          const std::map<std::string, std::string> &environment);

} // namespace vouchsafe
